import { ImprintError } from "../errors/error.ts";
import { sha256, sha256OfJson, shortHash } from "../imprint/hash.ts";
import type { BackendFacts, BackendName, BackendThreads } from "../training/backend/backend.ts";
import { backendFactsDocument } from "../training/backend/facts-document.ts";
import { openBackend } from "../training/backend/open.ts";
import { type PlacedRow, practiceSet } from "../training/practice/set/practice-set.ts";
import type { Figures } from "../training/prefix/pass.ts";
import type { TrainingSettings } from "../training/prefix/settings.ts";
import type { TrainingStep } from "../training/prefix/train.ts";
import { loadWeights } from "../training/weights/load-weights.ts";
import { admit, admitContract, passOrThrow } from "./admit.ts";
import { assertFullAttention, type BakedState, bake } from "./bake.ts";
import type { PipelineDeps } from "./deps.ts";
import { findModel } from "./find-model.ts";
import { freezeChosenTools, type ToolChoice } from "./freeze-tools.ts";
import { type ModelRuntime, openModelRuntime } from "./model-runtime.ts";
import { loadOwnExamples } from "./own-examples.ts";
import { type PractisedRows, practise } from "./practise.ts";
import { restore } from "./restore.ts";
import { type SealedImprint, seal } from "./seal.ts";
import type { StagesShown } from "./stages-shown.ts";
import { settingsRecord, train } from "./train.ts";
import {
  TrainMeter,
  type TrainProgress,
  type ValidationFigures,
  validationFigures,
} from "./train-progress.ts";
import type { TrainedState } from "./trained-state.ts";
import { TrainingFolder } from "./training-folder.ts";

export interface TrainOptions {
  readonly modelRef: string;
  readonly tools: ToolChoice;
  /** Rows made from the contract. */
  readonly practiceRows: number;
  /** The user's own rows; null without. */
  readonly examplesFile: string | null;
  readonly settings: Omit<TrainingSettings, "seed">;
  /** The hash of the active set when null. */
  readonly seed: string | null;
  readonly backend: BackendName | "auto";
  readonly threads: BackendThreads;
  readonly resume: boolean;
}

/** The stages of a training run, in order. */
export const trainStages = {
  tools: "freeze the tool contract",
  load: "load the model",
  bake: "bake the contract",
  practice: "make practice rows from the contract",
  weights: "read the weights",
  train: "train the prefix",
  seal: "seal the imprint",
  gate: "pass the gate and restore",
} as const;

export type TrainStage = keyof typeof trainStages;

/** What a training run came to. */
export interface TrainRun {
  readonly runtime: ModelRuntime;
  readonly baked: BakedState;
  readonly trained: TrainedState;
  readonly sealed: SealedImprint;
  readonly backend: BackendFacts;
  readonly folder: TrainingFolder;
  /** The steps of this process: a run that went on has earlier ones in its log. */
  readonly steps: readonly TrainProgress[];
  readonly trainingMs: number;
}

export interface TrainEvents {
  /** What the start, or the best prefix of a run that goes on, comes to. */
  readonly onStart?: (validation: ValidationFigures) => void;
  readonly onStep?: (progress: TrainProgress) => void;
}

/**
 * Freezes tools, bakes them, trains the prefix on practice rows made from them, seals what came of it as one imprint
 * and takes that through the gate and into a fresh context, as any chat will.
 *
 * @throws interrupted with a checkpoint; every code of tools, models, bake, training and gate; docs/errors.md
 */
export async function trainImprint(
  options: TrainOptions,
  deps: PipelineDeps,
  stage: StagesShown<TrainStage>,
  events: TrainEvents = {},
): Promise<TrainRun> {
  try {
    const { contract } = await stage("tools", async (note) => {
      const tools = await freezeChosenTools(options.tools, deps);
      note(`${tools.contract.tools.length} tools, active set ${shortHash(tools.contract.activeSetSha256)}`);
      return tools;
    });
    const runtime = await stage("load", async (note) => {
      const model = await findModel(options.modelRef, deps);
      assertFullAttention(model);
      note(`${model.modelRef} ${shortHash(model.sha256)}`);
      return openModelRuntime(model, deps.openEngine, deps.signal);
    });
    try {
      const baked = await stage("bake", async (note) => {
        const baked = await bake({ runtime, contract, profileText: "", gateOf: null }, deps);
        note(`${baked.prefix.tokens.length} tokens in ${Math.round(baked.prefillMs)} ms`);
        return baked;
      });
      const seed = options.seed ?? contract.activeSetSha256;
      const rows = await stage("practice", (note) => practised({ baked, options, seed }, deps, note));
      return await trainedRun({ runtime, baked, rows, seed }, options, deps, { stage, events });
    } finally {
      await runtime.dispose();
    }
  } finally {
    await deps.runner.dispose();
  }
}

