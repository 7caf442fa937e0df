import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { limits } from "../../imprint/limits.ts";
import discovery from "../../schemas/runner-discovery.schema.json" with { type: "json" };
import { hidesSomething } from "../../tools/hidden-text.ts";
import { describeWithPython, python } from "../tools/tool-files.ts";

/** What a few lines of Python print as JSON, with the runner's modules at hand. */
function ask(script: string): unknown {
  const env = { ...process.env, PYTHONPATH: path.resolve(import.meta.dirname, "../../python") };
  const args = ["-B", "-c", `import json\n${script}`];
  return JSON.parse(execFileSync(python?.path ?? "python3", args, { env, encoding: "utf8" }));
}

/** Nothing of its own on a screen, though Unicode does not call it ignorable by default: blanks, marks, controls. */
const alsoHidden = [0x2800, 0xfff9, 0xfffa, 0xfffb, 0xfffc, 0x16fe4, 0x1d159];
const hieroglyphControl = (code: number) => code >= 0x13430 && code <= 0x1343f;
const otherSpace = /^(?![ \u3000])[\p{Zs}\p{Zl}\p{Zp}]$/u;

describeWithPython("the runner's Python", () => {
  it("has the limits of the other side", () => {
    const script = "from runner.plain import *; print(json.dumps([MAX_DEPTH, MAX_SCHEMA_DEPTH, MAX_BYTES]))";
    expect(ask(script)).toEqual([limits.jsonDepth, limits.toolSchemaDepth, limits.toolResultBytes]);
    expect(ask("from runner.values import *; print(MAX_SAFE_INTEGER)")).toBe(Number.MAX_SAFE_INTEGER);
  });

  it("has the limits of what a contract lists, in the description of its protocol too", () => {
    const script = `from runner.hints import *; from runner.declare import *
print(json.dumps([MAX_LISTED_VALUES, MAX_WORD_LENGTH, MAX_NAME_LENGTH, MAX_DESCRIPTION_LENGTH]))`;
    const { toolListedValuesCount, toolWordLength, toolNameLength, toolDescriptionLength } = limits;
    expect(ask(script)).toEqual([
      toolListedValuesCount,
      toolWordLength,
      toolNameLength,
      toolDescriptionLength,
    ]);
    const { scalar, tool_schema: tool } = discovery.$defs;
    // Null joins an enum.
    expect(scalar.properties.enum.maxItems).toBe(toolListedValuesCount + 1);
    expect(tool.properties.description.maxLength).toBe(toolDescriptionLength);
    const name = tool.properties.parameters.properties.properties.propertyNames.pattern;
    expect(name).toContain(`{0,${toolNameLength - 1}}`);
  });

  it("hides what Unicode ignores by default, all separators but two spaces, blanks and marks, and nothing else", () => {
    const script = `from runner.text import hides_something
print(json.dumps([c for c in range(0x110000) if hides_something(chr(c))]))`;
    const ignorable = Array.from({ length: 0x110000 }, (_, code) => code).filter(
      (code) =>
        alsoHidden.includes(code) ||
        hieroglyphControl(code) ||
        otherSpace.test(String.fromCodePoint(code)) ||
        /^\p{Default_Ignorable_Code_Point}$/u.test(String.fromCodePoint(code)),
    );
    expect(ask(script)).toEqual(ignorable);
    expect(ignorable.filter((code) => !hidesSomething(String.fromCodePoint(code)))).toEqual([]);
  });

  it("lets joiners and presentation selectors stand where scripts and emoji are spelt with them, and a wide space alone", () => {
    const texts = [
      "é\u200db",
      "é\u200cb",
      "é\ufe0f",
      "é\ufe0eb",
      "\u2764\ufe0f\u200db",
      "\u3000é",
      "é\u3000é\u3000",
    ];
    const hidden = [
      ...["\u200db", "é\u200d\u200db", "é\u200c\u200db", "é\ufe0f\ufe0f", "é\u200d\ufe0f", "é\ufe01"],
      ...["a\u200db", "1\ufe0f", " \u200d", "\u3000\ufe0f", "\u0085\u200c", "é\u00a0\u200d"],
      ...["é\u3000\u3000", "é \u3000", "é\u3000 é"],
    ];
    const script = `from runner.text import hides_something
print(json.dumps([hides_something(text) for text in json.loads(${JSON.stringify(JSON.stringify([...texts, ...hidden]))})]))`;
    expect(ask(script)).toEqual([...texts.map(() => false), ...hidden.map(() => true)]);
    expect([...texts, ...hidden].map(hidesSomething)).toEqual(ask(script));
  });
});
