import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertStateCovered, decodeContainer, encodeImprint } from "../../artifacts/safetensors.ts";
import { isImprintError } from "../../errors/error.ts";
import { limits } from "../../imprint/limits.ts";
import { parseEngineState } from "../../imprint/state/parse.ts";
import { type TensorSpan, tensorsOf } from "../../imprint/state/tensors.ts";
import { buildState, geometryOf } from "../imprint/state/build-state.ts";

// Its length leaves room for spaces before the data.
const header = { schema_version: "test", text: 'é\u2028"\\, more' };
const state = buildState();
const tensors = tensorsOf(parseEngineState(state, geometryOf()));
const file = Uint8Array.from(Buffer.concat(encodeImprint(header, state, tensors)));

function reasonOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    if (isImprintError(error, "imprint_container_invalid")) return error.details.reason;
    throw error;
  }
  return "accepted";
}

const verdict = (bytes: Uint8Array) => reasonOf(() => decodeContainer(bytes));

/** A file with this header text, as it stands, and this data. */
function container(headerText: string, data: Uint8Array = state): Uint8Array {
  const text = Buffer.from(headerText);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Uint8Array.from(Buffer.concat([length, text, data]));
}

describe("an imprint file", () => {
  it("is the head and then the state itself, not copied", () => {
    const [head, data, ...others] = encodeImprint(header, state, tensors);
    expect(data).toBe(state);
    expect(others).toEqual([]);
    expect(head).toHaveLength(Math.ceil((head?.length ?? 0) / 64) * 64);
  });

  it("comes apart into the header text, the tensors in order and the state's bytes", () => {
    const { metadata, tensors: read, dataStart, data } = decodeContainer(file);
    expect(JSON.parse(metadata.imprint)).toEqual(header);
    expect(read).toEqual(tensors);
    expect(dataStart % 64).toBe(0);
    expect(Buffer.compare(data, state)).toBe(0);
    assertStateCovered({ metadata, tensors: read, dataStart, data }, tensors);
  });

  it("has one encoding: what decodes encodes to the same bytes, whatever the header's length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const bytes = Uint8Array.from(Buffer.concat(encodeImprint({ text }, state, tensors)));
        const decoded = decodeContainer(bytes);
        expect(decoded.dataStart % 64).toBe(0);
        const again = Buffer.concat(
          encodeImprint(JSON.parse(decoded.metadata.imprint), decoded.data, decoded.tensors),
        );
        expect(Buffer.compare(again, bytes)).toBe(0);
      }),
    );
  });

  it("is refused by the writer when tensors leave a hole, overlap, or do not end with the state", () => {
    const moved = (change: Partial<TensorSpan>) => [
      { ...tensors[0], ...change } as TensorSpan,
      ...tensors.slice(1),
    ];
    expect(reasonOf(() => encodeImprint(header, state, moved({ start: 4, shape: [72] })))).toBe("hole");
    expect(reasonOf(() => encodeImprint(header, state, moved({ end: 80, shape: [80] })))).toBe("overlap");
    expect(reasonOf(() => encodeImprint(header, state, tensors.slice(0, -1)))).toBe("trailing_bytes");
    expect(reasonOf(() => encodeImprint(header, state.subarray(1), tensors))).toBe("truncated");
    expect(reasonOf(() => encodeImprint(header, state, moved({ shape: [77] })))).toBe("tensor_size");
    const tooLong = { text: "x".repeat(limits.imprintHeaderBytes) };
    expect(reasonOf(() => encodeImprint(tooLong, state, tensors))).toBe("header_too_large");
  });
});

