const bits = new Uint32Array(1);
const value = new Float32Array(bits.buffer);

/** IEEE 754 binary16 → the number it stands for. Exact. */
export function halfToNumber(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/**
 * A float32 → binary16, rounded to the nearest, ties to even, as the engine and every processor round. What is too
 * large becomes infinity: whoever must have finite values checks them.
 */
export function numberToHalf(number: number): number {
  value[0] = number;
  const word = bits[0] as number;
  const sign = (word >>> 16) & 0x8000;
  const magnitude = word & 0x7fffffff;
  // NaN, infinity, and from 65520 on, which rounds to infinity.
  if (magnitude >= 0x477ff000) return sign | (magnitude > 0x7f800000 ? 0x7e00 : 0x7c00);
  // Below 2^-14 the step is fixed at 2^-24: adding 2^-1 in float32 rounds to exactly that step.
  if (magnitude < 0x38800000) {
    value[0] = Math.abs(number) + 0.5;
    return sign | ((bits[0] as number) - 0x3f000000);
  }
  const tie = (magnitude >>> 13) & 1;
  return sign | ((magnitude - 0x38000000 + 0xfff + tie) >>> 13);
}
