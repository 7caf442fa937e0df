import type { Tfjs } from "../../../training/backend/backend.ts";

/** A row of numbers that looks random and is the same everywhere. */
function noise(count: number, seed: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => Math.sin(seed + 12.9898 * (i + 1)));
}

/**
 * A product of matrices, 24 × 48 by 48 × 32, its softmax p, and the gradient of Σ p² for the second matrix, written
 * out as training writes its gradients: dz = p · (2p − Σ 2p²), dW = Xᵀ dz.
 */
export function computed(tf: Tfjs): { product: number[]; softmax: number[]; gradient: number[] } {
  return tf.tidy(() => {
    const left = tf.tensor2d(noise(24 * 48, 1), [24, 48]);
    const product = tf.matMul(left, tf.tensor2d(noise(48 * 32, 2), [48, 32]));
    const softmax = tf.softmax(product);
    const outer = tf.mul(2, softmax);
    const inner = tf.sub(outer, tf.sum(tf.mul(outer, softmax), -1, true));
    const gradient = tf.matMul(left, tf.mul(softmax, inner), true, false);
    return {
      product: [...product.dataSync()],
      softmax: [...softmax.dataSync()],
      gradient: [...gradient.dataSync()],
    };
  });
}

/** The largest difference of two rows of numbers. */
export function largestDifference(left: readonly number[], right: readonly number[]): number {
  if (left.length !== right.length) return Number.POSITIVE_INFINITY;
  return Math.max(...left.map((value, i) => Math.abs(value - (right[i] ?? Number.NaN))));
}
