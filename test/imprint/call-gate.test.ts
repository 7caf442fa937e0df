import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  assumedLog10Threshold,
  bestThreshold,
  rocOfPractice,
  rounded,
  thresholdOf,
} from "../../imprint/call-gate.ts";

const readings = fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 1, maxLength: 12 });

/** What a calibration of these readings would say. */
const calibrationOf = (call: readonly number[], silent: readonly number[]) => ({
  practice_version: "edge.practice.v1",
  call_count: call.length,
  silent_count: silent.length,
  roc: rocOfPractice(call, silent),
});

describe("the curve of practice requests", () => {
  it("has a threshold between two readings, and one below the last", () => {
    expect(rocOfPractice([3, 2], [1])).toEqual([
      { log10_threshold: 2.5, call_share: 0.5, silent_share: 0 },
      { log10_threshold: 1.5, call_share: 1, silent_share: 0 },
      { log10_threshold: 0.5, call_share: 1, silent_share: 1 },
    ]);
  });

  it("is empty unless there are requests of both kinds", () => {
    expect([rocOfPractice([], [1]), rocOfPractice([1], [])]).toEqual([[], []]);
  });

  it("falls in its threshold, rises in both shares, and ends where everything calls", () => {
    fc.assert(
      fc.property(readings, readings, (call, silent) => {
        const roc = rocOfPractice(call, silent);
        roc.slice(1).forEach((point, index) => {
          const before = roc[index];
          expect(point.log10_threshold).toBeLessThanOrEqual(before?.log10_threshold ?? 0);
          expect(point.call_share).toBeGreaterThanOrEqual(before?.call_share ?? 1);
          expect(point.silent_share).toBeGreaterThanOrEqual(before?.silent_share ?? 1);
        });
        expect(roc.at(-1)).toMatchObject({ call_share: 1, silent_share: 1 });
      }),
    );
  });
});

describe("the threshold", () => {
  it("is the lowest one that decides practice about as well as the best one does", () => {
    const call = [5, 5, 5, 5, 5, 5, 5, 5, 5, 2];
    const silent = [3, 1, 1, 1, 1, 1, 1, 1, 1, 1];
    // Right of all: above 3 nineteen of twenty, above 2 also; the lower one asks less of a request.
    expect(bestThreshold(rocOfPractice(call, silent))).toBe(1.5);
  });

  it("gives up no more than five points for it", () => {
    const silent = [4, 4, 1, 1, 1, 1, 1, 1, 1, 1];
    expect(bestThreshold(rocOfPractice([5, 5, 5, 5, 5, 5, 5, 5, 5, 5], silent))).toBe(4.5);
  });

  it("is the assumed one where practice does not tell the kinds apart", () => {
    expect(bestThreshold(rocOfPractice([1, 2, 3], [1, 2, 3]))).toBeNull();
    expect(thresholdOf(calibrationOf([1, 2, 3], [1, 2, 3]))).toBe(assumedLog10Threshold);
    expect(thresholdOf(null)).toBe(assumedLog10Threshold);
  });

  it("is always one of the curve's own, in four decimals", () => {
    fc.assert(
      fc.property(readings, readings, (call, silent) => {
        const { roc } = calibrationOf(call, silent);
        const threshold = bestThreshold(roc);
        if (threshold === null) return;
        expect(roc.map((point) => point.log10_threshold)).toContain(threshold);
        expect(rounded(threshold)).toBe(threshold);
      }),
    );
  });
});
