import { describe, expect, it } from "vitest";
import { defaultCallGate, readCallGate } from "../../../runtime/decode/call-gate.ts";

const gate = { ...defaultCallGate, log10_threshold: -2 };
const read = (probability: number) =>
  readCallGate(
    new Map([
      [1, 0.5],
      [7, probability],
    ]),
    7,
    gate,
  );

describe("the call gate", () => {
  it.each([
    [0.5, true],
    [0.011, true],
    [0.01, true],
    [0.0099, false],
    [1e-30, false],
  ])("with probability %d of a call opens: %s", (probability, opens) => {
    const reading = read(probability);
    expect(reading.opens).toBe(opens);
    expect(reading.log10Open).toBeCloseTo(Math.log10(probability), 10);
  });

  it.each([
    ["is zero", read(0)],
    ["is not there", readCallGate(new Map([[1, 1]]), 7, gate)],
    ["belongs to no token", readCallGate(new Map([[1, 1]]), -1, gate)],
  ])("stays shut, with a finite figure, when the probability %s", (_, reading) => {
    expect(reading).toEqual({ log10Open: -99, opens: false });
  });

  it("is recorded as not calibrated", () => {
    expect(defaultCallGate).toEqual({
      rule: "first_token_probability",
      log10_threshold: -2.9,
      calibrated: false,
    });
  });
});
