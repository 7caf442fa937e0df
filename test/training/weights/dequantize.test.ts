import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ggmlType } from "../../../runtime/models/ggml-types.ts";
import { dequantizerOf } from "../../../training/weights/dequantize.ts";
import { oraclePython, oracleValues } from "./gguf-oracle.ts";
import { anyBlocks, finiteBlocks, type StoredType, storedTypes } from "./stored-blocks.ts";
import { vectorFolder, type WeightVector, weightVectorFiles } from "./weight-vectors.ts";

const committed = new Map(
  readdirSync(vectorFolder).map((file) => [file, readFileSync(path.join(vectorFolder, file), "utf8")]),
);

function valuesOf(type: Pick<StoredType, "name" | "blockElements" | "blockBytes">, stored: Uint8Array) {
  const dequantize = dequantizerOf(type.name);
  if (dequantize === undefined) throw new Error(`${type.name} is not read`);
  const values = new Float32Array((stored.length / type.blockBytes) * type.blockElements);
  dequantize(stored, values);
  return values;
}

function bytesOf(values: Float32Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

function floatsOf(bytes: Buffer): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

/** Indices at which bits differ, NaN and NaN apart: which of its many bits a NaN has is nobody's promise. */
function differences(ours: Float32Array, theirs: Float32Array): number[] {
  const [a, b] = [ours, theirs].map((values) => new Uint32Array(values.buffer));
  if (a === undefined || b === undefined || a.length !== b.length) throw new Error("other lengths");
  const differing: number[] = [];
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i] && !(Number.isNaN(ours[i]) && Number.isNaN(theirs[i]))) differing.push(i);
  }
  return differing;
}

describe("stored weights", () => {
  it("are those of every type that the vectors have, with values of edge scales, bit for bit", () => {
    expect(committed.size).toBe(storedTypes.length);
    for (const text of committed.values()) {
      const vector = JSON.parse(text) as WeightVector;
      const type = storedTypes.find(({ name }) => name === vector.type);
      if (type === undefined) throw new Error(`a vector of an unknown type ${vector.type}`);
      expect(bytesOf(valuesOf(type, Buffer.from(vector.hex, "hex"))).toString("hex"), vector.type).toBe(
        vector.values_hex,
      );
    }
  });

  it("are stored as the table of the GGUF reader says", () => {
    for (const { id, name, blockElements, blockBytes } of storedTypes) {
      expect(ggmlType(id)).toEqual({ name, blockElements, blockBytes });
    }
  });

  it("are of no other type that a GGUF may have", () => {
    const read = Array.from({ length: 64 }, (_, id) => ggmlType(id)?.name ?? "").filter(
      (name) => dequantizerOf(name) !== undefined,
    );
    expect(read.sort()).toEqual(storedTypes.map(({ name }) => name).sort());
  });

  it("do not depend on the blocks around them, nor on where they lie in memory", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...storedTypes),
        fc.string(),
        fc.nat(4),
        fc.nat(4),
        fc.nat(7),
        (type, seed, before, after, offset) => {
          const whole = finiteBlocks(type, before + after, seed);
          const moved = Buffer.concat([Buffer.alloc(offset), whole]).subarray(offset);
          const parts = Buffer.concat([
            bytesOf(valuesOf(type, whole.subarray(0, before * type.blockBytes))),
            bytesOf(valuesOf(type, whole.subarray(before * type.blockBytes))),
          ]);
          expect(Buffer.compare(parts, bytesOf(valuesOf(type, moved)))).toBe(0);
        },
      ),
    );
  });

  it("grow with their block's scale: twice the scale of a type without least values, twice each weight", () => {
    const plain = storedTypes.filter(({ name }) => ["Q4_0", "Q5_0", "Q8_0", "Q6_K"].includes(name));
    fc.assert(
      fc.property(fc.constantFrom(...plain), fc.string(), (type, seed) => {
        const [offset = 0] = type.scaleOffsets;
        const once = anyBlocks(type, 1, seed);
        const twice = Buffer.from(once);
        once.writeUInt16LE(0x3c00, offset);
        twice.writeUInt16LE(0x4000, offset);
        expect(valuesOf(type, twice)).toEqual(valuesOf(type, once).map((value) => 2 * value));
      }),
    );
  });
});

describe.skipIf(oraclePython === undefined)("the Python package gguf", () => {
  it("reads a quarter of a million weights of any bytes of each type, and every half there is, to the same bits", () => {
    const halves = Buffer.from(Uint16Array.from({ length: 65_536 }, (_, bits) => bits).buffer);
    const asked = [
      ...storedTypes.map((type) => ({
        type,
        stored: anyBlocks(type, Math.ceil(250_000 / type.blockElements), "any"),
      })),
      ...storedTypes.filter(({ name }) => name === "F16").map((type) => ({ type, stored: halves })),
    ];
    for (const [index, theirs] of oracleValues(asked).entries()) {
      const { type, stored } = asked[index] ?? {};
      if (type === undefined || stored === undefined) throw new Error("more answers than questions");
      const ours = valuesOf(type, stored);
      expect(differences(ours, floatsOf(theirs)), type.name).toEqual([]);
      expect([ours.some(Number.isFinite), ours.every(Number.isFinite)], type.name).toEqual([true, false]);
    }
  }, 120_000);

  it("makes the vectors that are committed, and no others are", () => {
    expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(weightVectorFiles()));
  }, 120_000);
});
