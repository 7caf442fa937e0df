import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { canonicalJson } from "../../imprint/canonical.ts";
import { parseJsonStrict } from "../../imprint/json-text.ts";
import { limits } from "../../imprint/limits.ts";

/** `ok`, or the code, reason and offset of the refusal. */
function verdict(input: string | Uint8Array): string {
  try {
    parseJsonStrict(input);
    return "ok";
  } catch (error) {
    if (!isImprintError(error)) throw error;
    return `${error.code} ${error.details.reason}`;
  }
}

function refusal(input: string | Uint8Array) {
  try {
    parseJsonStrict(input);
  } catch (error) {
    if (isImprintError(error)) return { code: error.code, ...error.details };
    throw error;
  }
  throw new Error("was accepted");
}

function hasCanonicalForm(value: unknown): boolean {
  try {
    return canonicalJson(value) !== "";
  } catch (error) {
    if (isImprintError(error, "invalid_json_value")) return false;
    throw error;
  }
}

describe("what is refused", () => {
  it.each([
    ['{"a":1,"a":2}', { code: "invalid_json", reason: "duplicate_key", pointer: "/a", offset: 7 }],
    ['{"a":1,"\\u0061":2}', { code: "invalid_json", reason: "duplicate_key", pointer: "/a", offset: 7 }],
    [
      '{"x":[{"__proto__":1,"__proto__":2}]}',
      { code: "invalid_json", reason: "duplicate_key", pointer: "/x/0/__proto__", offset: 21 },
    ],
    ['{"a/b~":tru}', { code: "invalid_json", reason: "unexpected_character", pointer: "/a~1b~0", offset: 8 }],
    ["[1,2", { code: "invalid_json", reason: "unexpected_end", pointer: "", offset: 4 }],
    ["", { code: "invalid_json", reason: "unexpected_end", pointer: "", offset: 0 }],
    ["1 2", { code: "invalid_json", reason: "trailing_text", pointer: "", offset: 2 }],
    ["\u00a01", { code: "invalid_json", reason: "unexpected_character", pointer: "", offset: 0 }],
    ["\ufeff{}", { code: "invalid_json", reason: "unexpected_character", pointer: "", offset: 0 }],
    ["[NaN]", { code: "invalid_json", reason: "unexpected_character", pointer: "/0", offset: 1 }],
    ["[1e400]", { code: "invalid_json_value", reason: "non_finite_number", pointer: "/0", offset: 1 }],
    ["-1e400", { code: "invalid_json_value", reason: "non_finite_number", pointer: "", offset: 0 }],
    ["9007199254740993", { code: "invalid_json_value", reason: "unsafe_integer", pointer: "", offset: 0 }],
    ["-9007199254740992", { code: "invalid_json_value", reason: "unsafe_integer", pointer: "", offset: 0 }],
    [
      "12345678901234567890.0",
      { code: "invalid_json_value", reason: "unsafe_integer", pointer: "", offset: 0 },
    ],
    ["1e22", { code: "invalid_json_value", reason: "unsafe_integer", pointer: "", offset: 0 }],
    ['["\\ud800"]', { code: "invalid_json_value", reason: "lone_surrogate", pointer: "/0", offset: 1 }],
    [
      '["\\udc00\\ud800"]',
      { code: "invalid_json_value", reason: "lone_surrogate", pointer: "/0", offset: 1 },
    ],
    ['["\ud800"]', { code: "invalid_json_value", reason: "lone_surrogate", pointer: "/0", offset: 1 }],
    ['{"\\udead":1}', { code: "invalid_json_value", reason: "lone_surrogate", pointer: "", offset: 1 }],
  ])("%j", (text, expected) => {
    expect(refusal(text)).toEqual(expected);
  });

  it("nesting beyond the limit, at the value that crosses it", () => {
    const nested = (depth: number) => `${"[".repeat(depth)}0${"]".repeat(depth)}`;
    expect(verdict(nested(limits.jsonDepth))).toBe("ok");
    expect(refusal(nested(limits.jsonDepth + 1))).toMatchObject({
      code: "invalid_json",
      reason: "too_deep",
      offset: limits.jsonDepth + 1,
    });
    expect(verdict("[".repeat(1_000_000))).toBe("invalid_json too_deep");
    expect(verdict('{"a":'.repeat(1_000_000))).toBe("invalid_json too_deep");
  });

  it("bytes that are not UTF-8, at the first bad byte", () => {
    const bytes = (...values: number[]) => Uint8Array.from([0x22, ...values, 0x22]);
    expect(refusal(bytes(0x61, 0xff))).toMatchObject({
      code: "invalid_json",
      reason: "invalid_utf8",
      offset: 2,
    });
    expect(refusal(bytes(0xef, 0xbf, 0xbd, 0xc0, 0xaf))).toMatchObject({ reason: "invalid_utf8", offset: 4 });
    expect(refusal(bytes(0xed, 0xa0, 0x80))).toMatchObject({ reason: "invalid_utf8", offset: 1 });
    expect(refusal(Uint8Array.of(0x22, 0xe2, 0x82))).toMatchObject({ reason: "invalid_utf8", offset: 1 });
    expect(refusal(Uint8Array.of(0x22, 0xef, 0xbf))).toMatchObject({ reason: "invalid_utf8", offset: 3 });
    expect(refusal(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d))).toMatchObject({
      reason: "unexpected_character",
      offset: 0,
    });
  });

  it("counts offsets in bytes for bytes, in UTF-16 units for text", () => {
    expect(refusal('["é😀",x]')).toMatchObject({ offset: 7 });
    expect(refusal(new TextEncoder().encode('["é😀",x]'))).toMatchObject({ offset: 10 });
  });
});

