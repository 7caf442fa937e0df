import { halfAt } from "./half.ts";

/**
 * Blocks of 32 weights with one scale d, and in the types `_1` a least value m. Where a weight has 4 bits, byte i
 * holds weight i in its lower half and weight i + 16 in its upper half; a fifth bit stands in a word of 32.
 *
 * A half times an integer of few bits, and the sum with m, are exact in the 64 bits that we compute in, so storing
 * rounds once: the very bits of an implementation that computes in 32.
 */

const weights = 32;
const halfWeights = weights / 2;

/** d · q: half d, 32 signed bytes. */
export function dequantizeQ8_0(blocks: Uint8Array, values: Float32Array): void {
  const signed = new Int8Array(blocks.buffer, blocks.byteOffset, blocks.length);
  for (let at = 0, out = 0; out < values.length; at += 34, out += weights) {
    const d = halfAt(blocks, at);
    for (let i = 0; i < weights; i++) values[out + i] = d * (signed[at + 2 + i] ?? 0);
  }
}

/** d · (q − 8): half d, 16 bytes. */
export function dequantizeQ4_0(blocks: Uint8Array, values: Float32Array): void {
  for (let at = 0, out = 0; out < values.length; at += 18, out += weights) {
    const d = halfAt(blocks, at);
    for (let i = 0; i < halfWeights; i++) {
      const byte = blocks[at + 2 + i] ?? 0;
      values[out + i] = d * ((byte & 15) - 8);
      values[out + i + halfWeights] = d * ((byte >> 4) - 8);
    }
  }
}

/** d · q + m: halves d and m, 16 bytes. */
export function dequantizeQ4_1(blocks: Uint8Array, values: Float32Array): void {
  for (let at = 0, out = 0; out < values.length; at += 20, out += weights) {
    const d = halfAt(blocks, at);
    const m = halfAt(blocks, at + 2);
    for (let i = 0; i < halfWeights; i++) {
      const byte = blocks[at + 4 + i] ?? 0;
      values[out + i] = d * (byte & 15) + m;
      values[out + i + halfWeights] = d * (byte >> 4) + m;
    }
  }
}

/** d · (q − 16): half d, word of fifth bits, 16 bytes. */
export function dequantizeQ5_0(blocks: Uint8Array, values: Float32Array): void {
  for (let at = 0, out = 0; out < values.length; at += 22, out += weights) {
    const d = halfAt(blocks, at);
    const fifths = wordAt(blocks, at + 2);
    for (let i = 0; i < halfWeights; i++) {
      const byte = blocks[at + 6 + i] ?? 0;
      values[out + i] = d * (lowerOf(byte, fifths, i) - 16);
      values[out + i + halfWeights] = d * (upperOf(byte, fifths, i) - 16);
    }
  }
}

/** d · q + m: halves d and m, word of fifth bits, 16 bytes. */
export function dequantizeQ5_1(blocks: Uint8Array, values: Float32Array): void {
  for (let at = 0, out = 0; out < values.length; at += 24, out += weights) {
    const d = halfAt(blocks, at);
    const m = halfAt(blocks, at + 2);
    const fifths = wordAt(blocks, at + 4);
    for (let i = 0; i < halfWeights; i++) {
      const byte = blocks[at + 8 + i] ?? 0;
      values[out + i] = d * lowerOf(byte, fifths, i) + m;
      values[out + i + halfWeights] = d * upperOf(byte, fifths, i) + m;
    }
  }
}

/** Weight i of five bits. */
function lowerOf(byte: number, fifths: number, i: number): number {
  return (byte & 15) | (((fifths >>> i) & 1) << 4);
}

/** Weight i + 16. */
function upperOf(byte: number, fifths: number, i: number): number {
  return (byte >> 4) | (((fifths >>> (i + halfWeights)) & 1) << 4);
}

function wordAt(bytes: Uint8Array, offset: number): number {
  return (
    (bytes[offset] ?? 0) |
    ((bytes[offset + 1] ?? 0) << 8) |
    ((bytes[offset + 2] ?? 0) << 16) |
    ((bytes[offset + 3] ?? 0) << 24)
  );
}
