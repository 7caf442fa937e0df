import type { ModelShape } from "./model-shape.ts";

/** A linear map as a GGUF keeps it: row-major, one row for each output, one column for each input. */
export interface Matrix {
  /** [rows × columns] */
  readonly data: Float32Array;
  readonly rows: number;
  readonly columns: number;
}

/**
 * One layer. Norms multiply by their weight as it stands: where an architecture means 1 + w, the file holds the
 * sum already.
 */
export interface LayerWeights {
  /** [hidden] */
  readonly attentionNorm: Float32Array;
  /** [heads × headSize, hidden] */
  readonly query: Matrix;
  /** [kvHeads × headSize, hidden] */
  readonly key: Matrix;
  readonly value: Matrix;
  /** [hidden, heads × headSize] */
  readonly output: Matrix;
  /** Added to queries, keys and values before any norm or rotation; null where there is none. */
  readonly queryBias: Float32Array | null;
  readonly keyBias: Float32Array | null;
  readonly valueBias: Float32Array | null;
  /** [headSize] norm of each head, before rotation; null where there is none. */
  readonly queryNorm: Float32Array | null;
  readonly keyNorm: Float32Array | null;
  /** [hidden] norm of what attention adds, before it is added; null where there is none. */
  readonly postAttentionNorm: Float32Array | null;
  /** [hidden] */
  readonly feedForwardNorm: Float32Array;
  /** [feedForward, hidden] */
  readonly gate: Matrix;
  readonly up: Matrix;
  /** [hidden, feedForward] */
  readonly down: Matrix;
  /** [hidden] norm of what the feed-forward part adds, before it is added; null where there is none. */
  readonly postFeedForwardNorm: Float32Array | null;
}

/** A model's weights in 32-bit floats. */
export interface ModelWeights {
  readonly shape: ModelShape;
  /** [vocabulary, hidden] */
  readonly tokenEmbedding: Matrix;
  readonly layers: readonly LayerWeights[];
  /** [hidden] */
  readonly outputNorm: Float32Array;
  /** [vocabulary, hidden]; the very same object as `tokenEmbedding` where the model ties them. */
  readonly output: Matrix;
  /** [rotary dimensions / 2] each pair's frequency is divided by its factor; null where there are none. */
  readonly frequencyFactors: Float32Array | null;
}
