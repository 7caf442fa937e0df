import type { ModelShape } from "../../../training/weights/model-shape.ts";
import type { LayerWeights, Matrix, ModelWeights } from "../../../training/weights/model-weights.ts";

const llama: ModelShape = {
  architecture: "llama",
  layerCount: 2,
  hiddenSize: 24,
  headCount: 6,
  kvHeadCount: 2,
  headSize: 4,
  feedForwardSize: 20,
  vocabularySize: 40,
  normEpsilon: 1e-5,
  rotary: { pairing: "adjacent", dimensionCount: 4, frequencyBase: 100, positionScale: 1 },
  slidingWindow: null,
  scoreScale: 0.5,
  embeddingScale: 1,
  activation: "silu",
};
const qwen: ModelShape = {
  ...llama,
  headCount: 4,
  headSize: 8,
  rotary: { pairing: "halves", dimensionCount: 8, frequencyBase: 1_000, positionScale: 1 },
  scoreScale: 8 ** -0.5,
};

/** Small shapes in which everything that sets the architectures apart occurs, and heads × size is not the width. */
export const shapes = {
  llama,
  "llama with scaled positions": { ...llama, rotary: { ...llama.rotary, positionScale: 0.25 } },
  qwen2: { ...qwen, architecture: "qwen2" },
  qwen3: { ...qwen, architecture: "qwen3" },
  gemma3: {
    ...qwen,
    architecture: "gemma3",
    layerCount: 3,
    activation: "gelu",
    embeddingScale: Math.sqrt(24),
    rotary: { ...qwen.rotary, frequencyBase: 10_000, positionScale: 0.5 },
    slidingWindow: { windowTokens: 5, frequencyBase: 50, isSliding: [true, true, false] },
  },
} satisfies Record<string, ModelShape>;

/** Which optional parts of a layer a model of this architecture has. */
function partsOf(architecture: string) {
  return {
    biases: architecture === "qwen2",
    headNorms: architecture === "qwen3" || architecture === "gemma3",
    postNorms: architecture === "gemma3",
  };
}

/** Weights drawn at random, with the optional parts of their architecture; equal seeds give equal weights. */
export function randomModel(shape: ModelShape, seed = 1): ModelWeights {
  const draw = randomNormal(seed);
  const vector = (length: number, mean: number, spread: number) =>
    Float32Array.from({ length }, () => mean + spread * draw());
  const norm = (length: number) => vector(length, 1, 0.2);
  const matrix = (rows: number, columns: number, gain = 1): Matrix => ({
    data: vector(rows * columns, 0, gain / Math.sqrt(columns)),
    rows,
    columns,
  });
  const { hiddenSize, feedForwardSize, headSize, vocabularySize } = shape;
  const queries = shape.headCount * headSize;
  const keys = shape.kvHeadCount * headSize;
  const { biases, headNorms, postNorms } = partsOf(shape.architecture);
  const layer = (): LayerWeights => ({
    attentionNorm: norm(hiddenSize),
    query: matrix(queries, hiddenSize, 2),
    key: matrix(keys, hiddenSize, 2),
    value: matrix(keys, hiddenSize),
    output: matrix(hiddenSize, queries),
    queryBias: biases ? vector(queries, 0, 0.5) : null,
    keyBias: biases ? vector(keys, 0, 0.5) : null,
    valueBias: biases ? vector(keys, 0, 0.5) : null,
    queryNorm: headNorms ? norm(headSize) : null,
    keyNorm: headNorms ? norm(headSize) : null,
    postAttentionNorm: postNorms ? norm(hiddenSize) : null,
    feedForwardNorm: norm(hiddenSize),
    gate: matrix(feedForwardSize, hiddenSize, 2),
    up: matrix(feedForwardSize, hiddenSize),
    down: matrix(hiddenSize, feedForwardSize),
    postFeedForwardNorm: postNorms ? norm(hiddenSize) : null,
  });
  const tokenEmbedding = matrix(vocabularySize, hiddenSize, 2);
  return {
    shape,
    tokenEmbedding,
    layers: Array.from({ length: shape.layerCount }, layer),
    outputNorm: norm(hiddenSize),
    output: shape.architecture === "gemma3" ? tokenEmbedding : matrix(vocabularySize, hiddenSize, 2),
    frequencyFactors:
      shape.rotary.positionScale === 1 && shape.architecture === "llama" ? Float32Array.of(1.5, 4) : null,
  };
}

/** A random prefix as plain numbers, layer by layer [cells × width]. */
export function randomPrefix(shape: ModelShape, cellCount: number, seed = 2): PlainPrefix {
  const draw = randomNormal(seed);
  const rows = () => Float32Array.from({ length: cellCount * shape.kvHeadCount * shape.headSize }, draw);
  return {
    cellCount,
    k: Array.from({ length: shape.layerCount }, rows),
    v: Array.from({ length: shape.layerCount }, rows),
  };
}

export interface PlainPrefix {
  readonly cellCount: number;
  readonly k: readonly (Float32Array | Float64Array)[];
  readonly v: readonly (Float32Array | Float64Array)[];
}

/** Normally distributed numbers from a seed (mulberry32, then Box and Muller). */
export function randomNormal(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
