import { describe, expect, it } from "vitest";
import { type CallGateSettings, nameWeight } from "../../../imprint/call-gate.ts";
import { meanLikelihood, readCallGate } from "../../../runtime/decode/call-gate.ts";

const gate: CallGateSettings = {
  rule: "call_evidence",
  neutral: { opening_log10: -4, named_log10: { forecast: -2, rates: -6 } },
  wanted_log10: { forecast: -1, rates: -5 },
  log10_threshold: 1.5,
  calibration: null,
};

const read = (opening_log10: number, forecast: number, rates: number) =>
  readCallGate({ opening_log10, named_log10: { forecast, rates } }, gate);

describe("the call gate", () => {
  it("means the tool whose name the request raised most, however likely another is anyway", () => {
    expect(read(-4, -0.9, -4.8).toolName).toBe("rates");
    expect(read(-4, -0.7, -4.8).toolName).toBe("forecast");
  });

  it("weighs the beginning of the call and its name against small talk", () => {
    const { log10Evidence } = read(-3, -3, -4);
    expect(log10Evidence).toBeCloseTo(1 + nameWeight * 2, 4);
  });

  it("opens for evidence that is not below the threshold", () => {
    expect(read(-3.5, -3, -4).opens).toBe(true);
    expect(read(-3.5001, -3, -4).opens).toBe(false);
  });

  it("takes the first of equal tools, and nothing that is not a number for evidence", () => {
    expect(read(-4, -2, -6)).toEqual({ toolName: "forecast", log10Evidence: 0, opens: false });
  });
});

describe("the mean of likelihoods", () => {
  it("is taken log by log, to four decimals", () => {
    const mean = meanLikelihood([
      { opening_log10: -1, named_log10: { a: -2, b: -3 } },
      { opening_log10: -2, named_log10: { a: -2.00011, b: -5 } },
    ]);
    expect(mean).toEqual({ opening_log10: -1.5, named_log10: { a: -2.0001, b: -4 } });
  });
});
