import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { canonicalize as secondOpinion } from "json-canonicalize";
import { describe, expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { canonicalBytes, canonicalJson, type JsonValue } from "../../imprint/canonical.ts";
import { parseJsonStrict } from "../../imprint/json-text.ts";
import { limits } from "../../imprint/limits.ts";

function refusal(value: unknown): Record<string, unknown> | undefined {
  try {
    canonicalJson(value);
  } catch (error) {
    if (isImprintError(error, "invalid_json_value")) return error.details;
    throw error;
  }
  return undefined;
}

/** The JSON pointer at which the value is refused, or `ok`. */
const refusedAt = (value: unknown) => refusal(value)?.pointer ?? "ok";

describe("the canonical form", () => {
  it.each([
    [{ b: 1, a: { d: [], c: {} } }, '{"a":{"c":{},"d":[]},"b":1}'],
    [{ 10: 1, 9: 2, 1: 3 }, '{"1":3,"10":1,"9":2}'],
    [{ "\u{1f600}": 1, "\ufb33": 2 }, '{"\u{1f600}":1,"\ufb33":2}'],
    [[-0, 4.5, 2e-3, 1e-7, 9007199254740991, 5e-324], "[0,4.5,0.002,1e-7,9007199254740991,5e-324]"],
    ['"\\/\b\f\n\r\t\u0000\u001f\u007f\u2028é', '"\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u007f\u2028é"'],
    [{ e: "\u00e9", d: "e\u0301" }, '{"d":"e\u0301","e":"\u00e9"}'],
    [{ toJSON: "b", a: 1 }, '{"a":1,"toJSON":"b"}'],
    [JSON.parse('{"__proto__":{"z":1,"a":2},"a":1}'), '{"__proto__":{"a":2,"z":1},"a":1}'],
    [Object.assign(Object.create(null), { b: 1, a: 2 }), '{"a":2,"b":1}'],
    [null, "null"],
  ])("of %j is %s", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
    expect(new TextDecoder().decode(canonicalBytes(value))).toBe(text);
  });

  it("gives a value that appears twice in full each time", () => {
    const shared = { b: 1, a: 2 };
    expect(canonicalJson({ x: shared, xy: [shared] })).toBe('{"x":{"a":2,"b":1},"xy":[{"a":2,"b":1}]}');
  });
});

describe("what has no canonical form", () => {
  it.each<[unknown, string, string]>([
    [Number.NaN, "", "non_finite_number"],
    [{ a: [Number.POSITIVE_INFINITY] }, "/a/0", "non_finite_number"],
    [[-Infinity], "/0", "non_finite_number"],
    [2 ** 53, "", "unsafe_integer"],
    [{ a: -(2 ** 53) }, "/a", "unsafe_integer"],
    [1e30, "", "unsafe_integer"],
    ["\ud800", "", "lone_surrogate"],
    [["\udc00\ud800"], "/0", "lone_surrogate"],
    [{ "\udead": 1 }, "/\udead", "lone_surrogate"],
    [undefined, "", "not_json"],
    [{ a: undefined }, "/a", "not_json"],
    [{ "a/b~c": () => 1 }, "/a~1b~0c", "not_json"],
    [{ a: Array(1) }, "/a", "not_json"],
    [[undefined], "/0", "not_json"],
    [10n, "", "not_json"],
    [Symbol("s"), "", "not_json"],
    [{ d: new Date(0) }, "/d", "not_json"],
    [new Map([["a", 1]]), "", "not_json"],
    [{ a: new Uint8Array(1) }, "/a", "not_json"],
    [Object("boxed"), "", "not_json"],
    [{ toJSON: () => 1 }, "/toJSON", "not_json"],
    [Object.assign([1], { toJSON: () => "other" }), "", "not_json"],
  ])("%#", (value, pointer, reason) => {
    expect(refusal(value)).toEqual({ pointer, reason });
  });

  it("nesting beyond the limit, and so every cycle", () => {
    const nested = (depth: number) => JSON.parse(`${"[".repeat(depth)}0${"]".repeat(depth)}`);
    expect(refusedAt(nested(limits.jsonDepth))).toBe("ok");
    expect(refusedAt(nested(limits.jsonDepth + 1))).toBe("/0".repeat(limits.jsonDepth + 1));
    const cycle: Record<string, unknown> = {};
    cycle.a = cycle;
    expect(refusedAt(cycle)).toBe("/a".repeat(limits.jsonDepth + 1));
  });
});

