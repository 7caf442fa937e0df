import type { Tensor, Tfjs } from "./tfjs.ts";

/** A frozen linear map: y = x·Wᵀ + b. */
export interface Projection {
  /** [outputs, inputs], as a GGUF keeps it. */
  readonly weight: Tensor;
  /** [outputs] */
  readonly bias: Tensor | undefined;
}

/** [tokens, inputs] → [tokens, outputs] */
export function project(tf: Tfjs, { weight, bias }: Projection, input: Tensor): Tensor {
  const product = timesTransposed(tf, input, weight);
  return bias === undefined ? product : tf.add(product, bias);
}

/** What a change of the output means for the input: dx = dy·W. */
export function projectBack(tf: Tfjs, { weight }: Projection, dOutput: Tensor): Tensor {
  return tf.matMul(dOutput, weight);
}

/**
 * a·Wᵀ. The wasm backend multiplies fast only where neither side is marked as transposed: there the small side is
 * turned around and back, which makes the product ten times as fast.
 */
export function timesTransposed(tf: Tfjs, input: Tensor, weight: Tensor): Tensor {
  if (tf.getBackend() !== "wasm") return tf.matMul(input, weight, false, true);
  return tf.transpose(tf.matMul(weight, tf.transpose(input)));
}
