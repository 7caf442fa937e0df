import { ImprintError } from "../errors/error.ts";
import { canonicalJson } from "../imprint/canonical.ts";
import type { Sha256 } from "../imprint/hash.ts";
import { type EvalCase, type EvalSetting, isSameSetting } from "./case.ts";
import { signTest } from "./figures.ts";
import { isRight } from "./score.ts";
import type { EvalFigures } from "./setting-figures.ts";
import type { EvalSummary, SettingSummary } from "./summary.ts";

/** A run as its folder holds it. */
export interface ComparedRun {
  readonly summary: EvalSummary;
  readonly cases: readonly EvalCase[];
}

/** A setting of the first run, and the one of the second that it is held against. */
export interface SettingPair {
  readonly a: EvalSetting;
  readonly b: EvalSetting;
}

/** Two ways of asking the same questions; their ids in the order in which the first run asked. */
export interface SettingComparison extends SettingPair {
  /** Wrong in the first, right in the second. */
  readonly better: readonly string[];
  /** Right in the first, wrong in the second. */
  readonly worse: readonly string[];
  readonly bothRight: readonly string[];
  readonly bothWrong: readonly string[];
  /** The model did something else: another call, an answer in place of one. What it says in answers does not count. */
  readonly changed: readonly string[];
  /** Two-sided sign test over better and worse. */
  readonly signTestP: number;
  readonly figures: { readonly a: EvalFigures; readonly b: EvalFigures };
}

export interface EvalComparison {
  readonly set: { readonly name: string; readonly sha256: Sha256 };
  readonly comparisons: readonly SettingComparison[];
}

/**
 * Holds two finished runs of one set against each other: in each setting that both have, or in the pairs named.
 *
 * @throws eval_runs_differ; its `reason` is `other_set`, `no_common_setting`, `unfinished` or `other_questions`
 */
export function compareRuns(
  a: ComparedRun,
  b: ComparedRun,
  pairs: readonly SettingPair[] = commonSettings(a, b),
): EvalComparison {
  const { name, sha256 } = a.summary.set;
  if (sha256 !== b.summary.set.sha256) {
    throw differ("other_set", `the sets are ${name} and ${b.summary.set.name}`, {
      sha256: [sha256, b.summary.set.sha256],
    });
  }
  if (pairs.length === 0)
    throw differ("no_common_setting", "no mode was asked in both with the same decoding");
  return { set: { name, sha256 }, comparisons: pairs.map((pair) => compareSettings(a, b, pair)) };
}

function commonSettings(a: ComparedRun, b: ComparedRun): SettingPair[] {
  return a.summary.settings.flatMap((own) => {
    const other = b.summary.settings.find((setting) => isSameSetting(setting, own));
    return other === undefined ? [] : [{ a: settingOf(own), b: settingOf(other) }];
  });
}

function compareSettings(a: ComparedRun, b: ComparedRun, pair: SettingPair): SettingComparison {
  const figures = { a: finished(a, pair.a).figures, b: finished(b, pair.b).figures };
  const [first, second] = [rightById(a, pair.a), rightById(b, pair.b)];
  assertSameQuestions(first, second, pair);
  const where = (wasRight: boolean, isRight: boolean) =>
    [...first.keys()].filter((id) => first.get(id) === wasRight && second.get(id) === isRight);
  const [better, worse] = [where(false, true), where(true, false)];
  const same = { bothRight: where(true, true), bothWrong: where(false, false) };
  const changed = changedIds(a, b, pair);
  return {
    ...pair,
    better,
    worse,
    ...same,
    changed,
    signTestP: signTest(better.length, worse.length),
    figures,
  };
}

function changedIds(a: ComparedRun, b: ComparedRun, pair: SettingPair): string[] {
  const done = ({ attempt, forced }: EvalCase) => canonicalJson({ attempt, forced: forced?.attempt ?? null });
  const asked = ({ cases }: ComparedRun, setting: EvalSetting) =>
    cases.filter((each) => isSameSetting(each, setting));
  const second = new Map(asked(b, pair.b).map((each) => [each.id, done(each)]));
  return asked(a, pair.a)
    .filter((each) => second.get(each.id) !== done(each))
    .map(({ id }) => id);
}

type RightById = ReadonlyMap<string, boolean>;

function assertSameQuestions(first: RightById, second: RightById, setting: SettingPair): void {
  const onlyInA = [...first.keys()].filter((id) => !second.has(id)).length;
  const onlyInB = [...second.keys()].filter((id) => !first.has(id)).length;
  if (onlyInA + onlyInB === 0) return;
  const message = `${onlyInA} questions are only in the first, ${onlyInB} only in the second`;
  throw differ("other_questions", message, { setting, only_in_a: onlyInA, only_in_b: onlyInB });
}

function finished({ summary }: ComparedRun, setting: EvalSetting): SettingSummary {
  const found = summary.settings.find((own) => isSameSetting(own, setting));
  if (found === undefined) {
    throw differ("no_common_setting", `a run has no ${setting.mode}, ${setting.decoding}`, { setting });
  }
  if (found.missing.length > 0) {
    const missing = found.missing.length;
    throw differ("unfinished", `${missing} questions of a run were not asked yet`, { setting, missing });
  }
  return found;
}

/** By question. A summary of fewer, as a smaller limit leaves it, would stand beside the figures of others. */
function rightById({ summary: { set }, cases }: ComparedRun, setting: EvalSetting): RightById {
  const asked = cases.filter((asked) => isSameSetting(asked, setting));
  const counted = set.wantedCount + set.unwantedCount;
  if (asked.length !== counted) {
    const message = `a summary counts ${counted} questions of ${asked.length} cases`;
    throw differ("other_questions", message, { setting, counted, cases: asked.length });
  }
  return new Map(asked.map(({ id, score }) => [id, isRight(score)]));
}

function settingOf({ mode, decoding }: EvalSetting): EvalSetting {
  return { mode, decoding };
}

function differ(reason: string, message: string, details: object = {}): ImprintError {
  return new ImprintError("eval_runs_differ", `the runs cannot be compared: ${message}`, {
    details: { reason, ...details },
  });
}
