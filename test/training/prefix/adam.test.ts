import { expect, it } from "vitest";
import { adam, noMoments } from "../../../training/prefix/adam.ts";
import { rateOf } from "../../../training/prefix/schedule.ts";

it("the first step moves each number by the rate against its slope, however long the slope", () => {
  const start = Float32Array.of(1, 1, 1);
  const { parameters } = adam(start, Float32Array.of(0.001, -1000, 0), noMoments(3), {
    step: 1,
    rate: 0.1,
    scale: 1,
  });
  expect(parameters[0]).toBeCloseTo(0.9, 4);
  expect(parameters[1]).toBeCloseTo(1.1, 6);
  expect(parameters[2]).toBe(1);
});

it("two steps are those that the paper's algorithm gives by hand", () => {
  const one = adam(Float32Array.of(0), Float32Array.of(2), noMoments(1), { step: 1, rate: 0.1, scale: 0.5 });
  const two = adam(one.parameters, Float32Array.of(-4), one.moments, { step: 2, rate: 0.1, scale: 0.5 });
  const [m, v] = [0.9 * 0.1 * 1 + 0.1 * -2, 0.999 * 0.001 * 1 + 0.001 * 4];
  const expected = -0.1 - (0.1 * (m / (1 - 0.81))) / (Math.sqrt(v / (1 - 0.998001)) + 1e-8);
  expect(two.parameters[0]).toBeCloseTo(expected, 6);
  expect(two.moments.first[0]).toBeCloseTo(m, 6);
});

it("the rate rises in a straight line, peaks behind the warm-up and falls to nothing", () => {
  const settings = { peakRate: 1, warmupSteps: 4, steps: 104 };
  expect([1, 2, 3, 4].map((step) => rateOf(step, settings))).toEqual([0.25, 0.5, 0.75, 1]);
  expect(rateOf(5, settings)).toBe(1);
  expect(rateOf(55, settings)).toBeCloseTo(0.5, 6);
  expect(rateOf(104, settings)).toBeLessThan(0.001);
});
