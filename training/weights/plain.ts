import { halfAt } from "./half.ts";

/** Types without blocks. Every file and every platform that the engine runs on is little-endian. */

export function dequantizeF32(bytes: Uint8Array, values: Float32Array): void {
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength).set(bytes);
}

export function dequantizeF16(bytes: Uint8Array, values: Float32Array): void {
  for (let i = 0; i < values.length; i++) values[i] = halfAt(bytes, 2 * i);
}

/** A bfloat16 is the upper half of a 32-bit float. */
export function dequantizeBf16(bytes: Uint8Array, values: Float32Array): void {
  const halves = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  for (let i = 0; i < values.length; i++) {
    halves[4 * i] = 0;
    halves[4 * i + 1] = 0;
    halves[4 * i + 2] = bytes[2 * i] ?? 0;
    halves[4 * i + 3] = bytes[2 * i + 1] ?? 0;
  }
}
