import { createHash } from "node:crypto";

/** How a type that training reads is stored, written out apart from the tables of the product. */
export interface StoredType {
  readonly name: string;
  /** Number of the type in a GGUF. */
  readonly id: number;
  readonly blockElements: number;
  readonly blockBytes: number;
  /** Where the halves stand by which a block's weights are multiplied, or which are added to them. */
  readonly scaleOffsets: readonly number[];
}

export const storedTypes: readonly StoredType[] = (
  [
    ["F32", 0, 1, 4, []],
    ["F16", 1, 1, 2, [0]],
    ["BF16", 30, 1, 2, []],
    ["Q4_0", 2, 32, 18, [0]],
    ["Q4_1", 3, 32, 20, [0, 2]],
    ["Q5_0", 6, 32, 22, [0]],
    ["Q5_1", 7, 32, 24, [0, 2]],
    ["Q8_0", 8, 32, 34, [0]],
    ["Q4_K", 12, 256, 144, [0, 2]],
    ["Q5_K", 13, 256, 176, [0, 2]],
    ["Q6_K", 14, 256, 210, [208]],
  ] as const
).map(([name, id, blockElements, blockBytes, scaleOffsets]) => ({
  name,
  id,
  blockElements,
  blockBytes,
  scaleOffsets,
}));

/** Halves at the edges: zeros, least and greatest subnormals, least normal, one, greatest, and their negatives. */
const edgeHalves = [0x0000, 0x0001, 0x03ff, 0x0400, 0x3c00, 0x7bff].flatMap((half) => [half, half | 0x8000]);

/** 32-bit floats at the edges, whose upper halves are a bfloat16's. */
const edgeFloats = [0x0000_0000, 0x0000_0001, 0x0001_0000, 0x007f_ffff, 0x0080_0000, 0x7f7f_ffff];

/** The same bytes for the same seed. */
export function seededBytes(seed: string, length: number): Buffer {
  return createHash("shake256", { outputLength: length }).update(seed).digest();
}

/** Blocks of any bytes at all: scales that are NaN or infinite are among them. */
export function anyBlocks({ name, blockBytes }: StoredType, count: number, seed: string): Buffer {
  return seededBytes(`${name} ${seed}`, count * blockBytes);
}

/** Blocks whose scales are at the edges of what is finite, in many pairs, then some of small scales. */
export function finiteBlocks(type: StoredType, count: number, seed: string): Buffer {
  const bytes = anyBlocks(type, count, seed);
  for (let block = 0; block < count; block++) {
    const at = block * type.blockBytes;
    if (type.name === "F32") bytes.writeUInt32LE(finiteFloat(bytes.readUInt32LE(at), block), at);
    if (type.name === "BF16")
      bytes.writeUInt16LE(finiteFloat(bytes.readUInt16LE(at) << 16, block) >>> 16, at);
    for (const [index, offset] of type.scaleOffsets.entries()) {
      bytes.writeUInt16LE(finiteHalf(bytes.readUInt16LE(at + offset), block, index), at + offset);
    }
  }
  return bytes;
}

/** The second half of a block takes other edges than the first. Without its highest exponent bit a half is below 2. */
function finiteHalf(bits: number, block: number, index: number): number {
  const edge = edgeHalves[index === 0 ? block : (5 * block + 1) % edgeHalves.length];
  return block < edgeHalves.length && edge !== undefined ? edge : bits & 0xbfff;
}

function finiteFloat(bits: number, index: number): number {
  const edge = edgeFloats[index >> 1];
  return (edge === undefined ? bits & 0xbfff_ffff : edge | ((index & 1) << 31)) >>> 0;
}
