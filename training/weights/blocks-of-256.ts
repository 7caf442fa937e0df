import { halfAt } from "./half.ts";

/**
 * K types: blocks of 256 weights in groups with scales of their own, which are integers on the block's scale d (and
 * least values on dmin). As in blocks of 32, everything up to the last rounding is exact.
 */

const weights = 256;
const group = 32;

/** d·s · q − dmin·m: halves d and dmin, 8 pairs s and m in 12 bytes, 128 bytes of 4-bit weights. */
export function dequantizeQ4_K(blocks: Uint8Array, values: Float32Array): void {
  for (let at = 0, out = 0; out < values.length; at += 144, out += weights) {
    const d = halfAt(blocks, at);
    const dmin = halfAt(blocks, at + 2);
    for (let g = 0; g < 8; g++) {
      const scale = d * scaleOf(blocks, at + 4, g);
      const least = dmin * leastOf(blocks, at + 4, g);
      const from = at + 16 + nibblesOf(g);
      const shift = 4 * (g & 1);
      for (let i = 0; i < group; i++) {
        const q = ((blocks[from + i] ?? 0) >> shift) & 15;
        values[out + g * group + i] = scale * q - least;
      }
    }
  }
}

/** As Q4_K, with 32 bytes before the 128: bit g of byte i is the fifth bit of weight i of group g. */
export function dequantizeQ5_K(blocks: Uint8Array, values: Float32Array): void {
  for (let at = 0, out = 0; out < values.length; at += 176, out += weights) {
    const d = halfAt(blocks, at);
    const dmin = halfAt(blocks, at + 2);
    for (let g = 0; g < 8; g++) {
      const scale = d * scaleOf(blocks, at + 4, g);
      const least = dmin * leastOf(blocks, at + 4, g);
      const from = at + 48 + nibblesOf(g);
      const shift = 4 * (g & 1);
      for (let i = 0; i < group; i++) {
        const low = ((blocks[from + i] ?? 0) >> shift) & 15;
        const fifth = ((blocks[at + 16 + i] ?? 0) >> g) & 1;
        values[out + g * group + i] = scale * (low | (fifth << 4)) - least;
      }
    }
  }
}

/**
 * d·s · (q − 32): 128 bytes of lower four bits, 64 of upper two, 16 signed bytes s of 16 weights each, half d.
 * In each half of a block, groups 0 and 1 are the lower and groups 2 and 3 the upper halves of 64 bytes.
 */
export function dequantizeQ6_K(blocks: Uint8Array, values: Float32Array): void {
  const signed = new Int8Array(blocks.buffer, blocks.byteOffset, blocks.length);
  for (let at = 0, out = 0; out < values.length; at += 210, out += weights) {
    const d = halfAt(blocks, at + 208);
    for (let g = 0; g < 8; g++) {
      const lows = at + (g >> 2) * 64 + (g & 1) * group;
      const lowShift = 4 * ((g >> 1) & 1);
      const highs = at + 128 + (g >> 2) * group;
      const highShift = 2 * (g & 3);
      for (let i = 0; i < group; i++) {
        const low = ((blocks[lows + i] ?? 0) >> lowShift) & 15;
        const high = ((blocks[highs + i] ?? 0) >> highShift) & 3;
        const scale = d * (signed[at + 192 + 2 * g + (i >> 4)] ?? 0);
        values[out + g * group + i] = scale * ((low | (high << 4)) - 32);
      }
    }
  }
}

/** Groups 2c and 2c + 1 are the lower and upper halves of the same 32 bytes. */
function nibblesOf(g: number): number {
  return (g >> 1) * group;
}

/** Six bits: groups 0…3 have theirs in bytes 0…3, groups 4…7 in the lower halves of bytes 8…11, topped from there. */
function scaleOf(bytes: Uint8Array, at: number, g: number): number {
  if (g < 4) return (bytes[at + g] ?? 0) & 63;
  return ((bytes[at + 4 + g] ?? 0) & 15) | (((bytes[at + g - 4] ?? 0) >> 2) & 48);
}

/** The same of bytes 4…7 and the upper halves of bytes 8…11. */
function leastOf(bytes: Uint8Array, at: number, g: number): number {
  if (g < 4) return (bytes[at + 4 + g] ?? 0) & 63;
  return ((bytes[at + 4 + g] ?? 0) >> 4) | (((bytes[at + g] ?? 0) >> 2) & 48);
}
