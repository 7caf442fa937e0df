import {
  dequantizeQ4_0,
  dequantizeQ4_1,
  dequantizeQ5_0,
  dequantizeQ5_1,
  dequantizeQ8_0,
} from "./blocks-of-32.ts";
import { dequantizeQ4_K, dequantizeQ5_K, dequantizeQ6_K } from "./blocks-of-256.ts";
import { dequantizeBf16, dequantizeF16, dequantizeF32 } from "./plain.ts";

/** Fills `values` from the whole blocks that hold them; `bytes` must have exactly these. */
export type Dequantize = (bytes: Uint8Array, values: Float32Array) => void;

const dequantizers: ReadonlyMap<string, Dequantize> = new Map<string, Dequantize>([
  ["F32", dequantizeF32],
  ["F16", dequantizeF16],
  ["BF16", dequantizeBf16],
  ["Q8_0", dequantizeQ8_0],
  ["Q4_0", dequantizeQ4_0],
  ["Q4_1", dequantizeQ4_1],
  ["Q5_0", dequantizeQ5_0],
  ["Q5_1", dequantizeQ5_1],
  ["Q4_K", dequantizeQ4_K],
  ["Q5_K", dequantizeQ5_K],
  ["Q6_K", dequantizeQ6_K],
]);

/**
 * How a tensor type (by its name in a GGUF) becomes 32-bit floats, bit for bit as the Python package `gguf` does
 * it; undefined for a type that is not read here. Values that are not finite come out as they are.
 */
export function dequantizerOf(typeName: string): Dequantize | undefined {
  return dequantizers.get(typeName);
}