describe("what is accepted", () => {
  it("keeps __proto__ as a key of its own and pollutes nothing", () => {
    const value = parseJsonStrict('{"__proto__":{"admin":true},"constructor":1}');
    expect(Object.keys(value as object)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect((value as Record<string, unknown>).admin).toBeUndefined();
  });

  it("keeps the largest safe integers, minus zero and fractions as JSON.parse has them", () => {
    for (const text of ["9007199254740991", "-9007199254740991", "-0", "1e15", "0.1", "5e-324", "1e-400"]) {
      expect(parseJsonStrict(text)).toBe(JSON.parse(text));
    }
  });

  it("reads what JSON.stringify writes, spaced or not, from text or bytes, exactly as JSON.parse does", () => {
    const safe = fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }).filter(hasCanonicalForm);
    fc.assert(
      fc.property(safe, fc.constantFrom(undefined, 1, "\t"), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parseJsonStrict(text)).toStrictEqual(JSON.parse(text));
        expect(parseJsonStrict(new TextEncoder().encode(text))).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  it("never accepts what JSON.parse refuses, and agrees with it on the rest", () => {
    const fragment = fc.constantFrom(
      ...'{}[]:,"\\/ue+-.019 \n\t\u0000é',
      "true",
      "null",
      "\\u00e9",
      "\\ud83d\\ude00",
      '"a"',
      '"b":',
      "1e5",
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 12 }), (fragments) => {
        const text = fragments.join("");
        if (verdict(text) !== "ok") return;
        expect(parseJsonStrict(text)).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: 5_000 },
    );
  });
});

/** Valid JSON that the profile refuses all the same. */
const refusedByProfile: Record<string, string> = {
  "y_object_duplicated_key.json": "invalid_json duplicate_key",
  "y_object_duplicated_key_and_value.json": "invalid_json duplicate_key",
  "y_number.json": "invalid_json_value unsafe_integer",
  "y_number_real_capital_e.json": "invalid_json_value unsafe_integer",
  "y_number_real_exponent.json": "invalid_json_value unsafe_integer",
  "y_number_real_fraction_exponent.json": "invalid_json_value unsafe_integer",
  "y_object_extreme_numbers.json": "invalid_json_value unsafe_integer",
};

