import type { ModelShape } from "../weights/model-shape.ts";
import type { Tensor, Tfjs } from "./tfjs.ts";

export type Activation = ModelShape["activation"];

/** act(gate) ∘ up */
export function activate(tf: Tfjs, activation: Activation, gate: Tensor, up: Tensor): Tensor {
  return tf.mul(rule(tf, activation, gate).value, up);
}

export function activateBack(
  tf: Tfjs,
  activation: Activation,
  { gate, up }: { gate: Tensor; up: Tensor },
  dOutput: Tensor,
): { gate: Tensor; up: Tensor } {
  const { value, slope } = rule(tf, activation, gate);
  return { gate: tf.mul(tf.mul(dOutput, up), slope()), up: tf.mul(dOutput, value) };
}

/** The activation's value, and its derivative for whoever asks. */
function rule(tf: Tfjs, activation: Activation, x: Tensor): { value: Tensor; slope: () => Tensor } {
  return activation === "silu" ? silu(tf, x) : gelu(tf, x);
}

/** x·σ(x), slope σ(x) + x·σ(x)·(1 − σ(x)). */
function silu(tf: Tfjs, x: Tensor) {
  const sigmoid = tf.sigmoid(x);
  const value = tf.mul(x, sigmoid);
  return { value, slope: () => tf.add(sigmoid, tf.mul(value, tf.sub(1, sigmoid))) };
}

const geluOuter = Math.sqrt(2 / Math.PI);
const geluCubic = 0.044715;

/**
 * x·(1 + t)/2 with t = tanh(√(2/π)·(x + 0.044715·x³)) (Hendrycks and Gimpel, arXiv:1606.08415, section 2);
 * slope (1 + t)/2 + x·(1 − t²)/2·√(2/π)·(1 + 3·0.044715·x²).
 */
function gelu(tf: Tfjs, x: Tensor) {
  const square = tf.square(x);
  const tanh = tf.tanh(tf.mul(tf.mul(x, tf.add(tf.mul(square, geluCubic), 1)), geluOuter));
  const half = tf.mul(tf.add(tanh, 1), 0.5);
  const inner = () => tf.mul(tf.add(tf.mul(square, 3 * geluCubic), 1), geluOuter / 2);
  return {
    value: tf.mul(x, half),
    slope: () => tf.add(half, tf.mul(tf.mul(x, tf.sub(1, tf.square(tanh))), inner())),
  };
}
