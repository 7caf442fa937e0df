import { halfToNumber } from "../../imprint/state/half.ts";

/** The value of every IEEE 754 binary16, by its bits: looking up is faster than computing. */
const valueOfHalf = Float32Array.from({ length: 65_536 }, (_, bits) => halfToNumber(bits));

/** The half at this offset, little-endian. */
export function halfAt(bytes: Uint8Array, offset: number): number {
  return valueOfHalf[(bytes[offset] ?? 0) | ((bytes[offset + 1] ?? 0) << 8)] ?? 0;
}
