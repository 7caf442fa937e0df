import { timesTransposed } from "./projection.ts";
import { normalize, normalizeBack, type RmsNorm } from "./rms-norm.ts";
import type { Tensor, Tfjs } from "./tfjs.ts";

/** From the last layer's values to logits: norm, then a product with a row for each token. */
export interface OutputHead {
  readonly norm: RmsNorm;
  /** [vocabulary, width] in the backend. */
  readonly weight: Tensor;
  /** The same values here, for the few rows that targets need. */
  readonly values: Float32Array;
}

/** What should come after a scored token. */
export interface Target {
  /** One token, or the likeliest ones of a teacher. */
  readonly tokens: readonly number[];
  /** Of each token; they may leave some of the distribution out. */
  readonly probabilities: readonly number[];
  /** What the position counts in the sum that is minimised. */
  readonly weight: number;
}

/** Positions whose logits exist at a time: 12 MiB of float32 for a vocabulary of 49,152. */
const positionsAtATime = 64;

/** [positions, width] → [positions, vocabulary] */
export function logitsOf(tf: Tfjs, { norm, weight }: OutputHead, input: Tensor): Tensor {
  return timesTransposed(tf, normalize(tf, norm, input), weight);
}

/** Cross-entropy −Σ p·log softmax(z) of each position, unweighted, [positions]. */
export function crossEntropies(
  tf: Tfjs,
  head: OutputHead,
  input: Tensor,
  targets: readonly Target[],
): Tensor {
  return tf.concat(inParts(tf, input, targets, (part, wanted) => partLoss(tf, head, part, wanted).losses));
}

/** The same, and the gradient of Σ weight × cross-entropy for the input. */
export function crossEntropiesBack(
  tf: Tfjs,
  head: OutputHead,
  input: Tensor,
  targets: readonly Target[],
): { losses: Tensor; input: Tensor } {
  const parts = inParts(tf, input, targets, (part, wanted) => {
    const { losses, logits, logSum, aim, mass } = partLoss(tf, head, part, wanted);
    const expected = tf.matMul(tf.exp(tf.sub(logits, logSum)), head.weight);
    const weights = tf.tensor2d(
      wanted.map(({ weight }) => weight),
      [wanted.length, 1],
    );
    const dNormed = tf.mul(tf.sub(tf.mul(expected, mass), aim), weights);
    return { losses, input: normalizeBack(tf, head.norm, part, dNormed) };
  });
  return {
    losses: tf.concat(parts.map(({ losses }) => losses)),
    input: tf.concat(parts.map((part) => part.input)),
  };
}

/**
 * With z = x·Wᵀ, −Σ p·log softmax(z) is Σp · log Σ exp z − x·ā, where ā = Σ p·W[token]: no row of the vocabulary's
 * length for the target, and no gather on the way back.
 */
function partLoss(tf: Tfjs, head: OutputHead, input: Tensor, targets: readonly Target[]) {
  const normed = normalize(tf, head.norm, input);
  const logits = timesTransposed(tf, normed, head.weight);
  const logSum = logSumExp(tf, logits);
  const aim = aimOf(tf, head, targets);
  const mass = tf.tensor2d(
    targets.map(({ probabilities }) => probabilities.reduce((a, b) => a + b, 0)),
    [targets.length, 1],
  );
  const hit = tf.sum(tf.mul(normed, aim), -1, true);
  return { losses: tf.reshape(tf.sub(tf.mul(logSum, mass), hit), [-1]), logits, logSum, aim, mass };
}

function logSumExp(tf: Tfjs, logits: Tensor): Tensor {
  const peak = tf.max(logits, -1, true);
  return tf.add(peak, tf.log(tf.sum(tf.exp(tf.sub(logits, peak)), -1, true)));
}

/** The rows of W that each target asks for, mixed by their probabilities, [positions, width]. */
function aimOf(tf: Tfjs, { values, weight }: OutputHead, targets: readonly Target[]): Tensor {
  const [, width = 0] = weight.shape;
  const aim = new Float32Array(targets.length * width);
  for (const [at, { tokens, probabilities }] of targets.entries()) {
    for (const [index, token] of tokens.entries()) {
      const probability = probabilities[index] ?? 0;
      for (let column = 0; column < width; column++) {
        const place = at * width + column;
        aim[place] = (aim[place] ?? 0) + probability * (values[token * width + column] ?? 0);
      }
    }
  }
  return tf.tensor2d(aim, [targets.length, width]);
}

function inParts<T extends Tensor | { losses: Tensor; input: Tensor }>(
  tf: Tfjs,
  input: Tensor,
  targets: readonly Target[],
  compute: (part: Tensor, targets: readonly Target[]) => T,
): T[] {
  const parts: T[] = [];
  for (let start = 0; start < targets.length; start += positionsAtATime) {
    const wanted = targets.slice(start, start + positionsAtATime);
    parts.push(tf.tidy(() => compute(tf.slice(input, start, wanted.length), wanted)));
  }
  return parts;
}
