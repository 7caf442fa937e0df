import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { mutants, runMutants } from "../../scripts/vector-mutants.ts";
import { describeWithPython } from "../tools/tool-files.ts";
import { toolsRules } from "../vectors/tools-vector.ts";

it("takes out checks that the rules of the tools files name", () => {
  expect(Object.values(mutants).filter(({ rule }) => !(rule in toolsRules))).toEqual([]);
  expect(Object.keys(mutants).length).toBeGreaterThan(10);
});

it.each(Object.entries(mutants))("finds what it takes out once: %s", (_, { file, find, replace }) => {
  const source = readFileSync(path.join(import.meta.dirname, "../..", file), "utf8");
  expect([file, source.split(find).length - 1]).toEqual([file, 1]);
  expect(replace).not.toBe(find);
});

describeWithPython("a check that is taken out", () => {
  // `npm run mutants` takes out all of them.
  it("is missed by a tools file: of a hint, of a result, of a result contract", {
    timeout: 60_000,
  }, async () => {
    const checks = [
      "that a Literal has one type",
      "two keys of one text",
      "that listed values are of the type",
    ];
    const found: Record<string, readonly string[]> = {};
    for await (const { check, missedBy } of runMutants(checks)) found[check] = missedBy;
    expect(found).toEqual({
      "that a Literal has one type": ["literal_one_type-one_and_true", "literal_one_type-text_and_integer"],
      "two keys of one text": ["result_is_json-keys_that_deny_equality"],
      "that listed values are of the type": [
        "output_schema_says_a_type-const_of_another_type",
        "output_schema_says_a_type-enum_of_another_type",
      ],
    });
  });
});
