import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { freezeContract, type ToolSchema } from "../../imprint/contract.ts";
import { callGrammar, callOpening } from "../../runtime/decode/grammar.ts";
import { checkCall } from "../../tools/call.ts";
import { createPythonRunner } from "../../tools/python/runner.ts";
import { describeWithPython, python } from "../tools/tool-files.ts";
import { deviations } from "./tools-judge.ts";
import { readToolsVectors, toolsRules } from "./tools-vector.ts";

const vectors = readToolsVectors();
const ofRule = (rule: string) => vectors.filter((vector) => vector.rule === rule);

it("each rule is kept by a file that is accepted and one that is refused, each file has one rule", () => {
  for (const rule of Object.keys(toolsRules)) {
    const verdicts = ofRule(rule).map(({ expected }) => expected.accepted);
    expect([rule, verdicts.includes(true), verdicts.includes(false)]).toEqual([rule, true, true]);
  }
  const named = vectors.filter(({ name, rule }) => rule in toolsRules && name.startsWith(`${rule}-`));
  expect(named).toHaveLength(vectors.length);
  expect(vectors.length).toBeGreaterThan(120);
});

it("each file tells one scenario, in words of its own, and hides nothing from its reader", () => {
  const words = vectors.map(({ rule, scenario }) => `${rule}: ${scenario}`);
  expect(new Set(words).size).toBe(vectors.length);
  expect(words.filter((text) => /: $/.test(text))).toEqual([]);
  const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u;
  const hiding = vectors.filter(({ file }) => {
    return hidden.test(
      readFileSync(file, "utf8")
        .replace(/^\ufeff/, "")
        .replace(/\r?\n/g, ""),
    );
  });
  // What the scenario is about cannot be spelt otherwise.
  expect(hiding.map(({ name }) => name)).toEqual(["file_is_utf8-nul"]);
});

it("a refusal is expected with a place wherever the file has one", () => {
  const withoutLine = vectors.filter(
    ({ call, expected }) => call === null && !expected.accepted && expected.line === null,
  );
  // What is wrong with a file as a whole, or with a set, stands at no line.
  const whole = ["file_is_utf8", "file_declares_its_tools", "active_set_of_eight", "selection_is_known"];
  expect(withoutLine.filter(({ rule }) => !whole.includes(rule)).map(({ name }) => name)).toEqual([
    "tool_name_pattern-lambda",
  ]);
});

it("each schema has its hash, a grammar, and a call that both the grammar and the schema admit", () => {
  let seen = 0;
  for (const { name, expected } of vectors) {
    if (!expected.accepted || expected.schemas === null) continue;
    const schemas = expected.schemas.map(({ json }) => JSON.parse(json) as ToolSchema);
    const contract = freezeContract(schemas.map((schema) => ({ schema, intentTags: [] })));
    expect(contract.tools.map((tool) => tool.schemaSha256)).toEqual(
      expected.schemas.map((tool) => tool.sha256),
    );
    const { gbnf, whole } = callGrammar(contract);
    expect([name, gbnf]).toEqual([name, expect.stringContaining("root ::= ")]);
    const spelt = JSON.parse(callOpening + whole.proof.accepts);
    const check = checkCall(contract, { toolName: spelt.tool_name, arguments: spelt.arguments });
    expect([name, check.ok]).toEqual([name, true]);
    seen += 1;
  }
  expect(seen).toBeGreaterThan(100);
});

describeWithPython("tools files", () => {
  const runner = createPythonRunner({ env: process.env, python: python?.path });

  it.each(Object.entries(toolsRules))("%s: %s", async (rule) => {
    expect(await deviations(ofRule(rule), runner)).toEqual([]);
  });
});
