/**
 * The engine's sequence state file, version 3, for one stream of full attention with flash attention on.
 * Little-endian, no padding:
 *
 *   u32 magic · u32 version · u32 token count T · i32 × T tokens
 *   u32 stream count 1 · u32 cell count C · C × (i32 position, u32 sequence count 1, i32 sequence id)
 *   u32 transposed V 0 · u32 layer count L
 *   L × K record, then L × V record: i32 type · u64 row bytes · C × row bytes
 *
 * Layers ascend, no index is stored. K rows are stored after RoPE, head by head.
 */
export const stateLayout = {
  /** On disk the bytes `q s g g`. */
  magic: 0x67677371,
  version: 3,
  streamCount: 1,
  /** Cells of a sequence file belong to one sequence; the engine ignores its id on load. */
  sequencesPerCell: 1,
  sequenceId: 0,
  transposedV: 0,
  /** Type and row size before the rows of one layer. */
  recordHeadBytes: 12,
} as const;

/** ggml tensor types that K/V rows may have: id in the file, values and bytes of one block. */
export const ggmlTypes = {
  F32: { id: 0, blockValues: 1, blockBytes: 4 },
  F16: { id: 1, blockValues: 1, blockBytes: 2 },
  Q4_0: { id: 2, blockValues: 32, blockBytes: 18 },
  Q4_1: { id: 3, blockValues: 32, blockBytes: 20 },
  Q5_0: { id: 6, blockValues: 32, blockBytes: 22 },
  Q5_1: { id: 7, blockValues: 32, blockBytes: 24 },
  Q8_0: { id: 8, blockValues: 32, blockBytes: 34 },
  IQ4_NL: { id: 20, blockValues: 32, blockBytes: 18 },
  BF16: { id: 30, blockValues: 1, blockBytes: 2 },
} as const;

export type GgmlType = keyof typeof ggmlTypes;

/** What the model and the context settings demand of a state. Never read from the file being judged. */
export interface StateGeometry {
  readonly layerCount: number;
  /** Values in one K row, layer by layer: K/V heads × head size. */
  readonly kWidths: readonly number[];
  readonly vWidths: readonly number[];
  /** Token ids are below this. */
  readonly vocabSize: number;
  readonly keyType: GgmlType;
  readonly valueType: GgmlType;
}

/** Bytes of one row of `width` values. */
export function rowBytes(type: GgmlType, width: number): number {
  const { blockValues, blockBytes } = ggmlTypes[type];
  if (width <= 0 || width % blockValues !== 0) {
    throw new RangeError(`a ${type} row cannot have ${width} values`);
  }
  return (width / blockValues) * blockBytes;
}
