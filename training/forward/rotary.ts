import type { RotaryShape } from "../weights/model-shape.ts";
import type { Tensor, Tfjs } from "./tfjs.ts";

/** A layer's rotation (Su et al., RoFormer, arXiv:2104.09864, section 3.2.2). */
export interface Rotation extends RotaryShape {
  /** Each pair's frequency is divided by its factor; null for none. */
  readonly frequencyFactors: Float32Array | null;
}

/** cos and sin for stacked rows of heads, [row values], and what brings a value's partner to its place. */
export interface RotaryTable {
  readonly cos: Tensor;
  readonly sin: Tensor;
  /** [headSize, headSize] of 0, 1 and −1: x·J holds −b and a where x holds the pair a, b. */
  readonly partner: Tensor;
}

/** x·cos + (x·J)·sin. `heads` is any stack [..., headSize] whose values repeat the table's rows. */
export function rotate(tf: Tfjs, { cos, sin, partner }: RotaryTable, heads: Tensor): Tensor {
  return tf.reshape(
    tf.add(byTable(tf, heads, cos), byTable(tf, withPartners(tf, heads, partner), sin)),
    heads.shape,
  );
}

/** A rotation's transpose turns back: dy·cos − (dy·J)·sin. */
export function rotateBack(tf: Tfjs, { cos, sin, partner }: RotaryTable, dHeads: Tensor): Tensor {
  return tf.reshape(
    tf.sub(byTable(tf, dHeads, cos), byTable(tf, withPartners(tf, dHeads, partner), sin)),
    dHeads.shape,
  );
}

/**
 * The table for heads at these positions, one row of headSize values each. `gain` multiplies what is turned: the
 * scale of attention scores, put where it costs nothing.
 */
export function rotaryTable(
  tf: Tfjs,
  rotation: Rotation,
  { headSize, positions, gain = 1 }: { headSize: number; positions: ArrayLike<number>; gain?: number },
): RotaryTable {
  const cos = new Float32Array(positions.length * headSize).fill(gain);
  const sin = new Float32Array(positions.length * headSize);
  const half = rotation.dimensionCount / 2;
  for (let row = 0; row < positions.length; row++) {
    const position = (positions[row] ?? 0) * rotation.positionScale;
    for (let pair = 0; pair < half; pair++) {
      const angle = position * frequency(rotation, pair);
      for (const value of membersOf(rotation, pair)) {
        cos[row * headSize + value] = gain * Math.cos(angle);
        sin[row * headSize + value] = gain * Math.sin(angle);
      }
    }
  }
  return { cos: tf.tensor1d(cos), sin: tf.tensor1d(sin), partner: partnerMatrix(tf, rotation, headSize) };
}

function frequency({ frequencyBase, dimensionCount, frequencyFactors }: Rotation, pair: number): number {
  return frequencyBase ** ((-2 * pair) / dimensionCount) / (frequencyFactors?.[pair] ?? 1);
}

/** Places of a pair's two values in a head. */
function membersOf({ pairing, dimensionCount }: Rotation, pair: number): [number, number] {
  return pairing === "adjacent" ? [2 * pair, 2 * pair + 1] : [pair, pair + dimensionCount / 2];
}

function partnerMatrix(tf: Tfjs, rotation: Rotation, headSize: number): Tensor {
  const values = new Float32Array(headSize * headSize);
  for (let pair = 0; pair < rotation.dimensionCount / 2; pair++) {
    const [first, second] = membersOf(rotation, pair);
    values[second * headSize + first] = -1;
    values[first * headSize + second] = 1;
  }
  return tf.tensor2d(values, [headSize, headSize]);
}

function withPartners(tf: Tfjs, heads: Tensor, partner: Tensor): Tensor {
  const [headSize = 0] = partner.shape;
  return tf.matMul(tf.reshape(heads, [-1, headSize]), partner);
}

/** Multiplies with a table that repeats itself over the leading heads. */
function byTable(tf: Tfjs, heads: Tensor, table: Tensor): Tensor {
  return tf.mul(tf.reshape(heads, [-1, table.size]), table);
}