describe("an attacked file", () => {
  const { dataStart } = decodeContainer(file);

  it("is refused at every shorter length", () => {
    for (let length = 0; length < file.length; length++) {
      expect(verdict(file.subarray(0, length)), `${length} bytes`).toBe("truncated");
    }
  });

  it("is refused with one to 64 bytes too many", () => {
    for (let extra = 1; extra <= 64; extra++) {
      const longer = new Uint8Array(file.length + extra);
      longer.set(file);
      expect(verdict(longer)).toBe("trailing_bytes");
    }
  });

  it("is refused for every bit flipped in its head, but inside the header text, which has its own checks", () => {
    const { metadata } = decodeContainer(file);
    const start = Buffer.from(file).indexOf(JSON.stringify(metadata.imprint)) + 1;
    const end = start + Buffer.byteLength(JSON.stringify(metadata.imprint)) - 2;
    expect(start).toBeGreaterThan(8);
    const free: number[] = [];
    for (let offset = 0; offset < dataStart; offset++) {
      for (let bit = 0; bit < 8; bit++) {
        const flipped = file.slice();
        flipped[offset] = (flipped[offset] ?? 0) ^ (1 << bit);
        if (verdict(flipped) === "accepted" && (offset < start || offset >= end)) free.push(offset);
      }
    }
    expect(free.length).toBeGreaterThan(0);
    // Names are free here: `assertStateCovered` holds them.
    for (const offset of free) {
      const flipped = file.slice();
      for (let bit = 0; bit < 8; bit++) {
        flipped[offset] = (file[offset] ?? 0) ^ (1 << bit);
        expect(
          reasonOf(() => assertStateCovered(decodeContainer(flipped), tensors)),
          `byte ${offset}, bit ${bit}`,
        ).not.toBe("accepted");
      }
    }
  });

  it("is refused when the declared header length is beyond the limit, without reading that much", () => {
    for (const length of [BigInt(limits.imprintHeaderBytes) + 1n, 2n ** 53n + 1n, 2n ** 64n - 1n]) {
      const bytes = file.slice();
      new DataView(bytes.buffer).setBigUint64(0, length, true);
      expect(verdict(bytes)).toBe("header_too_large");
    }
  });

  it("is refused in any other spelling of the same header", () => {
    const { metadata, tensors: read } = decodeContainer(file);
    const entry = ({ dtype, shape, start, end }: TensorSpan) => ({
      data_offsets: [start, end],
      dtype,
      shape,
    });
    const entries = Object.fromEntries(read.map((tensor) => [tensor.name, entry(tensor)]));
    const padded = (text: string) => text + " ".repeat((64 - ((8 + Buffer.byteLength(text)) % 64)) % 64);
    const sorted = Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
    const canonical = padded(JSON.stringify({ __metadata__: metadata, ...sorted }));
    expect(Buffer.compare(container(canonical), file)).toBe(0);
    expect(canonical.endsWith(" ")).toBe(true);
    for (const text of [
      padded(JSON.stringify({ __metadata__: metadata, ...entries })),
      padded(JSON.stringify({ ...sorted, __metadata__: metadata })),
      `${canonical}${" ".repeat(64)}`,
      canonical.trimEnd(),
      ` ${canonical.slice(0, -1)}`,
      canonical.replace(/ $/, "\n"),
      padded(JSON.stringify({ __metadata__: metadata, ...sorted }).replace("é", "\\u00e9")),
    ]) {
      expect(text).not.toBe(canonical);
      expect(verdict(container(text)), text.slice(0, 40)).toBe("header_not_canonical");
    }
  });
});

it("any damage is refused by name, or leaves a file that has this one encoding", () => {
  const damage = fc.array(fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 })), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(damage, fc.nat(8), (flips, cut) => {
      const damaged = file.slice(0, file.length - cut);
      for (const [offset, bits] of flips) damaged[offset] = (damaged[offset] ?? 0) ^ bits;
      if (verdict(damaged) !== "accepted") return;
      const { metadata, data, tensors: read, dataStart } = decodeContainer(damaged);
      expect(Buffer.compare(data, damaged.subarray(dataStart))).toBe(0);
      // The header document itself may be anything here; its text is judged by its own parser.
      expect(typeof metadata.imprint).toBe("string");
      expect(read.at(-1)?.end).toBe(data.length);
    }),
    { numRuns: 3_000 },
  );
});

describe("coverage of the state", () => {
  const decoded = decodeContainer(file);

  it("demands every tensor by name, type, shape and offsets, and no other", () => {
    const changed = (change: Partial<TensorSpan>) =>
      tensors.map((tensor, index) => (index === 2 ? { ...tensor, ...change } : tensor));
    for (const expected of [
      changed({ name: "kv.l9.k" }),
      changed({ dtype: "BF16" }),
      changed({ shape: [4, 3] }),
      changed({ start: 89 }),
      tensors.slice(0, -1),
      [...tensors, { name: "kv.l2.k", dtype: "U8" as const, shape: [1], start: 196, end: 197 }],
    ]) {
      expect(reasonOf(() => assertStateCovered(decoded, expected))).toBe("tensors_differ_from_state");
    }
  });
});