describe("for any value of the profile", () => {
  const values = fc
    .jsonValue({ maxDepth: 6, stringUnit: "binary" })
    .filter((value) => refusedAt(value) === "ok") as fc.Arbitrary<JsonValue>;

  it("the text reads back to the same value and is its own canonical form", () => {
    fc.assert(
      fc.property(values, (value) => {
        const text = canonicalJson(value);
        expect(parseJsonStrict(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(parseJsonStrict(text))).toBe(text);
      }),
    );
  });

  it("the order of keys never matters", () => {
    const reversed = (value: JsonValue): JsonValue => {
      if (Array.isArray(value)) return value.map(reversed);
      if (value === null || typeof value !== "object") return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, member]) => [key, reversed(member)]),
      );
    };
    fc.assert(
      fc.property(values, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it("another implementation writes the same", () => {
    // It leaves objects with a toJSON key unsorted; canonicalJson does not.
    const plain = values.filter((value) => !JSON.stringify(value).includes("toJSON"));
    fc.assert(
      fc.property(plain, (value) => {
        expect(canonicalJson(value)).toBe(secondOpinion(value));
      }),
    );
  });
});

const suite = path.resolve(import.meta.dirname, "../../../shared/vectors/rfc8785");
const present = existsSync(suite);
if (!present) console.warn(`skipped: the RFC 8785 vectors are not at ${path.relative(".", suite)}`);

describe.skipIf(!present)("the RFC 8785 vectors", () => {
  const read = (...parts: string[]) => readFileSync(path.join(suite, ...parts));
  const names = present ? readdirSync(path.join(suite, "input")).map((file) => path.parse(file).name) : [];
  /** 10^30 is an integer beyond 2^53 − 1: RFC 8785 rounds it, the profile refuses it. */
  const beyondProfile = { name: "values", pointer: "/numbers/1", input: "1E30", output: "1e+30" };

  it("are all six", () => {
    expect(names.sort()).toEqual(["arrays", "french", "structures", "unicode", "values", "weird"]);
  });

  it.each(names)("%s", (name) => {
    const expected = Buffer.from(read("outhex", `${name}.txt`).toString().replace(/\s+/g, ""), "hex");
    const outputText = read("output", `${name}.json`);
    expect(Buffer.compare(expected, outputText)).toBe(0);
    const inputText = read("input", `${name}.json`).toString();
    if (name !== beyondProfile.name) {
      expect(Buffer.compare(canonicalBytes(parseJsonStrict(inputText)), expected)).toBe(0);
      return;
    }
    expect(refusedAt(JSON.parse(inputText))).toBe(beyondProfile.pointer);
    const within = (text: string, number: string) => parseJsonStrict(text.replace(number, "1E3"));
    expect(canonicalJson(within(inputText, beyondProfile.input))).toBe(
      expected.toString().replace(beyondProfile.output, "1000"),
    );
  });

  it("the first million numbers of the published sequence print as published", { timeout: 60_000 }, () => {
    const description = read("README.md").toString();
    const hash = createHash("sha256");
    let refused = 0;
    for (const [index, value] of publishedNumbers(description, 1_000_000)) {
      const unsafe = Number.isInteger(value) && !Number.isSafeInteger(value);
      if (unsafe && index < 10_000) expect(refusedAt(value)).toBe("");
      if (unsafe) refused++;
      hash.update(`${hexOf(value)},${unsafe ? JSON.stringify(value) : canonicalJson(value)}\n`);
    }
    expect(hash.digest("hex")).toBe(/^\| ([0-9a-f]{64}) \| 1000000 /m.exec(description)?.[1]);
    expect(refused).toBeGreaterThan(0);
  });
});

/** The sequence as its description defines it: listed doubles, 2000 in a row, then a chain of hashes. */
function* publishedNumbers(description: string, count: number): Generator<[index: number, value: number]> {
  const listed = [...description.matchAll(/0x([0-9a-f]{16})n/g)].map(([, hex]) => BigInt(`0x${hex}`));
  const start = listed.pop() ?? 0n; // the last one is where the serial numbers begin
  const serial = Array.from({ length: 2_000 }, (_, index) => start + BigInt(index));
  const fixed = new Float64Array(BigUint64Array.from([...listed, ...serial]).buffer);
  let index = 0;
  for (const value of fixed) yield [index++, value];
  let block: Uint8Array = new Uint8Array(32);
  while (true) {
    block = createHash("sha256").update(block).digest();
    const view = new DataView(block.buffer, block.byteOffset, 32);
    for (let offset = 0; offset < 32; offset += 8) {
      const value = view.getFloat64(offset, true);
      if (value === 0 || !Number.isFinite(value)) continue;
      if (index === count) return;
      yield [index++, value];
    }
  }
}

function hexOf(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16);
}
