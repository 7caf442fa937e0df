import { ImprintError } from "../../errors/error.ts";

/** Why a model cannot be trained although the engine may run it; stands in `details.reason`. */
export type TrainingRefusal =
  | "architecture"
  | "setting"
  | "rope_scaling"
  | "layers_differ"
  | "extra_tensor"
  | "too_large";

/** For what the forward pass would have to guess. */
export function refuseTraining(
  reason: TrainingRefusal,
  message: string,
  details: Readonly<Record<string, string | number>>,
): ImprintError {
  return new ImprintError("unsupported_training_model", message, { details: { reason, ...details } });
}

/** Why a file's weights are not the model that its metadata announces; stands in `details.reason`. */
export type WeightRefusal =
  | "missing_key"
  | "contradicting_keys"
  | "missing_tensor"
  | "wrong_shape"
  | "non_finite_weight"
  | "unusable_weight"
  | "changed"
  | "unreadable";

export function refuseWeights(
  reason: WeightRefusal,
  message: string,
  { cause, ...details }: { readonly tensor?: string; readonly key?: string; readonly cause?: unknown } = {},
): ImprintError {
  return new ImprintError("invalid_model_file", message, { details: { reason, ...details }, cause });
}
