import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { balanceOf, pooled, shareOf, signTest } from "../../eval/figures.ts";

const counts = fc
  .nat({ max: 2_000 })
  .chain((total) => fc.record({ hits: fc.nat({ max: total }), total: fc.constant(total) }));

describe("a share", () => {
  // The two p at which the share is as far off as 95 % allow: (share - p)^2 = 1.96^2 p (1 - p) / total.
  it.each([
    [0, 10, 0, 0.2775328],
    [1, 10, 0.01787621, 0.40415],
    [5, 10, 0.2365931, 0.7634069],
    [41, 80, 0.4049333, 0.6189212],
    [10, 10, 0.7224672, 1],
  ])("of %i in %i has Wilson's interval", (hits, total, low, high) => {
    const share = shareOf(hits, total);
    expect([share.low, share.high]).toEqual([expect.closeTo(low, 6), expect.closeTo(high, 6)]);
  });

  it("of nothing says nothing", () => {
    expect(shareOf(0, 0)).toEqual({ hits: 0, total: 0, share: null, low: 0, high: 1 });
  });

  it("lies in its interval, and the interval between 0 and 1", () => {
    fc.assert(
      fc.property(counts, ({ hits, total }) => {
        fc.pre(total > 0);
        const { share, low, high } = shareOf(hits, total);
        expect(share).toBe(hits / total);
        expect(0 <= low && low <= hits / total && hits / total <= high && high <= 1).toBe(true);
        expect(high - low).toBeGreaterThan(0);
      }),
    );
  });

  it("of none or of all reaches the very end", () => {
    const totals = Array.from({ length: 1_000 }, (_, n) => n + 1);
    expect(totals.filter((total) => shareOf(total, total).high !== 1)).toEqual([]);
    expect(totals.filter((total) => shareOf(0, total).low !== 0)).toEqual([]);
  });

  it("has an interval that mirrors the one of its misses", () => {
    fc.assert(
      fc.property(counts, ({ hits, total }) => {
        const [share, misses] = [shareOf(hits, total), shareOf(total - hits, total)];
        expect(share.low).toBeCloseTo(1 - misses.high, 9);
      }),
    );
  });

  it("pooled with others counts all that were tried", () => {
    expect(pooled([shareOf(1, 2), shareOf(0, 0), shareOf(5, 8)])).toEqual(shareOf(6, 10));
  });
});

describe("the balance of two shares", () => {
  it("is their mean, within narrower limits than either", () => {
    const balance = balanceOf(shareOf(160, 200), shareOf(120, 240));
    expect(balance?.share).toBeCloseTo(0.65, 12);
    // 0.65 - hypot(0.8 - 0.739145, 0.5 - 0.437243) / 2, and the same above.
    expect(balance?.low).toBeCloseTo(0.606291, 6);
    expect(balance?.high).toBeCloseTo(0.68998, 6);
  });

  it("is one half for a model that never calls", () => {
    expect(balanceOf(shareOf(0, 50), shareOf(50, 50))?.share).toBe(0.5);
  });

  it("is none where one kind of question was never asked", () => {
    expect(balanceOf(shareOf(10, 10), shareOf(0, 0))).toBe(null);
    expect(balanceOf(shareOf(0, 0), shareOf(10, 10))).toBe(null);
  });

  it("lies within its limits", () => {
    fc.assert(
      fc.property(counts, counts, (a, b) => {
        fc.pre(a.total > 0 && b.total > 0);
        const { share, low, high } = balanceOf(shareOf(a.hits, a.total), shareOf(b.hits, b.total)) ?? fail();
        expect(0 <= low && low <= share && share <= high && high <= 1).toBe(true);
      }),
    );
  });
});

describe("the sign test", () => {
  it.each([
    [0, 0, 1],
    [1, 0, 1],
    [5, 5, 1],
    [6, 0, 2 / 64],
    [9, 1, (2 * 11) / 1024],
    [73, 7, 5.795101e-15],
  ])("of %i better and %i worse", (better, worse, p) => {
    const found = signTest(better, worse);
    expect(Math.abs(found - p)).toBeLessThan(p * 1e-6);
  });

  it("does not care which run is the first", () => {
    fc.assert(
      fc.property(fc.nat({ max: 3_000 }), fc.nat({ max: 3_000 }), (better, worse) => {
        const p = signTest(better, worse);
        expect(p).toBe(signTest(worse, better));
        expect(p >= 0 && p <= 1).toBe(true);
      }),
    );
  });

  it("finds a more uneven split less likely", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (total, nth) => {
        const fewer = nth % Math.ceil(total / 2);
        fc.pre(fewer > 0);
        expect(signTest(total - fewer + 1, fewer - 1)).toBeLessThanOrEqual(signTest(total - fewer, fewer));
      }),
    );
  });
});

function fail(): never {
  throw new Error("there is no balance");
}
