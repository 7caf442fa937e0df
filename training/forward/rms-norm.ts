import type { Tensor, Tfjs } from "./tfjs.ts";

/** Root-mean-square norm over the last axis: y = w ∘ x·r with r = (mean(x²) + ε)^(−1/2). */
export interface RmsNorm {
  /** [width] */
  readonly weight: Tensor;
  readonly epsilon: number;
}

export function normalize(tf: Tfjs, norm: RmsNorm, input: Tensor): Tensor {
  return tf.mul(tf.mul(input, inverseRms(tf, norm, input)), norm.weight);
}

/** dx = r·(g − x̂·mean(g ∘ x̂)) with g = w ∘ dy and x̂ = x·r. */
export function normalizeBack(tf: Tfjs, norm: RmsNorm, input: Tensor, dOutput: Tensor): Tensor {
  const scale = inverseRms(tf, norm, input);
  const unit = tf.mul(input, scale);
  const dUnit = tf.mul(dOutput, norm.weight);
  const along = tf.mean(tf.mul(dUnit, unit), -1, true);
  return tf.mul(tf.sub(dUnit, tf.mul(unit, along)), scale);
}

function inverseRms(tf: Tfjs, { epsilon }: RmsNorm, input: Tensor): Tensor {
  return tf.rsqrt(tf.add(tf.mean(tf.square(input), -1, true), epsilon));
}
