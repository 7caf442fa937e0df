import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isImprintError } from "../../../errors/error.ts";
import { type GgmlType, ggmlTypes, rowBytes } from "../../../imprint/state/layout.ts";
import { parseEngineState } from "../../../imprint/state/parse.ts";
import { tensorsOf } from "../../../imprint/state/tensors.ts";
import { buildState, geometryOf, type StateRecipe } from "./build-state.ts";

function reasonOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    if (isImprintError(error, "imprint_state_invalid")) return error.details.reason;
    throw error;
  }
  return "accepted";
}

const verdict = (bytes: Uint8Array, recipe: StateRecipe = {}) =>
  reasonOf(() => parseEngineState(bytes, geometryOf(recipe)));

describe("a well-formed state", () => {
  const bytes = buildState();
  const state = parseEngineState(bytes, geometryOf());

  it("gives its tokens and counts, and keeps the bytes that were checked", () => {
    expect([...state.tokens]).toEqual([7, 0, 99]);
    expect([state.version, state.cellCount, state.layers.length]).toEqual([3, 3, 2]);
    expect(state.bytes).toBe(bytes);
  });

  it("is covered by named tensors, in order and without holes", () => {
    expect(tensorsOf(state)).toEqual([
      { name: "engine.head", dtype: "U8", shape: [76], start: 0, end: 76 },
      { name: "engine.l0.k.head", dtype: "U8", shape: [12], start: 76, end: 88 },
      { name: "kv.l0.k", dtype: "F16", shape: [3, 4], start: 88, end: 112 },
      { name: "engine.l1.k.head", dtype: "U8", shape: [12], start: 112, end: 124 },
      { name: "kv.l1.k", dtype: "F16", shape: [3, 4], start: 124, end: 148 },
      { name: "engine.l0.v.head", dtype: "U8", shape: [12], start: 148, end: 160 },
      { name: "kv.l0.v", dtype: "F16", shape: [3, 2], start: 160, end: 172 },
      { name: "engine.l1.v.head", dtype: "U8", shape: [12], start: 172, end: 184 },
      { name: "kv.l1.v", dtype: "F16", shape: [3, 2], start: 184, end: 196 },
    ]);
    expect(bytes).toHaveLength(196);
  });

  it("is read the same from the middle of a larger buffer, aligned or not", () => {
    const larger = new Uint8Array(bytes.length + 8);
    for (const shift of [1, 2, 3, 4]) {
      larger.set(bytes, shift);
      const view = larger.subarray(shift, shift + bytes.length);
      expect(tensorsOf(parseEngineState(view, geometryOf()))).toEqual(tensorsOf(state));
    }
  });

  it("tiles its bytes for every size and row type", () => {
    const types = fc.constantFrom(...(Object.keys(ggmlTypes) as GgmlType[]));
    const recipes = fc.record({
      tokens: fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 9 }),
      layerCount: fc.integer({ min: 1, max: 4 }),
      kWidth: fc.integer({ min: 1, max: 3 }).map((blocks) => blocks * 32),
      vWidth: fc.integer({ min: 1, max: 3 }).map((blocks) => blocks * 32),
      type: types,
    });
    fc.assert(
      fc.property(recipes, (recipe) => {
        const built = buildState(recipe);
        const parsed = parseEngineState(built, geometryOf(recipe));
        const tensors = tensorsOf(parsed);
        expect([...parsed.tokens]).toEqual(recipe.tokens);
        expect(tensors).toHaveLength(1 + 4 * recipe.layerCount);
        expect(tensors.map((tensor) => tensor.start)).toEqual([
          0,
          ...tensors.slice(0, -1).map(({ end }) => end),
        ]);
        expect(tensors.at(-1)?.end).toBe(built.length);
        const [rows] = tensors.filter(({ name }) => name === "kv.l0.k");
        const native = ggmlTypes[recipe.type].blockValues === 1;
        expect(rows?.dtype).toBe(native ? recipe.type : "U8");
        expect(rows?.shape).toEqual([
          recipe.tokens.length,
          native ? recipe.kWidth : rowBytes(recipe.type, recipe.kWidth),
        ]);
      }),
    );
  });
});