/** Where the suite leaves the answer open: underflow rounds to zero, everything else is refused. */
const openCases: Record<string, readonly string[]> = {
  ok: ["number_double_huge_neg_exp", "number_real_underflow"],
  "invalid_json_value non_finite_number": [
    "number_huge_exp",
    "number_neg_int_huge_exp",
    "number_pos_double_huge_exp",
    "number_real_neg_overflow",
    "number_real_pos_overflow",
  ],
  "invalid_json_value unsafe_integer": [
    "number_too_big_neg_int",
    "number_too_big_pos_int",
    "number_very_big_negative_int",
  ],
  "invalid_json_value lone_surrogate": [
    "object_key_lone_2nd_surrogate",
    "string_1st_surrogate_but_2nd_missing",
    "string_1st_valid_surrogate_2nd_invalid",
    "string_incomplete_surrogate_and_escape_valid",
    "string_incomplete_surrogate_pair",
    "string_incomplete_surrogates_escape_valid",
    "string_invalid_lonely_surrogate",
    "string_invalid_surrogate",
    "string_inverted_surrogates_U+1D11E",
    "string_lone_second_surrogate",
  ],
  "invalid_json invalid_utf8": [
    "string_UTF-16LE_with_BOM",
    "string_UTF-8_invalid_sequence",
    "string_UTF8_surrogate_U+D800",
    "string_invalid_utf-8",
    "string_iso_latin_1",
    "string_lone_utf8_continuation_byte",
    "string_not_in_unicode_range",
    "string_overlong_sequence_2_bytes",
    "string_overlong_sequence_6_bytes",
    "string_overlong_sequence_6_bytes_null",
    "string_truncated-utf-8",
    "string_utf16BE_no_BOM",
    "string_utf16LE_no_BOM",
  ],
  "invalid_json too_deep": ["structure_500_nested_arrays"],
  "invalid_json unexpected_character": ["structure_UTF-8_BOM_empty_object"],
};

const suite = path.resolve(import.meta.dirname, "../../../shared/vectors/json-parsing/test_parsing");
const present = existsSync(suite);
if (!present) console.warn(`skipped: the JSON parsing suite is not at ${path.relative(".", suite)}`);

describe.skipIf(!present)("the JSON parsing suite", () => {
  const files = (prefix: string) => readdirSync(suite).filter((name) => name.startsWith(prefix));
  const read = (name: string) => Uint8Array.from(readFileSync(path.join(suite, name)));

  it("is whole", () => {
    expect([files("y_").length, files("n_").length, files("i_").length]).toEqual([95, 188, 35]);
  });

  it("accepts every valid text but those that the profile names", () => {
    const verdicts = Object.fromEntries(files("y_").map((name) => [name, verdict(read(name))]));
    const refused = Object.entries(verdicts).filter(([, value]) => value !== "ok");
    expect(Object.fromEntries(refused)).toEqual(refusedByProfile);
  });

  it("refuses every invalid text as invalid_json", () => {
    const wrong = files("n_").filter((name) => !verdict(read(name)).startsWith("invalid_json "));
    expect(wrong).toEqual([]);
  });

  it("decides the open cases as documented", () => {
    const verdicts = Object.fromEntries(files("i_").map((name) => [name, verdict(read(name))]));
    const documented = Object.entries(openCases).flatMap(([expected, names]) =>
      names.map((name) => [`i_${name}.json`, expected]),
    );
    expect(verdicts).toEqual(Object.fromEntries(documented));
  });

  it("never differs from JSON.parse in what it accepts", () => {
    for (const name of [...files("y_"), ...files("i_")]) {
      if (verdict(read(name)) !== "ok") continue;
      expect(parseJsonStrict(read(name)), name).toStrictEqual(
        JSON.parse(new TextDecoder().decode(read(name))),
      );
    }
  });
});
