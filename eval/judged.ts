import { ImprintError } from "../errors/error.ts";
import { type EvalCase, type EvalSetting, isSameSetting } from "./case.ts";
import type { Question, QuestionSet } from "./question.ts";
import { score } from "./score.ts";

/** A question and what one way of asking it came to. */
export interface Judged {
  readonly question: Question;
  readonly asked: EvalCase;
}

/**
 * The questions of a set that have a case in one setting, in file order. Cases of other questions are left out.
 *
 * @throws invalid_eval_run when a question has two cases of the setting, or one whose score is not what its attempt
 * scores
 */
export function judgedIn(
  set: QuestionSet,
  setting: EvalSetting,
  cases: readonly EvalCase[],
): readonly Judged[] {
  const byId = new Map<string, EvalCase>();
  for (const asked of cases.filter((asked) => isSameSetting(asked, setting))) {
    if (byId.has(asked.id)) throw invalid("a question has two cases of one setting", asked.id);
    byId.set(asked.id, asked);
  }
  return set.questions.flatMap((question) => {
    const asked = byId.get(question.id);
    if (asked === undefined) return [];
    if (!isScoredRight(question, asked)) throw invalid("a case has not the score of its attempt", asked.id);
    return [{ question, asked }];
  });
}

function isScoredRight(question: Question, { attempt, score: given, forced }: EvalCase): boolean {
  return [{ attempt, score: given }, ...(forced === null ? [] : [forced])].every((judged) => {
    const { verdict, parameter } = score(question, judged.attempt);
    return verdict === judged.score.verdict && parameter === judged.score.parameter;
  });
}

function invalid(message: string, id: string): ImprintError {
  return new ImprintError("invalid_eval_run", `the cases are not of this set: ${message}`, {
    details: { id },
  });
}