describe("an attacked state", () => {
  const bytes = buildState();
  const headEnd = 76;
  const recordHeads = [76, 112, 148, 172];
  const isToken = (offset: number) => offset >= 12 && offset < 24;

  it("is refused for every single bit flipped in a head, except where another token of the vocabulary results", () => {
    const offsets = [
      ...Array.from({ length: headEnd }, (_, index) => index),
      ...recordHeads.flatMap((start) => Array.from({ length: 12 }, (_, index) => start + index)),
    ];
    let otherTokens = 0;
    for (const offset of offsets) {
      for (let bit = 0; bit < 8; bit++) {
        const flipped = bytes.slice();
        flipped[offset] = (flipped[offset] ?? 0) ^ (1 << bit);
        if (verdict(flipped) !== "accepted") continue;
        expect(isToken(offset), `byte ${offset}, bit ${bit}`).toBe(true);
        otherTokens++;
      }
    }
    expect(otherTokens).toBe(7 + 7 + 4); // low bits of 7, 0 and 99 that stay below 100
  });

  it("is refused when it ends early, at every length", () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(verdict(bytes.subarray(0, length)), `${length} bytes`).toBe("truncated");
    }
  });

  it("is refused with one to 64 bytes too many", () => {
    for (let extra = 1; extra <= 64; extra++) {
      const longer = new Uint8Array(bytes.length + extra);
      longer.set(bytes);
      expect(verdict(longer)).toBe("trailing_bytes");
    }
  });

  it("allocates nothing for counts that its length does not bear out", () => {
    const huge = 0xffffffff;
    const before = process.memoryUsage().arrayBuffers;
    expect(verdict(buildState({ lies: { tokenCount: huge } }))).toBe("truncated");
    expect(verdict(buildState({ lies: { cellCount: huge } }))).toBe("cell_count_differs");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  });

  it("is compared with all 64 bits of a row size", () => {
    expect(verdict(buildState({ lies: { rowBytes: 4n } }))).toBe("accepted");
    for (const size of [4n + 2n ** 32n, 4n + 2n ** 53n, 4n + 2n ** 63n]) {
      expect(verdict(buildState({ lies: { rowBytes: size } }))).toBe("wrong_row_size");
    }
  });

  it("tells row types of equal size apart", () => {
    const recipe: StateRecipe = {
      kWidth: 32,
      vWidth: 32,
      type: "Q4_0",
      lies: { typeId: ggmlTypes.IQ4_NL.id },
    };
    expect(rowBytes("Q4_0", 32)).toBe(rowBytes("IQ4_NL", 32));
    expect(verdict(buildState(recipe), recipe)).toBe("wrong_type");
  });

  it("is judged by the model's geometry, never by its own", () => {
    expect(verdict(buildState({ layerCount: 3 }), { layerCount: 2 })).toBe("wrong_layer_count");
    expect(verdict(buildState({ kWidth: 6 }), { kWidth: 4 })).toBe("wrong_row_size");
    expect(verdict(buildState({ type: "BF16" }), { type: "F16" })).toBe("wrong_type");
  });

  it("names the field, what was expected and what was found, and no user text", () => {
    try {
      parseEngineState(buildState({ lies: { typeId: 8 } }), geometryOf());
      expect.unreachable();
    } catch (error) {
      expect(isImprintError(error) && error.details).toEqual({
        reason: "wrong_type",
        offset: 172,
        expected: 1,
        actual: 8,
        layer: 1,
        part: "v",
      });
    }
  });
});

it("any damage is refused by name, or leaves a state of the same shape", () => {
  const honest = buildState();
  const damage = fc.array(fc.tuple(fc.nat(honest.length - 1), fc.integer({ min: 1, max: 255 })), {
    minLength: 1,
    maxLength: 4,
  });
  const spans = tensorsOf(parseEngineState(honest, geometryOf()));
  fc.assert(
    fc.property(damage, fc.integer({ min: -8, max: 8 }), (flips, growth) => {
      const damaged = new Uint8Array(honest.length + growth);
      damaged.set(honest.subarray(0, damaged.length));
      for (const [offset, bits] of flips)
        if (offset < damaged.length) damaged[offset] = (damaged[offset] ?? 0) ^ bits;
      if (verdict(damaged) === "accepted")
        expect(tensorsOf(parseEngineState(damaged, geometryOf()))).toEqual(spans);
      else expect(verdict(damaged)).toMatch(/^[a-z_]+$/);
    }),
    { numRuns: 5_000 },
  );
});

it("a geometry that contradicts itself is the caller's fault", () => {
  expect(() => parseEngineState(buildState(), { ...geometryOf(), kWidths: [4] })).toThrow(RangeError);
  expect(() => rowBytes("Q8_0", 31)).toThrow(RangeError);
});
