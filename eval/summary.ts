import type { EvalCase, EvalSetting } from "./case.ts";
import { type Confusion, confusionOf } from "./confusion.ts";
import { type Judged, judgedIn } from "./judged.ts";
import type { QuestionSet } from "./question.ts";
import { type Roc, rocOf } from "./roc.ts";
import { type EvalFigures, figuresOf } from "./setting-figures.ts";

export interface SettingSummary extends EvalSetting {
  /** Questions that have no case yet; they are in no figure. */
  readonly missing: readonly string[];
  readonly figures: EvalFigures;
  readonly confusion: Confusion;
  /** Of the gate's readings; null unless both kinds of question were gated. */
  readonly roc: Roc | null;
}

export interface EvalSummary {
  readonly set: Pick<QuestionSet, "name" | "sha256" | "unfit"> & {
    readonly rowsCount: number;
    /** Of the fitting rows. */
    readonly wantedCount: number;
    readonly unwantedCount: number;
  };
  readonly settings: readonly SettingSummary[];
}

/**
 * Counts the cases of a set, setting by setting. Cases of questions that the set does not have are not counted.
 *
 * @throws invalid_eval_run when a question has two cases of one setting, or a score that its attempt does not have
 */
export function summarize(
  set: QuestionSet,
  settings: readonly EvalSetting[],
  cases: readonly EvalCase[],
): EvalSummary {
  const { name, sha256, unfit, questions } = set;
  const wantedCount = questions.filter(({ expected }) => expected !== null).length;
  const counts = { rowsCount: set.rows.length, wantedCount, unwantedCount: questions.length - wantedCount };
  return {
    set: { name, sha256, ...counts, unfit },
    settings: settings.map((setting) => settingSummary(set, setting, judgedIn(set, setting, cases))),
  };
}

function settingSummary(
  { questions, unfit, toolNames }: QuestionSet,
  { mode, decoding }: EvalSetting,
  judged: readonly Judged[],
): SettingSummary {
  const asked = new Set(judged.map(({ question }) => question.id));
  const gated = judged.flatMap(({ question, asked: { gate } }) =>
    gate === null ? [] : [{ reading: gate.reading, wanted: question.expected !== null }],
  );
  return {
    mode,
    decoding,
    missing: questions.map(({ id }) => id).filter((id) => !asked.has(id)),
    figures: figuresOf(judged, unfit.length),
    confusion: confusionOf(judged, toolNames),
    roc: rocOf(gated),
  };
}
