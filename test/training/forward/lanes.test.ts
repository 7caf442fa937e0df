import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layLanes, padding, sees } from "../../../training/forward/lanes.ts";

const row = (tokens: number[], ...scored: number[]) => ({ tokens, scored });

describe("rows laid in lanes", () => {
  it("share a lane where two fit into the length of the longest", () => {
    const lanes = layLanes([row([1, 2], 1), row([3, 4, 5, 6], 0, 3), row([7], 0)]);
    expect(lanes).toMatchObject({ laneCount: 2, laneTokens: 4, scoredSlots: [5, 0, 3, 6] });
    expect([...lanes.tokens]).toEqual([3, 4, 5, 6, 1, 2, 7, padding]);
    expect([...lanes.places]).toEqual([0, 1, 2, 3, 0, 1, 0, 0]);
    expect([...lanes.rows]).toEqual([1, 1, 1, 1, 0, 0, 2, -8]);
  });

  it("let a token see itself and what stands before it in its row, and no other row", () => {
    const lanes = layLanes([row([1, 2, 3, 4]), row([5, 6]), row([7])]);
    const seenFrom = (slot: number, window: number | null) =>
      [0, 1, 2, 3, 4, 5, 6, 7].filter((to) => sees(lanes, slot, to, window));
    expect(seenFrom(3, null)).toEqual([0, 1, 2, 3]);
    expect(seenFrom(3, 2)).toEqual([2, 3]);
    expect(seenFrom(5, null)).toEqual([4, 5]);
    expect(seenFrom(6, null)).toEqual([6]);
    expect(seenFrom(7, null)).toEqual([7]);
  });

  it("hold every token of every row once, in one lane", () => {
    const rows = fc.array(fc.array(fc.nat(99), { minLength: 1, maxLength: 9 }), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(rows, (all) => {
        const lanes = layLanes(all.map((tokens) => row(tokens, ...tokens.keys())));
        expect(lanes.scoredSlots.map((slot) => lanes.tokens[slot])).toEqual(all.flat());
        expect(new Set(lanes.scoredSlots).size).toBe(all.flat().length);
        const laneOf = (slot: number) => Math.floor(slot / lanes.laneTokens);
        for (const [slot, of] of lanes.rows.entries()) {
          const first = lanes.rows.indexOf(of);
          expect(laneOf(slot)).toBe(laneOf(first));
        }
      }),
    );
  });

  it.each([
    ["no rows", []],
    ["an empty row", [row([])]],
    ["an id that stands for no token", [row([1, padding])]],
    ["an index behind the row's end", [row([1, 2], 2)]],
    ["an index that is no whole number", [row([1, 2], 0.5)]],
  ])("refuse %s", (_name, rows) => {
    expect(() => layLanes(rows)).toThrow(RangeError);
  });
});
