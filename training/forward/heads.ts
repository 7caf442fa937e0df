import type { Tensor, Tfjs } from "./tfjs.ts";

/** Heads of a model; `queriesPerKey` query heads share one K/V head (Ainslie et al., arXiv:2305.13245). */
export interface HeadShape {
  readonly keyHeads: number;
  readonly queriesPerKey: number;
  readonly headSize: number;
}

/** How tokens lie in lanes, and values in heads. */
export interface HeadLayout {
  readonly heads: HeadShape;
  readonly laneCount: number;
  readonly laneTokens: number;
}

/** [tokens, queryHeads × headSize] → [keyHeads, lanes × queriesPerKey × laneTokens, headSize] */
export function queryStack(tf: Tfjs, layout: HeadLayout, rows: Tensor): Tensor {
  const { heads, laneCount, laneTokens } = layout;
  const { keyHeads, queriesPerKey, headSize } = heads;
  const split = tf.reshape(rows, [laneCount, laneTokens, keyHeads, queriesPerKey, headSize]);
  return tf.reshape(tf.transpose(split, [2, 0, 3, 1, 4]), [keyHeads, -1, headSize]);
}

/** The way back from a `queryStack`. */
export function queryRows(tf: Tfjs, layout: HeadLayout, stack: Tensor): Tensor {
  const { heads, laneCount, laneTokens } = layout;
  const { keyHeads, queriesPerKey, headSize } = heads;
  const split = tf.reshape(stack, [keyHeads, laneCount, queriesPerKey, laneTokens, headSize]);
  return tf.reshape(tf.transpose(split, [1, 3, 0, 2, 4]), [laneCount * laneTokens, -1]);
}

/** [tokens, keyHeads × headSize] → [keyHeads × lanes, laneTokens, headSize] */
export function keyStack(tf: Tfjs, { heads, laneCount, laneTokens }: HeadLayout, rows: Tensor): Tensor {
  const split = tf.reshape(rows, [laneCount, laneTokens, heads.keyHeads, heads.headSize]);
  return tf.reshape(tf.transpose(split, [2, 0, 1, 3]), [-1, laneTokens, heads.headSize]);
}

/** The way back from a `keyStack`. */
export function keyRows(tf: Tfjs, { heads, laneCount, laneTokens }: HeadLayout, stack: Tensor): Tensor {
  const split = tf.reshape(stack, [heads.keyHeads, laneCount, laneTokens, heads.headSize]);
  return tf.reshape(tf.transpose(split, [1, 2, 0, 3]), [laneCount * laneTokens, -1]);
}

/** Rows of the prefix, [cells, keyHeads × headSize] → [keyHeads, cells, headSize] */
export function cellStack(tf: Tfjs, { heads }: HeadLayout, rows: Tensor): Tensor {
  return tf.transpose(tf.reshape(rows, [-1, heads.keyHeads, heads.headSize]), [1, 0, 2]);
}

/** The way back from a `cellStack`. */
export function cellRows(tf: Tfjs, { heads }: HeadLayout, stack: Tensor): Tensor {
  return tf.reshape(tf.transpose(stack, [1, 0, 2]), [-1, heads.keyHeads * heads.headSize]);
}
