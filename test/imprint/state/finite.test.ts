import fc from "fast-check";
import { expect, it } from "vitest";
import { isImprintError } from "../../../errors/error.ts";
import { checkFinite } from "../../../imprint/state/finite.ts";
import type { GgmlType } from "../../../imprint/state/layout.ts";
import { parseEngineState } from "../../../imprint/state/parse.ts";
import { buildState, geometryOf, type StateRecipe } from "./build-state.ts";

function refusal(recipe: StateRecipe, shift = 0) {
  const bytes = buildState(recipe);
  const buffer = new Uint8Array(bytes.length + shift);
  buffer.set(bytes, shift);
  try {
    checkFinite(parseEngineState(buffer.subarray(shift), geometryOf(recipe)));
    return undefined;
  } catch (error) {
    if (isImprintError(error, "imprint_state_invalid")) return error.details;
    throw error;
  }
}

/** Rows in which one value of one record is replaced. */
function rowsWith(layer: number, part: "k" | "v", index: number, value: Uint8Array) {
  return (l: number, p: "k" | "v", byteCount: number) => {
    const rows = new Uint8Array(byteCount);
    if (l === layer && p === part) rows.set(value, index * value.length);
    return rows;
  };
}

it("finds an infinity or NaN at every place of K and V, aligned or not", () => {
  for (const [part, width] of [
    ["k", 4],
    ["v", 2],
  ] as const) {
    for (let index = 0; index < 3 * width; index++) {
      for (const half of [
        [0x00, 0x7c],
        [0x00, 0xfc],
        [0x01, 0x7c],
        [0xff, 0xff],
      ]) {
        for (const shift of [0, 1, 2]) {
          const found = refusal({ rows: rowsWith(1, part, index, Uint8Array.from(half)) }, shift);
          expect(found).toMatchObject({
            reason: "non_finite_value",
            layer: 1,
            part,
            cell: Math.floor(index / width),
          });
        }
      }
    }
  }
});

it("finds it in the odd half at the end of rows that are no whole number of words", () => {
  const recipe = { tokens: [1], kWidth: 3, vWidth: 3 };
  expect(refusal({ ...recipe, rows: rowsWith(0, "k", 2, Uint8Array.of(0, 0x7c)) })).toMatchObject({
    cell: 0,
  });
  expect(refusal(recipe)).toBeUndefined();
});

it.each<[GgmlType, number, (bits: number) => boolean]>([
  ["F16", 2, (bits) => (bits & 0x7c00) === 0x7c00],
  ["BF16", 2, (bits) => (bits & 0x7f80) === 0x7f80],
  ["F32", 4, (bits) => (bits & 0x7f800000) === 0x7f800000],
])("agrees with the definition of %s for any bits", (type, valueBytes, isNonFinite) => {
  const nearlyFull = fc.integer({ min: 0, max: 2 ** (8 * valueBytes) - 1 });
  fc.assert(
    fc.property(fc.array(nearlyFull, { minLength: 12, maxLength: 12 }), (values) => {
      const rows = (layer: number, part: "k" | "v", byteCount: number) => {
        const bytes = Buffer.alloc(byteCount);
        if (layer === 0 && part === "k") {
          values.forEach((value, index) => {
            bytes.writeUIntLE(value, index * valueBytes, valueBytes);
          });
        }
        return bytes;
      };
      expect(refusal({ type, rows }) !== undefined).toBe(values.some(isNonFinite));
    }),
    { numRuns: 500 },
  );
});

it("leaves quantized rows alone, whose bytes are not floats", () => {
  const rows = (_layer: number, _part: "k" | "v", byteCount: number) => new Uint8Array(byteCount).fill(0xff);
  expect(refusal({ type: "Q8_0", kWidth: 32, vWidth: 32, rows })).toBeUndefined();
});
