import type { Clock } from "../system/clock.ts";
import { type Figures, lossOf } from "../training/prefix/pass.ts";
import type { TrainingStep } from "../training/prefix/train.ts";

/** How a prefix does on the rows that are not trained on. */
export interface ValidationFigures {
  /** Nats a target token. */
  readonly loss: number;
  readonly rowsCount: number;
  /** Rows of which every target token is likelier than all others together. */
  readonly sureRowsCount: number;
}

/** Where a training run stands, behind each step. */
export interface TrainProgress {
  readonly step: number;
  readonly stepsCount: number;
  readonly loss: number;
  /** Where the step ended in a validation. */
  readonly validation: ValidationFigures | null;
  readonly isBest: boolean;
  /** Over this process's steps so far. */
  readonly tokensPerSecond: number;
  readonly leftMs: number;
}

export function validationFigures(figures: Figures): ValidationFigures {
  return { loss: lossOf(figures), rowsCount: figures.rows, sureRowsCount: figures.sureRows };
}

/** Measures how fast the steps of one process go. */
export class TrainMeter {
  readonly #clock: Clock;
  readonly #stepsCount: number;
  readonly #startMs: number;
  #steps = 0;
  #tokens = 0;

  constructor(stepsCount: number, clock: Clock) {
    this.#clock = clock;
    this.#stepsCount = stepsCount;
    this.#startMs = clock.elapsedMs();
  }

  after({ step, loss, tokens, validation, isBest }: TrainingStep): TrainProgress {
    this.#steps += 1;
    this.#tokens += tokens;
    const elapsedMs = Math.max(1, this.#clock.elapsedMs() - this.#startMs);
    return {
      step,
      stepsCount: this.#stepsCount,
      loss,
      validation: validation && validationFigures(validation),
      isBest,
      tokensPerSecond: (1_000 * this.#tokens) / elapsedMs,
      leftMs: (elapsedMs / this.#steps) * (this.#stepsCount - step),
    };
  }
}
