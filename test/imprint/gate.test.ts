import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, type JsonValue } from "../../imprint/canonical.ts";
import { differences, judgeContract, judgePrefix, judgeRuntime } from "../../imprint/gate.ts";
import { contractDocument } from "../../imprint/header.ts";
import { practiceVersion } from "../../training/practice/practice.ts";
import {
  contractOf,
  headerOf,
  renderedTokens,
  standInIdentity,
  standInProfile,
  toolSchema,
} from "../pipeline/imprint-files.ts";

/** Small, so that two of them are often nearly alike. */
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0, 1, "", "a"),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "~", "/"), tie("json"), { maxKeys: 3 }),
  ),
}));

describe("the places at which two values differ", () => {
  it("are none exactly when the values are the same JSON", () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(differences(a, structuredClone(a))).toEqual([]);
        expect(differences(a, b).length === 0).toBe(canonicalJson(a) === canonicalJson(b));
      }),
    );
  });

  it("are JSON pointers, escaped as RFC 6901 says; the root is the empty one", () => {
    expect(differences({ "a/b": 1, "m~n": 1, "": 1 }, { "a/b": 2, "m~n": 2, "": 2 })).toEqual([
      "/",
      "/a~1b",
      "/m~0n",
    ]);
    expect(differences(1, 2)).toEqual([""]);
    expect(differences([], {})).toEqual([""]);
    expect(differences({ a: [1, 2, 3] }, { a: [1, 3] })).toEqual(["/a/1", "/a/2"]);
  });

  it("count a member that is null against one that is missing", () => {
    expect(differences({ a: null }, {})).toEqual(["/a"]);
  });

  it("never look at what objects inherit", () => {
    const named = (name: string) => JSON.parse(`{"${name}": 1}`) as JsonValue;
    for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
      expect(differences(named(name), {})).toEqual([`/${name}`]);
      expect(differences({}, named(name))).toEqual([`/${name}`]);
    }
  });

  it("are at most 16", () => {
    const many = (value: number) =>
      Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [`k${String(index).padStart(2, "0")}`, value]),
      );
    const found = differences(many(1), many(2));
    expect(found).toHaveLength(16);
    expect(found.at(-1)).toBe("/k15");
  });
});

describe("the judges", () => {
  const contract = contractOf(toolSchema(), toolSchema({ name: "zzz" }));
  const header = headerOf(contract);
  const tokens = renderedTokens(standInProfile, contract);
  const rendered = { tokens, rendererVersion: header.prefix.renderer_version };

  it("have nothing against what was learned, on what it was baked on", () => {
    const room = { memory: "full_attention", contextTokens: 4_096, practiceVersion };
    expect(judgeContract(header.contract, contract)).toEqual([]);
    expect(judgeRuntime(header, standInIdentity, room)).toEqual([]);
    expect(judgePrefix(header, Int32Array.from(tokens), rendered)).toEqual([]);
  });

  it("put hashes, names and numbers into details, never a description or a profile", () => {
    const secret = "do not tell anybody";
    const described = contractOf(toolSchema({ description: secret }), toolSchema({ name: "zzz" }));
    const stated = { ...header, profile_text: secret, contract: contractDocument(described) };
    const other = renderedTokens(secret, described);
    const refusals = [
      ...judgeContract(stated.contract, contract),
      ...judgePrefix(stated, Int32Array.from(tokens), { ...rendered, tokens: other }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual([
      "imprint_tool_schema_mismatch",
      "imprint_prefix_mismatch",
    ]);
    expect(JSON.stringify(refusals)).not.toContain(secret);
    expect(refusals[0]?.details).toMatchObject({
      tool: "calculate_fee",
      learned_schema_sha256: described.tool("calculate_fee")?.schemaSha256,
      offered_schema_sha256: contract.tool("calculate_fee")?.schemaSha256,
    });
  });
});
