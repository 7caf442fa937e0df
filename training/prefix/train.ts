import type { LayerRows } from "../../imprint/state/rows.ts";
import { Batches, partsOf } from "./batches.ts";
import { addRows, type MovingPrefix, moved, movingFrom, normOf, pin, zeroLike } from "./moving.ts";
import { type Figures, lossOf, noFigures, type PrefixPass, sumOf } from "./pass.ts";
import type { TrainingRow } from "./row.ts";
import { rateOf } from "./schedule.ts";
import type { TrainingSettings } from "./settings.ts";

/** The best prefix so far, judged on rows that are not trained on. */
export interface BestPrefix {
  /** 0 for the start. */
  readonly step: number;
  readonly validation: Figures;
  readonly rows: readonly LayerRows[];
}

/** A run between two steps: all that the next one depends on. */
export interface TrainingState {
  /** Steps that are done. */
  readonly step: number;
  readonly moving: MovingPrefix;
  /** What the start came to on the validation rows. */
  readonly before: Figures;
  readonly best: BestPrefix;
  /** Validations since the best one. */
  readonly staleCount: number;
}

/** One step, as a log says it. */
export interface TrainingStep {
  readonly step: number;
  /** Nats a target token, over the step's batch, before the prefix moved. */
  readonly loss: number;
  readonly rate: number;
  readonly gradientNorm: number;
  /** Tokens that went through the model, targets included. */
  readonly tokens: number;
  /** Where the step ended in a validation. */
  readonly validation: Figures | null;
  readonly isBest: boolean;
}

export interface TrainingInput {
  readonly start: readonly LayerRows[];
  readonly cellCount: number;
  readonly practice: readonly TrainingRow[];
  readonly validation: readonly TrainingRow[];
  readonly settings: TrainingSettings;
  /** Where an earlier run of the same input stood; null from the start. */
  readonly resumed: TrainingState | null;
}

export interface TrainingDeps {
  readonly pass: PrefixPass;
  readonly signal: AbortSignal;
  /** What the start, or the best so far of a run that goes on, comes to on the validation rows. */
  readonly onStart?: ((validation: Figures) => void) | undefined;
  /** After each step, with the state behind it; a run that is broken here goes on from there. */
  readonly onStep: (step: TrainingStep, state: TrainingState) => Promise<void>;
}

/**
 * Trains the K and V rows of a prefix, the model's weights untouched, and gives the rows that did best on the
 * validation rows. The start counts as the first candidate.
 *
 * @throws the signal's reason when it was aborted, between two parts of a batch
 */
export async function trainPrefix(input: TrainingInput, deps: TrainingDeps): Promise<TrainingState> {
  const { practice, settings } = input;
  const batches = new Batches(practice, settings);
  let state = input.resumed ?? (await firstState(input, deps));
  deps.onStart?.(state.best.validation);
  while (state.step < settings.steps && !isStale(state, settings)) {
    const done = await oneStep(state, batches.at(state.step + 1), input, deps);
    state = done.state;
    await deps.onStep(done.step, state);
  }
  return state;
}

async function firstState({ start, validation, settings }: TrainingInput, deps: TrainingDeps) {
  const figures = await figuresOf(start, validation, settings, deps);
  const best = { step: 0, validation: figures, rows: start };
  return { step: 0, moving: movingFrom(start), before: figures, best, staleCount: 0 };
}

function isStale({ staleCount }: TrainingState, { patience }: TrainingSettings): boolean {
  return patience > 0 && staleCount >= patience;
}

async function oneStep(
  state: TrainingState,
  batch: readonly TrainingRow[],
  { cellCount, validation, settings }: TrainingInput,
  deps: TrainingDeps,
): Promise<{ step: TrainingStep; state: TrainingState }> {
  const step = state.step + 1;
  const { figures, gradient } = await gradientOf(state.moving.rows, batch, settings, deps);
  pin(gradient, settings.pinnedCells, cellCount);
  // Of the mean over target tokens, not of their sum.
  const gradientNorm = normOf(gradient) / figures.targetTokens;
  const shortened = Math.min(1, settings.maxGradientNorm / Math.max(gradientNorm, Number.MIN_VALUE));
  const rate = rateOf(step, settings);
  const moving = moved(state.moving, gradient, { step, rate, scale: shortened / figures.targetTokens });
  const isDue = step % settings.validateEverySteps === 0 || step === settings.steps;
  const judged = isDue ? await figuresOf(moving.rows, validation, settings, deps) : null;
  const isBest = judged !== null && lossOf(judged) < lossOf(state.best.validation);
  const best = isBest ? { step, validation: judged, rows: moving.rows } : state.best;
  const staleCount = isBest ? 0 : state.staleCount + (isDue ? 1 : 0);
  const tokens = batch.reduce((sum, { before, target }) => sum + before.length + target.length, 0);
  return {
    step: { step, loss: lossOf(figures), rate, gradientNorm, tokens, validation: judged, isBest },
    state: { step, moving, before: state.before, best, staleCount },
  };
}

async function gradientOf(
  prefix: readonly LayerRows[],
  batch: readonly TrainingRow[],
  { partTokens }: TrainingSettings,
  { pass, signal }: TrainingDeps,
): Promise<{ figures: Figures; gradient: readonly LayerRows[] }> {
  let figures = noFigures;
  const sum = zeroLike(prefix);
  for (const part of partsOf(batch, partTokens)) {
    signal.throwIfAborted();
    const { gradient, ...partFigures } = await pass.gradient(prefix, part);
    addRows(sum, gradient);
    figures = sumOf(figures, partFigures);
  }
  return { figures, gradient: sum };
}

async function figuresOf(
  prefix: readonly LayerRows[],
  rows: readonly TrainingRow[],
  { partTokens }: TrainingSettings,
  { pass, signal }: TrainingDeps,
): Promise<Figures> {
  let figures = noFigures;
  for (const part of partsOf(rows, partTokens)) {
    signal.throwIfAborted();
    figures = sumOf(figures, await pass.figures(prefix, part));
  }
  return figures;
}
