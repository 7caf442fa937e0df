import { stat } from "node:fs/promises";
import path from "node:path";
import { ImprintError, isImprintError } from "../errors/error.ts";
import { type EvalMode, type EvalSetting, isSameSetting } from "../eval/case.ts";
import { type ComparedRun, compareRuns, type EvalComparison, type SettingPair } from "../eval/compare.ts";
import { comparisonDocument } from "../eval/comparison-document.ts";
import type { EvalPlan } from "../eval/plan.ts";
import { summaryOf } from "../eval/summary-document.ts";
import { parseJsonStrict } from "../imprint/json-text.ts";
import type { PipelineDeps } from "./deps.ts";
import { evalPaths, readRunFiles } from "./eval-folder.ts";

export interface ComparedEvals {
  readonly plans: { readonly a: EvalPlan; readonly b: EvalPlan };
  readonly comparison: EvalComparison;
  /** `edge.eval.comparison.v1` */
  readonly document: object;
}

/** A mode of the first run, and the one of the second that it is held against. */
export type ComparedModes = readonly [EvalMode, EvalMode];

/**
 * Holds two finished runs against each other, setting by setting, or one mode against another. Each is named by its folder, or by a file in it.
 *
 * @throws invalid_eval_run, eval_runs_differ
 */
export async function compareEvals(
  references: { readonly a: string; readonly b: string; readonly modes: ComparedModes | null },
  { cwd }: Pick<PipelineDeps, "cwd">,
): Promise<ComparedEvals> {
  const [a, b] = await Promise.all([readRun(references.a, cwd), readRun(references.b, cwd)]);
  const { modes } = references;
  const comparison = modes === null ? compareRuns(a, b) : compareRuns(a, b, pairsOf(modes, a, b));
  return { plans: { a: a.plan, b: b.plan }, comparison, document: comparisonDocument(comparison) };
}

/** Of both modes, in each decoding in which both were asked. */
function pairsOf([first, second]: ComparedModes, a: ComparedRun, b: ComparedRun): SettingPair[] {
  return a.summary.settings
    .filter(({ mode, decoding }) => mode === first && has(b, { mode: second, decoding }))
    .map(({ decoding }) => ({ a: { mode: first, decoding }, b: { mode: second, decoding } }));
}

function has({ summary }: ComparedRun, setting: EvalSetting): boolean {
  return summary.settings.some((own) => isSameSetting(own, setting));
}

async function readRun(reference: string, cwd: string) {
  const named = path.resolve(cwd, reference);
  const stats = await stat(named).catch(() => null);
  const { plan, cases, summary } = await readRunFiles(
    evalPaths(stats?.isFile() ? path.dirname(named) : named),
  );
  return { plan, cases, summary: summaryOf(strictJson(summary)) };
}

function strictJson(bytes: Uint8Array): unknown {
  try {
    return parseJsonStrict(bytes);
  } catch (error) {
    if (!isImprintError(error)) throw error;
    throw new ImprintError("invalid_eval_run", `the summary is not JSON: ${error.message}`, { cause: error });
  }
}
