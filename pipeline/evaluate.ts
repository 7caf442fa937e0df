import path from "node:path";
import type { EvalDecoding, EvalMode, EvalSetting } from "../eval/case.ts";
import { type EvalPlan, planSha256 } from "../eval/plan.ts";
import { firstRows } from "../eval/question.ts";
import { evalReport } from "../eval/report.ts";
import { loadQuestionSet } from "../eval/sets.ts";
import { type EvalSummary, summarize } from "../eval/summary.ts";
import { summaryDocument } from "../eval/summary-document.ts";
import { documentText } from "../imprint/document-text.ts";
import { shortHash } from "../imprint/hash.ts";
import { writeFileAtomic } from "../system/files.ts";
import { admitContract, type ContractPass, passOrThrow } from "./admit.ts";
import { assertFullAttention } from "./bake.ts";
import type { PipelineDeps } from "./deps.ts";
import { type EvalPaths, evalPaths, withEvalFolder } from "./eval-folder.ts";
import { planOf, settingsOf } from "./eval-plan.ts";
import { askQuestions, type EvalProgress } from "./eval-questions.ts";
import { EvalSession } from "./eval-session.ts";
import { findImprint } from "./find-imprint.ts";
import { findModel } from "./find-model.ts";
import { freezeChosenTools, type ToolChoice } from "./freeze-tools.ts";
import { type ModelRuntime, openModelRuntime } from "./model-runtime.ts";

export interface EvaluateOptions {
  /** `bfcl:<category>`, or a file of questions. */
  readonly set: string;
  readonly modelRef: string;
  /** What the questions of a file are asked with. */
  readonly tools: ToolChoice | null;
  /** A learn receipt or an imprint file of the same contract. */
  readonly withImprint: string | null;
  /** Where the public sets lie; the data folder's own place when null. */
  readonly bfclFolder: string | null;
  /** The run's folder; one in the data folder, named after the plan, when null. */
  readonly out: string | null;
  /** How many of the set's rows are taken, from the first on; all when null. */
  readonly limit: number | null;
  readonly modes: readonly EvalMode[];
  readonly decodings: readonly EvalDecoding[];
  /** Longest free text. */
  readonly maxTokens: number;
  /** Throw away what an earlier run has left in the folder. */
  readonly fresh: boolean;
}

export interface EvalRun {
  readonly plan: EvalPlan;
  readonly summary: EvalSummary;
  readonly paths: EvalPaths;
  readonly casesCount: number;
  /** Those of them that earlier runs have left. */
  readonly keptCasesCount: number;
}

/**
 * Asks a model the questions of a set in every setting, side by side, and leaves a run folder: plan, cases, summary
 * and report. What an earlier run of the same plan has asked is not asked again.
 *
 * @throws interrupted, with the folder where the cases lie; eval_set_not_found, invalid_eval_set, eval_run_differs,
 *   eval_run_busy, invalid_eval_run; every code of tools, models, bake and gate
 */
export async function evaluate(
  options: EvaluateOptions,
  deps: PipelineDeps,
  onProgress: (progress: EvalProgress) => void = () => {},
): Promise<EvalRun> {
  try {
    const tools = options.tools && (await freezeChosenTools(options.tools, deps));
    const bfclFolder = path.resolve(deps.cwd, options.bfclFolder ?? path.join(deps.folders.evalSets, "bfcl"));
    const whole = await loadQuestionSet(options.set, { tools, bfclFolder, cwd: deps.cwd });
    const set = options.limit === null ? whole : firstRows(whole, options.limit);
    const given = options.withImprint === null ? null : await judged(options.withImprint, tools, deps);
    const settings = settingsOf(options.modes, options.decodings, given);
    const runtime = await openRuntime(options.modelRef, settings, deps);
    try {
      const contract = tools?.contract ?? null;
      const plan = planOf({ set, runtime, contract, given, settings, maxTokens: options.maxTokens });
      const session = new EvalSession(runtime, given, options.maxTokens, deps);
      const paths = evalPaths(runFolder(options.out, plan, deps));
      const { fresh } = options;
      return await withEvalFolder(paths, plan, { fresh, signal: deps.signal }, async (log) => {
        const cases = await askQuestions({ set, settings, session, log, paths }, deps.signal, onProgress);
        const summary = summarize(set, settings, cases.all);
        await writeFileAtomic(paths.summary, documentText(summaryDocument(summary)));
        await writeFileAtomic(paths.report, evalReport({ plan, set, cases: cases.all, summary }));
        return { plan, summary, paths, casesCount: cases.all.length, keptCasesCount: cases.keptCount };
      });
    } finally {
      await runtime.dispose();
    }
  } finally {
    await deps.runner.dispose();
  }
}

async function judged(
  reference: string,
  tools: Awaited<ReturnType<typeof freezeChosenTools>> | null,
  deps: PipelineDeps,
): Promise<ContractPass> {
  return passOrThrow(await admitContract(await findImprint(reference, deps.cwd), tools?.contract ?? null));
}

async function openRuntime(
  modelRef: string,
  settings: readonly EvalSetting[],
  deps: PipelineDeps,
): Promise<ModelRuntime> {
  const file = await findModel(modelRef, deps);
  if (settings.some(({ mode }) => mode.endsWith("_imprint"))) assertFullAttention(file);
  return openModelRuntime(file, deps.openEngine, deps.signal);
}

function runFolder(out: string | null, plan: EvalPlan, deps: PipelineDeps): string {
  return out === null
    ? path.join(deps.folders.evals, shortHash(planSha256(plan)))
    : path.resolve(deps.cwd, out);
}
