import { ImprintError, isImprintError } from "../errors/error.ts";
import type { EvalCase, EvalSetting } from "../eval/case.ts";
import type { QuestionSet } from "../eval/question.ts";
import type { CaseLog, EvalPaths } from "./eval-folder.ts";
import type { EvalSession } from "./eval-session.ts";

/** How far a run is: once before the first case, and after each. */
export interface EvalProgress {
  /** Of the case that was asked; null before the first. */
  readonly setting: EvalSetting | null;
  /** Cases that are there, those of earlier runs included. */
  readonly done: number;
  readonly total: number;
  /** Those that this run asked itself. */
  readonly asked: number;
  /** Right ones of `done`. */
  readonly right: number;
}

/**
 * Asks what has not been asked yet, question by question in all settings, so that a run that breaks off has asked
 * every setting the same.
 *
 * @returns all cases of the set's questions, in the order in which they lie in the log, and how many lay there before
 * @throws interrupted, with the folder where the cases lie; generation_failed, file_write_failed, every code of bake
 *   and gate
 */
export async function askQuestions(
  run: {
    readonly set: QuestionSet;
    readonly settings: readonly EvalSetting[];
    readonly session: EvalSession;
    readonly log: CaseLog;
    readonly paths: EvalPaths;
  },
  signal: AbortSignal,
  onProgress: (progress: EvalProgress) => void,
): Promise<{ readonly all: readonly EvalCase[]; readonly keptCount: number }> {
  const { set, settings, session, log } = run;
  const ids = new Set(set.questions.map(({ id }) => id));
  const all = log.kept.filter(({ id }) => ids.has(id));
  const keptCount = all.length;
  const there = new Set(all.map(caseKey));
  const total = set.questions.length * settings.length;
  const say = (setting: EvalSetting | null) => {
    const right = all.filter(isRight).length;
    onProgress({ setting, done: all.length, total, asked: all.length - keptCount, right });
  };
  say(null);
  try {
    for (const question of set.questions) {
      for (const setting of settings) {
        if (there.has(caseKey({ ...setting, id: question.id }))) continue;
        const evalCase = await session.ask(question, setting);
        await log.append(evalCase);
        all.push(evalCase);
        say(setting);
      }
    }
    return { all, keptCount };
  } catch (error) {
    if (!signal.aborted) throw error;
    throw interrupted(all.length, total, run.paths, error);
  } finally {
    await session.close();
  }
}

function interrupted(done: number, total: number, { folder }: EvalPaths, cause: unknown): ImprintError {
  if (isImprintError(cause, "interrupted")) return cause;
  const message = `interrupted after ${done} of ${total} cases, which are kept; run the same command to go on`;
  return new ImprintError("interrupted", message, { details: { folder, done, total }, cause });
}

function caseKey({ id, mode, decoding }: Pick<EvalCase, "id" | "mode" | "decoding">): string {
  return JSON.stringify([id, mode, decoding]);
}

function isRight({ score: { verdict } }: EvalCase): boolean {
  return verdict === "right_call" || verdict === "right_silence";
}
