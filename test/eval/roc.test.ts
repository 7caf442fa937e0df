import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GateReading, rocOf } from "../../eval/roc.ts";

const wanted = (...readings: number[]): GateReading[] =>
  readings.map((reading) => ({ reading, wanted: true }));
const unwanted = (...readings: number[]): GateReading[] =>
  readings.map((reading) => ({ reading, wanted: false }));

describe("the curve of a gate", () => {
  it("has a point for each reading, which is then the threshold", () => {
    expect(rocOf([...unwanted(-4, -2), ...wanted(-3, -1, -1, -2)])).toEqual({
      points: [
        { threshold: -1, truePositiveRate: 0.5, falsePositiveRate: 0 },
        { threshold: -2, truePositiveRate: 0.75, falsePositiveRate: 0.5 },
        { threshold: -3, truePositiveRate: 1, falsePositiveRate: 0.5 },
        { threshold: -4, truePositiveRate: 1, falsePositiveRate: 1 },
      ],
      auc: 0.8125,
      wantedCount: 4,
      unwantedCount: 2,
    });
  });

  it("covers everything when the readings are apart, and half when they are all alike", () => {
    expect(rocOf([...wanted(2, 3), ...unwanted(0, 1)])?.auc).toBe(1);
    expect(rocOf([...wanted(0, 1), ...unwanted(2, 3)])?.auc).toBe(0);
    expect(rocOf([...wanted(1, 1), ...unwanted(1)])?.auc).toBe(0.5);
  });

  it("is none for one kind of question", () => {
    expect([rocOf(wanted(1, 2)), rocOf(unwanted(1)), rocOf([])]).toEqual([null, null, null]);
  });

  it("covers as much as the wanted readings are higher, pair by pair", () => {
    const readings = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(readings, readings, (high, low) => {
        const pairs = high.flatMap((a) => low.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
        const mean = pairs.reduce((sum: number, pair) => sum + pair, 0) / pairs.length;
        expect(rocOf([...wanted(...high), ...unwanted(...low)])?.auc).toBeCloseTo(mean, 10);
      }),
    );
  });
});
