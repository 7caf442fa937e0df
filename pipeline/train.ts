import { sha256 } from "../imprint/hash.ts";
import { rowsOf } from "../imprint/state/rows.ts";
import { type TrainingRecord, trainingRecipeVersion } from "../imprint/training-record.ts";
import type { TensorBackend } from "../training/backend/backend.ts";
import { FrozenModel } from "../training/forward/frozen-model.ts";
import { practiceSetVersion } from "../training/practice/set/practice-set.ts";
import { frozenPass } from "../training/prefix/frozen-pass.ts";
import { type Figures, lossOf } from "../training/prefix/pass.ts";
import type { TrainingSettings } from "../training/prefix/settings.ts";
import {
  type TrainingInput,
  type TrainingState,
  type TrainingStep,
  trainPrefix,
} from "../training/prefix/train.ts";
import type { ModelWeights } from "../training/weights/model-weights.ts";
import { BakedState } from "./bake.ts";
import type { PractisedRows } from "./practise.ts";
import { stateOfRows, type TrainedState } from "./trained-state.ts";
import type { TrainingFolder } from "./training-folder.ts";

export interface TrainInput {
  readonly baked: BakedState;
  readonly rows: PractisedRows;
  readonly weights: ModelWeights;
  readonly backend: TensorBackend;
  readonly settings: TrainingSettings;
  /** Where the run's checkpoints and log are. */
  readonly folder: TrainingFolder;
}

export interface TrainDeps {
  readonly signal: AbortSignal;
  readonly onStart?: ((validation: Figures) => void) | undefined;
  readonly onStep?: ((step: TrainingStep) => void) | undefined;
}

/**
 * Trains the K and V rows of a baked state on practice rows, and measures the call gate anew behind what came of it.
 * The same input on the same backend gives the same bytes, however often the run was broken off and gone on with.
 *
 * @throws invalid_training_checkpoint, imprint_state_invalid, file_write_failed; the signal's reason when it was
 *   aborted, with a checkpoint of the last whole step
 */
export async function train(input: TrainInput, deps: TrainDeps): Promise<TrainedState> {
  const { baked, rows, settings } = input;
  if (!BakedState.is(baked)) throw new TypeError("train takes what bake gave");
  const trained = await trainedRows(input, deps);
  const training: TrainingRecord = {
    recipe_version: trainingRecipeVersion,
    start: { state_sha256: sha256(baked.state.bytes), cell_count: baked.state.cellCount },
    practice: {
      practice_version: practiceSetVersion,
      rows_sha256: rows.sha256,
      training_rows_count: rows.practice.length,
      validation_rows_count: rows.validation.length,
      example_rows_count: rows.examplesCount,
    },
    settings: settingsRecord(settings),
    steps_count: trained.step,
    best_step: trained.best.step,
    before: validationRecord(trained.before),
    after: validationRecord(trained.best.validation),
  };
  return stateOfRows(baked, trained.best.rows, training, deps.signal);
}

async function trainedRows(
  { baked, rows, weights, backend, settings, folder }: TrainInput,
  { signal, onStart, onStep }: TrainDeps,
): Promise<TrainingState> {
  const { state } = baked;
  const start = rowsOf(state);
  const model = new FrozenModel(backend.tf, weights);
  try {
    const input: TrainingInput = {
      start,
      cellCount: state.cellCount,
      practice: rows.practice,
      validation: rows.validation,
      settings,
      resumed: await folder.resumed(start),
    };
    return await trainPrefix(input, {
      pass: frozenPass(backend.tf, model, state.cellCount),
      signal,
      onStart: (figures) => onStart?.(figures),
      onStep: async (step, state) => {
        await folder.keep(step, state);
        onStep?.(step);
      },
    });
  } finally {
    model.dispose();
  }
}

export function settingsRecord(settings: TrainingSettings): TrainingRecord["settings"] {
  return {
    seed: settings.seed,
    planned_steps_count: settings.steps,
    peak_rate: settings.peakRate,
    warmup_steps_count: settings.warmupSteps,
    batch_rows_count: settings.rowsCount,
    batch_answers_count: settings.answersCount,
    pinned_cells_count: settings.pinnedCells,
    max_gradient_norm: settings.maxGradientNorm,
    part_tokens: settings.partTokens,
    validate_every_steps: settings.validateEverySteps,
    patience: settings.patience,
  };
}

function validationRecord(figures: Figures): TrainingRecord["before"] {
  return { loss: lossOf(figures), rows_count: figures.rows, sure_rows_count: figures.sureRows };
}