async function practised(
  { baked, options, seed }: { baked: BakedState; options: TrainOptions; seed: string },
  deps: PipelineDeps,
  note: (text: string) => void,
): Promise<PractisedRows> {
  const { runtime, contract, prefix, profileText } = baked;
  if (contract === null) throw new TypeError("tools were frozen");
  const { examplesFile, practiceRows: size } = options;
  const examples = examplesFile === null ? [] : await loadOwnExamples(examplesFile, contract, deps);
  const set: readonly PlacedRow[] = practiceSet(contract, { size, seed, examples });
  const rows = await practise(
    { runtime, prefix, profileText, rows: set },
    { signal: deps.signal, onRow: (done, total) => note(`${done} of ${total} rows`) },
  );
  note(`${rows.practice.length} to train on, ${rows.validation.length} to validate`);
  return rows;
}

async function trainedRun(
  given: { runtime: ModelRuntime; baked: BakedState; rows: PractisedRows; seed: string },
  options: TrainOptions,
  deps: PipelineDeps,
  { stage, events }: { stage: StagesShown<TrainStage>; events: TrainEvents },
): Promise<TrainRun> {
  const { runtime, baked, rows, seed } = given;
  const settings: TrainingSettings = { ...options.settings, seed };
  const { path, identity } = runtime.file;
  const { signal, clock } = deps;
  const { backend } = await openBackend(options.backend, { env: deps.env, threads: options.threads });
  try {
    const weights = await stage("weights", async (note) => {
      const weights = await loadWeights({ path, identity }, { signal });
      note(`${weights.shape.layerCount} layers, on ${backend.facts.name}`);
      return weights;
    });
    const run = { sha256: runSha256(given, settings, backend.facts), resume: options.resume, signal };
    const steps: TrainProgress[] = [];
    const start = clock.elapsedMs();
    const { trained, folder } = await TrainingFolder.with(deps.folders.training, run, (folder) =>
      stage("train", async (note) => {
        const meter = new TrainMeter(settings.steps, clock);
        const onStart = (figures: Figures) => events.onStart?.(validationFigures(figures));
        const onStep = (step: TrainingStep) => {
          const progress = meter.after(step);
          steps.push(progress);
          events.onStep?.(progress);
          note(`step ${step.step} of ${settings.steps}, loss ${step.loss.toFixed(3)}`);
        };
        const input = { baked, rows, weights, backend, settings, folder };
        const trained = await train(input, { signal, onStart, onStep }).catch((error) => {
          throw signal.aborted ? interrupted(steps.at(-1)?.step ?? 0, settings, folder, error) : error;
        });
        const { before, after, best_step: best } = trained.training;
        note(`validation loss ${before.loss.toFixed(3)} → ${after.loss.toFixed(3)} at step ${best}`);
        return { trained, folder };
      }),
    );
    const trainingMs = clock.elapsedMs() - start;
    const sealed = await stage("seal", async (note) => {
      const sealed = await seal(trained, deps.store);
      note(shortHash(sealed.descriptor.digest));
      return sealed;
    });
    await stage("gate", (note) => proven(sealed, given, deps, note));
    return { runtime, baked, trained, sealed, backend: backend.facts, folder, steps, trainingMs };
  } finally {
    backend.dispose();
  }
}

function interrupted(
  step: number,
  { steps }: TrainingSettings,
  { folder }: TrainingFolder,
  cause: unknown,
): ImprintError {
  const message =
    step === 0
      ? "interrupted before a step was done"
      : `interrupted behind step ${step} of ${steps}, which is kept; the same command with --resume goes on`;
  return new ImprintError("interrupted", message, { details: { folder, step, steps }, cause });
}

/** Of all that decides what the training comes to. */
function runSha256(
  { runtime, baked, rows }: { runtime: ModelRuntime; baked: BakedState; rows: PractisedRows },
  settings: TrainingSettings,
  facts: BackendFacts,
) {
  return sha256OfJson({
    model_sha256: runtime.file.sha256,
    start_state_sha256: sha256(baked.state.bytes),
    rows_sha256: rows.sha256,
    settings: settingsRecord(settings),
    backend: { name: facts.name, ...backendFactsDocument(facts) },
  });
}

async function proven(
  sealed: SealedImprint,
  { runtime, baked }: { runtime: ModelRuntime; baked: BakedState },
  deps: PipelineDeps,
  note: (text: string) => void,
): Promise<void> {
  const file = { path: sealed.path, expectedDigest: sealed.descriptor.digest };
  const admitted = passOrThrow(await admitContract(file, baked.contract));
  const session = await restore(passOrThrow(await admit(admitted, runtime)), runtime, deps);
  note(`${session.prefix.tokens.length} tokens in ${session.loadMs.toFixed(1)} ms`);
  await session.context.dispose();
}
