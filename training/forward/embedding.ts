import type { Matrix } from "../weights/model-weights.ts";
import { padding } from "./lanes.ts";
import type { Tensor, Tfjs } from "./tfjs.ts";

export interface EmbeddingTable {
  /** A row for each token. */
  readonly matrix: Matrix;
  readonly scale: number;
}

/**
 * Rows of the table, [tokens, width]; zeros where a slot holds no token. Looked up outside the backend: nothing
 * moves the table, and the wasm backend lacks the kernel that a gather's gradient needs.
 */
export function embed(tf: Tfjs, { matrix, scale }: EmbeddingTable, tokens: Int32Array): Tensor {
  const { data, rows, columns } = matrix;
  const values = new Float32Array(tokens.length * columns);
  for (const [slot, token] of tokens.entries()) {
    if (token === padding) continue;
    if (token < 0 || token >= rows) throw new RangeError(`a vocabulary of ${rows} tokens has no ${token}`);
    values.set(data.subarray(token * columns, (token + 1) * columns), slot * columns);
  }
  const embedded = tf.tensor2d(values, [tokens.length, columns]);
  return scale === 1 ? embedded : tf.mul(embedded, scale);
}
