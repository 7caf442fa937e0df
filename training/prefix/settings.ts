import type { BatchSettings } from "./batches.ts";
import type { RateSettings } from "./schedule.ts";

/** Everything that decides, with start and rows, what training comes to on one backend. */
export interface TrainingSettings extends RateSettings, BatchSettings {
  /** Cells from the first on that never move: the model's attention rests on them. */
  readonly pinnedCells: number;
  /** Longest gradient over all numbers of the prefix; a longer one is shortened. */
  readonly maxGradientNorm: number;
  /** Tokens evaluated at once; the gradients of the parts of a batch are added up. */
  readonly partTokens: number;
  readonly validateEverySteps: number;
  /** Validations without a better one before the run ends; 0 for never. */
  readonly patience: number;
}
