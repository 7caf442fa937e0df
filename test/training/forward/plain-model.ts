import type { TargetRow } from "../../../training/forward/frozen-model.ts";
import type { Matrix, ModelWeights } from "../../../training/weights/model-weights.ts";
import type { PlainPrefix } from "./random-model.ts";

/**
 * The model once more, written for reading: one token after the other, one head after the other, in 64-bit floats.
 * It shares nothing with the product's forward pass but the weights.
 */
export function plainLogits(weights: ModelWeights, prefix: PlainPrefix | null, tokens: readonly number[]) {
  const { shape } = weights;
  const cells = Array.from({ length: shape.layerCount }, (_, layer) => cellsOf(weights, prefix, layer));
  return tokens.map((token, index) => {
    const { data, columns } = weights.tokenEmbedding;
    let values = [...data.subarray(token * columns, (token + 1) * columns)].map(
      (x) => x * shape.embeddingScale,
    );
    for (const [at, layer] of weights.layers.entries()) {
      const place = { layer: at, position: (prefix?.cellCount ?? 0) + index };
      const mixed = attention(weights, place, norm(weights, values, layer.attentionNorm), cells[at] ?? []);
      values = sum(values, optionalNorm(weights, mixed, layer.postAttentionNorm));
      const normed = norm(weights, values, layer.feedForwardNorm);
      const gate = times(layer.gate, normed).map(shape.activation === "silu" ? silu : gelu);
      const up = times(layer.up, normed);
      const fed = times(
        layer.down,
        gate.map((g, i) => g * (up[i] ?? 0)),
      );
      values = sum(values, optionalNorm(weights, fed, layer.postFeedForwardNorm));
    }
    return times(weights.output, norm(weights, values, weights.outputNorm));
  });
}

/** Σ weight × cross-entropy over the rows' targets, and each cross-entropy. */
export function plainLoss(weights: ModelWeights, prefix: PlainPrefix | null, rows: readonly TargetRow[]) {
  const losses = rows.flatMap(({ tokens, scored, targets }) => {
    const logits = plainLogits(weights, prefix, tokens);
    return scored.map((index, at) => {
      const z = logits[index] ?? [];
      const logSum = Math.log(z.reduce((total, each) => total + Math.exp(each), 0));
      const { tokens: wanted = [], probabilities = [] } = targets[at] ?? {};
      return wanted.reduce(
        (total, token, i) => total + (probabilities[i] ?? 0) * (logSum - (z[token] ?? 0)),
        0,
      );
    });
  });
  const counts = rows.flatMap(({ targets }) => targets.map(({ weight }) => weight));
  return { losses, total: losses.reduce((total, loss, at) => total + loss * (counts[at] ?? 0), 0) };
}

interface Cell {
  readonly position: number;
  /** By K/V head. */
  readonly keys: readonly number[][];
  readonly values: readonly number[][];
}

function cellsOf({ shape }: ModelWeights, prefix: PlainPrefix | null, layer: number): Cell[] {
  const width = shape.kvHeadCount * shape.headSize;
  return Array.from({ length: prefix?.cellCount ?? 0 }, (_, position) => {
    const row = (from: Float32Array | Float64Array | undefined) =>
      heads(Array.from(from ?? []).slice(position * width, (position + 1) * width), shape.headSize);
    return { position, keys: row(prefix?.k[layer]), values: row(prefix?.v[layer]) };
  });
}

/** Adds the token's own cell, then looks at all cells that it may see. */
function attention(
  weights: ModelWeights,
  { layer, position }: { layer: number; position: number },
  normed: readonly number[],
  cells: Cell[],
): number[] {
  const { shape } = weights;
  const own = weights.layers[layer];
  if (own === undefined) throw new RangeError("no such layer");
  const projected = (matrix: Matrix, bias: Float32Array | null) =>
    heads(sum(times(matrix, normed), [...(bias ?? [])]), shape.headSize);
  const turned = (each: number[][], headNorm: Float32Array | null) =>
    each.map((head) => turn(weights, layer, position, optionalNorm(weights, head, headNorm)));
  const keys = turned(projected(own.key, own.keyBias), own.keyNorm);
  cells.push({ position, keys, values: projected(own.value, own.valueBias) });
  const window = shape.slidingWindow?.isSliding[layer]
    ? shape.slidingWindow.windowTokens
    : Number.POSITIVE_INFINITY;
  const visible = cells.filter((cell) => position - cell.position < window);
  const group = shape.headCount / shape.kvHeadCount;
  const mixed = turned(projected(own.query, own.queryBias), own.queryNorm).flatMap((query, head) => {
    const of = Math.floor(head / group);
    const weightsOf = visible.map((cell) => Math.exp(shape.scoreScale * dot(query, cell.keys[of] ?? [])));
    const total = weightsOf.reduce((a, b) => a + b, 0);
    return query.map((_, i) =>
      visible.reduce(
        (mix, cell, at) => mix + ((weightsOf[at] ?? 0) / total) * (cell.values[of]?.[i] ?? 0),
        0,
      ),
    );
  });
  return times(own.output, mixed);
}

function turn(
  { shape, frequencyFactors }: ModelWeights,
  layer: number,
  position: number,
  head: number[],
): number[] {
  const { rotary, slidingWindow } = shape;
  const sliding = slidingWindow?.isSliding[layer] === true;
  const base = sliding ? slidingWindow.frequencyBase : rotary.frequencyBase;
  const scale = sliding ? 1 : rotary.positionScale;
  const turned = [...head];
  for (let pair = 0; pair < rotary.dimensionCount / 2; pair++) {
    const adjacent = rotary.pairing === "adjacent";
    const first = adjacent ? 2 * pair : pair;
    const second = adjacent ? 2 * pair + 1 : pair + rotary.dimensionCount / 2;
    const factor = sliding ? 1 : (frequencyFactors?.[pair] ?? 1);
    const angle = (position * scale) / (base ** ((2 * pair) / rotary.dimensionCount) * factor);
    const [a = 0, b = 0] = [head[first], head[second]];
    turned[first] = a * Math.cos(angle) - b * Math.sin(angle);
    turned[second] = a * Math.sin(angle) + b * Math.cos(angle);
  }
  return turned;
}

function norm({ shape }: ModelWeights, x: readonly number[], weight: Float32Array): number[] {
  const rms = Math.sqrt(dot(x, x) / x.length + shape.normEpsilon);
  return x.map((value, i) => (value / rms) * (weight[i] ?? 0));
}

function optionalNorm(weights: ModelWeights, x: number[], weight: Float32Array | null): number[] {
  return weight === null ? x : norm(weights, x, weight);
}

function times({ data, rows, columns }: Matrix, x: readonly number[]): number[] {
  const product = new Array<number>(rows).fill(0);
  for (let at = 0; at < data.length; at++) {
    const row = Math.floor(at / columns);
    product[row] = (product[row] ?? 0) + (data[at] ?? 0) * (x[at % columns] ?? 0);
  }
  return product;
}

function heads(row: readonly number[], headSize: number): number[][] {
  return Array.from({ length: row.length / headSize }, (_, head) =>
    row.slice(head * headSize, (head + 1) * headSize),
  );
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((total, x, i) => total + x * (b[i] ?? 0), 0);
const sum = (a: readonly number[], b: readonly number[]) => a.map((x, i) => x + (b[i] ?? 0));
const silu = (x: number) => x / (1 + Math.exp(-x));
const gelu = (x: number) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
