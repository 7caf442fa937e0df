import type { Sha256 } from "./hash.ts";

export const trainingRecipeVersion = "edge.training.v1";

/** How well a prefix does on rows that were not trained on. */
export interface ValidationRecord {
  /** Cross-entropy, nats a target token. */
  readonly loss: number;
  readonly rows_count: number;
  /** Rows each of whose target tokens is likelier than all others together: greedy decoding writes the target. */
  readonly sure_rows_count: number;
}

/**
 * What a trained imprint came from. Its K/V cannot be made again by reading the contract, so this vouches for them:
 * the same start, practice and settings on the same backend train to the same bytes.
 */
export interface TrainingRecord {
  readonly recipe_version: typeof trainingRecipeVersion;
  /** The exact state that the training began with. */
  readonly start: { readonly state_sha256: Sha256; readonly cell_count: number };
  readonly practice: {
    readonly practice_version: string;
    /** Of all rows as token ids, those of the validation included. */
    readonly rows_sha256: Sha256;
    readonly training_rows_count: number;
    readonly validation_rows_count: number;
    readonly example_rows_count: number;
  };
  readonly settings: {
    readonly seed: string;
    readonly planned_steps_count: number;
    readonly peak_rate: number;
    readonly warmup_steps_count: number;
    readonly batch_rows_count: number;
    readonly batch_answers_count: number;
    readonly pinned_cells_count: number;
    readonly max_gradient_norm: number;
    readonly part_tokens: number;
    readonly validate_every_steps: number;
    readonly patience: number;
  };
  readonly steps_count: number;
  /** The step whose prefix this is; 0 when none was better than the start. */
  readonly best_step: number;
  readonly before: ValidationRecord;
  readonly after: ValidationRecord;
}
