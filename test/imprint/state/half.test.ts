import fc from "fast-check";
import { expect, it } from "vitest";
import { halfToNumber, numberToHalf } from "../../../imprint/state/half.ts";

it("every half is read and written back as itself", () => {
  for (let half = 0; half < 0x10000; half++) {
    const number = halfToNumber(half);
    if (Number.isNaN(number)) expect(Number.isNaN(halfToNumber(numberToHalf(number)))).toBe(true);
    else if (numberToHalf(number) !== half)
      expect.fail(`0x${half.toString(16)} became ${numberToHalf(number)}`);
  }
});

it.each([
  ["zero", 0x0000, 0],
  ["minus zero", 0x8000, -0],
  ["the smallest", 0x0001, 2 ** -24],
  ["the smallest normal", 0x0400, 2 ** -14],
  ["one", 0x3c00, 1],
  ["the largest", 0x7bff, 65504],
  ["infinity", 0x7c00, Number.POSITIVE_INFINITY],
])("%s", (_, half, number) => {
  expect(halfToNumber(half)).toBe(number);
  expect(numberToHalf(number)).toBe(half);
});

it.each([
  ["half way to the next stays at the even one below", 1 + 2 ** -11, 0x3c00],
  ["half way goes up to the even one above", 1 + 3 * 2 ** -11, 0x3c02],
  ["just over half way goes up", 1 + 2 ** -11 + 2 ** -23, 0x3c01],
  ["half of the smallest is zero", 2 ** -25, 0],
  ["just over half of the smallest is the smallest", 2 ** -25 * 1.001, 1],
  ["just under what becomes infinity", 65519.99, 0x7bff],
  ["what becomes infinity", 65520, 0x7c00],
  ["far too large", -1e30, 0xfc00],
])("%s", (_, number, half) => {
  expect(numberToHalf(number)).toBe(half);
});

it("no half is nearer to a number than the one that is written", () => {
  fc.assert(
    fc.property(fc.float({ noNaN: true, min: -60_000, max: 60_000 }), (number) => {
      const half = numberToHalf(number);
      const distance = Math.abs(halfToNumber(half) - number);
      for (const other of [half - 1, half + 1]) {
        const around = halfToNumber(other & 0xffff);
        if (Number.isFinite(around)) expect(Math.abs(around - number)).toBeGreaterThanOrEqual(distance);
      }
    }),
  );
});
