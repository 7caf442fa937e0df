import type { EvalCase } from "./case.ts";
import { type Balance, balanceOf, pooled, type Share, shareOf } from "./figures.ts";
import type { Judged } from "./judged.ts";
import { isRight } from "./score.ts";

/** What one way of asking came to, over the questions that have a case. */
export interface EvalFigures {
  /** Right calls and right silences; every row that does not fit a contract counts as wrong. */
  readonly correctAllRows: Share;
  /** The same over the questions that could be asked. */
  readonly correctFittingRows: Share;
  /** Of the questions that want a call. */
  readonly wanted: {
    /** Some valid call was made. */
    readonly action: Share;
    readonly rightTool: Share;
    readonly wrongTool: Share;
    /** Right arguments, of the calls of the right tool. */
    readonly rightArguments: Share;
    /** Right tool and right arguments: what the leaderboard counts. */
    readonly rightCall: Share;
  };
  /** Of the questions that want no call. */
  readonly unwanted: {
    /** The model answered; an invalid call is no restraint. */
    readonly restraint: Share;
  };
  /** Of all questions. */
  readonly invalid: Share;
  /** How often each code was the reason, most frequent first. */
  readonly invalidCodes: readonly { readonly code: string; readonly count: number }[];
  /** Mean of action and restraint; a model that never calls gets one half, and so does one that always does. */
  readonly balance: Balance;
  /** The grammar's call whatever the gate says; null where no case has one. */
  readonly forced: {
    /** Of the questions that want a call. */
    readonly rightTool: Share;
    readonly rightCall: Share;
    /** Of all questions. */
    readonly invalid: Share;
  } | null;
}

/**
 * How well calling and answering are told apart, over any number of sets: action of all that want a call, restraint of
 * all that do not.
 */
export function decisionBalance(parts: readonly Pick<EvalFigures, "wanted" | "unwanted">[]): Balance {
  return balanceOf(
    pooled(parts.map(({ wanted }) => wanted.action)),
    pooled(parts.map(({ unwanted }) => unwanted.restraint)),
  );
}

/** `unfitCount` rows of the set could not be asked. */
export function figuresOf(judged: readonly Judged[], unfitCount: number): EvalFigures {
  const all = judged.map(({ asked }) => asked);
  const wanted = judged.filter(({ question }) => question.expected !== null).map(({ asked }) => asked);
  const unwanted = judged.filter(({ question }) => question.expected === null).map(({ asked }) => asked);
  const right = all.filter(({ score }) => isRight(score)).length;
  const rightTool = wanted.filter(hasRightTool);
  const figures = {
    wanted: {
      action: shareWhere(wanted, ({ attempt }) => attempt.kind === "call"),
      rightTool: shareOf(rightTool.length, wanted.length),
      wrongTool: shareWhere(wanted, ({ score }) => score.verdict === "wrong_tool"),
      rightArguments: shareWhere(rightTool, ({ score }) => isRight(score)),
      rightCall: shareWhere(wanted, ({ score }) => isRight(score)),
    },
    unwanted: { restraint: shareWhere(unwanted, ({ score }) => isRight(score)) },
  };
  return {
    correctAllRows: shareOf(right, all.length + unfitCount),
    correctFittingRows: shareOf(right, all.length),
    ...figures,
    invalid: shareWhere(all, isInvalid),
    invalidCodes: codesOf(all),
    balance: decisionBalance([figures]),
    forced: forcedFigures(all, wanted),
  };
}

type Tried = Pick<EvalCase, "attempt" | "score">;

function forcedFigures(all: readonly EvalCase[], wanted: readonly EvalCase[]): EvalFigures["forced"] {
  const forced = all.flatMap(({ forced }) => forced ?? []);
  if (forced.length === 0) return null;
  const tried = wanted.flatMap(({ forced }) => forced ?? []);
  return {
    rightTool: shareWhere(tried, hasRightTool),
    rightCall: shareWhere(tried, ({ score }) => isRight(score)),
    invalid: shareWhere(forced, isInvalid),
  };
}

function hasRightTool({ score }: Tried): boolean {
  return score.verdict === "right_call" || score.verdict === "wrong_arguments";
}

function isInvalid({ attempt }: Tried): boolean {
  return attempt.kind === "invalid";
}

function shareWhere<T>(tried: readonly T[], holds: (one: T) => boolean): Share {
  return shareOf(tried.filter(holds).length, tried.length);
}

function codesOf(tried: readonly Tried[]): EvalFigures["invalidCodes"] {
  const counts = new Map<string, number>();
  for (const { attempt } of tried) {
    if (attempt.kind === "invalid") counts.set(attempt.code, (counts.get(attempt.code) ?? 0) + 1);
  }
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}
