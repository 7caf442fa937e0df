import { expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { isSha256, type Sha256, sha256, sha256OfJson, shortHash } from "../../imprint/hash.ts";

/** FIPS 180-2's own example. */
const ofAbc: Sha256 = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

it("hashes bytes, and text as UTF-8", () => {
  expect(sha256("abc")).toBe(ofAbc);
  expect(sha256(Uint8Array.of(0x61, 0x62, 0x63))).toBe(ofAbc);
  expect(sha256("é")).toBe(sha256(Uint8Array.of(0xc3, 0xa9)));
});

it("hashes the canonical form of a value, so that spelling does not matter and values do", () => {
  expect(sha256OfJson({ b: 1, a: [2] })).toBe(sha256('{"a":[2],"b":1}'));
  expect(sha256OfJson(JSON.parse('{"a":1.0}'))).toBe(sha256OfJson({ a: 1 }));
  expect(sha256OfJson({ a: 1 })).not.toBe(sha256OfJson({ a: "1" }));
});

it("hashes nothing that has no canonical form", () => {
  for (const value of [2 ** 53, "\ud800", undefined, { a: Number.NaN }]) {
    try {
      sha256OfJson(value);
      expect.unreachable();
    } catch (error) {
      expect(isImprintError(error, "invalid_json_value")).toBe(true);
    }
  }
});

it("knows its own form, lower case and whole", () => {
  expect(isSha256(ofAbc)).toBe(true);
  for (const other of [
    ofAbc.toUpperCase(),
    ofAbc.slice(0, -1),
    `${ofAbc}0`,
    `${ofAbc}\n`,
    ofAbc.slice(7),
    null,
    7,
  ]) {
    expect(isSha256(other)).toBe(false);
  }
});

it("is shortened to 12 digits for people", () => {
  expect(shortHash(ofAbc)).toBe("ba7816bf8f01");
});
