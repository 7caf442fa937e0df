import type { Lanes } from "./lanes.ts";
import type { Tensor, Tfjs } from "./tfjs.ts";

/** Values at the scored slots, [slots, width] → [scored, width]: a product with a 0/1 matrix, which is exact. */
export function scoredValues(tf: Tfjs, lanes: Lanes, values: Tensor): Tensor {
  return tf.matMul(selection(tf, lanes), values);
}

/** The gradient goes back to the scored slots; the others get 0. */
export function scoredValuesBack(tf: Tfjs, lanes: Lanes, dScored: Tensor): Tensor {
  return tf.matMul(selection(tf, lanes), dScored, true);
}

function selection(tf: Tfjs, { scoredSlots, tokens }: Lanes): Tensor {
  if (scoredSlots.length === 0) throw new RangeError("no row has a scored token");
  const values = new Float32Array(scoredSlots.length * tokens.length);
  for (const [row, slot] of scoredSlots.entries()) values[row * tokens.length + slot] = 1;
  return tf.tensor2d(values, [scoredSlots.length, tokens.length]);
}
