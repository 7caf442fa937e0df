import type { Tensor, Tfjs } from "./tfjs.ts";

/**
 * Keys and values to look at, [stacks, length, headSize]. One stack serves a stretch of the queries: with fewer
 * stacks, more queries share one, and nothing is copied for them.
 */
export interface Sight {
  readonly keys: Tensor;
  readonly values: Tensor;
  /** Added to the scores; repeats itself over the leading heads. */
  readonly mask: Tensor | undefined;
}

/** What attention gives, [keyHeads, queries, headSize], and what the way back over it needs. */
export interface Attended {
  readonly output: Tensor;
  /** log Σ exp of each query's scores, [keyHeads, queries, 1] */
  readonly logSum: Tensor;
}

/**
 * softmax(q·Kᵀ + mask)·V with the softmax over all sights together. `queries` are [keyHeads, queries, headSize],
 * turned by their positions and scaled.
 */
export function attend(tf: Tfjs, queries: Tensor, sights: readonly Sight[]): Attended {
  const scores = sights.map((sight) => scoresOn(tf, queries, sight));
  const peak = scores.map((each) => tf.max(each, -1, true)).reduce((a, b) => tf.maximum(a, b));
  const parts = sights.map((sight, at) => {
    const weights = tf.exp(tf.sub(scores[at] ?? peak, peak));
    const mixed = tf.matMul(byStack(tf, sight, weights), sight.values);
    return { total: tf.sum(weights, -1, true), mixed: tf.reshape(mixed, queries.shape) };
  });
  const total = parts.map((part) => part.total).reduce((a, b) => tf.add(a, b));
  const mixed = parts.map((part) => part.mixed).reduce((a, b) => tf.add(a, b));
  return { output: tf.div(mixed, total), logSum: tf.add(peak, tf.log(total)) };
}

/** Gradients for the queries, and for the keys and values of each sight. */
export interface AttentionGradients {
  readonly queries: Tensor;
  readonly sights: readonly { readonly keys: Tensor; readonly values: Tensor }[];
}

/**
 * The weights P are computed again from `logSum`. With dP = dO·Vᵀ and δ = Σ dO ∘ O: dS = P ∘ (dP − δ), dQ = dS·K,
 * dK = dSᵀ·Q, dV = Pᵀ·dO (Dao et al., FlashAttention, arXiv:2205.14135, appendix B.2).
 */
export function attendBack(
  tf: Tfjs,
  queries: Tensor,
  sights: readonly Sight[],
  { output, logSum }: Attended,
  dOutput: Tensor,
): AttentionGradients {
  const delta = tf.sum(tf.mul(dOutput, output), -1, true);
  const parts = sights.map((sight) => {
    const weights = tf.exp(tf.sub(scoresOn(tf, queries, sight), logSum));
    const dMixed = byStack(tf, sight, dOutput);
    const dWeights = tf.reshape(tf.matMul(dMixed, sight.values, false, true), weights.shape);
    const dScores = byStack(tf, sight, tf.mul(weights, tf.sub(dWeights, delta)));
    return {
      queries: tf.reshape(tf.matMul(dScores, sight.keys), queries.shape),
      keys: tf.matMul(dScores, byStack(tf, sight, queries), true),
      values: tf.matMul(byStack(tf, sight, weights), dMixed, true),
    };
  });
  return { queries: parts.map((part) => part.queries).reduce((a, b) => tf.add(a, b)), sights: parts };
}

/** [keyHeads, queries, length] */
function scoresOn(tf: Tfjs, queries: Tensor, sight: Sight): Tensor {
  const scores = tf.matMul(byStack(tf, sight, queries), sight.keys, false, true);
  const [keyHeads = 1] = queries.shape;
  const masked =
    sight.mask === undefined ? scores : tf.add(tf.reshape(scores, [-1, sight.mask.size]), sight.mask);
  return tf.reshape(masked, [keyHeads, -1, lengthOf(sight)]);
}

/** [keyHeads, queries, ·] → [stacks, queries of one stack, ·] */
function byStack(tf: Tfjs, { keys }: Sight, ofQueries: Tensor): Tensor {
  const [stacks = 1] = keys.shape;
  return tf.reshape(ofQueries, [stacks, -1, ofQueries.shape.at(-1) ?? 1]);
}

function lengthOf({ keys }: Sight): number {
  return keys.shape[1] ?? 0;
}
