import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ImprintError, isImprintError } from "../../errors/error.ts";
import { readSampleSet } from "../../eval/sample-set.ts";
import { score } from "../../eval/score.ts";
import { loadQuestionSet } from "../../eval/sets.ts";
import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import { checkCall } from "../../tools/call.ts";
import type { Invalid } from "../../tools/document.ts";
import { loadTools } from "../../tools/load.ts";
import { describeWithPython, testRunner } from "../tools/tool-files.ts";
import { frozen, toolWith } from "./question-rows.ts";

const invalid: Invalid = (message, details) => new ImprintError("invalid_eval_set", message, { details });

const tools = frozen(
  toolWith(
    "book",
    {
      city: { type: "string" },
      nights: { type: "integer" },
      board: { type: "string", enum: ["full", "half"] },
      guests: { type: "array", items: { type: "string" } },
      note: { type: ["string", "null"] },
      budget: { type: "number" },
    },
    ["board", "guests", "note", "budget"],
  ),
  toolWith("cancel", {}),
);

const required = { city: ["Rome"], nights: [2] };
const wanting = (accepted: JsonObject, id = "q-1"): JsonObject => ({
  id,
  prompt: "Book it.",
  expected: { tool_name: "book", arguments: accepted },
});
const silent = (id: string): JsonObject => ({ id, prompt: "Thanks!", expected: null });
const text = (...rows: readonly JsonValue[]) => rows.map((row) => JSON.stringify(row)).join("\n");
const read = (file: string) => readSampleSet(new TextEncoder().encode(file), tools, invalid);
const expectedOf = (accepted: JsonObject) => read(text(wanting(accepted))).questions[0]?.expected;

function refusal(file: string): unknown {
  try {
    return read(file);
  } catch (error) {
    return isImprintError(error) ? { code: error.code, ...error.details } : error;
  }
}

describe("a file of questions", () => {
  it("is asked in its own order, with the tools given", () => {
    const { rows, questions, unfit } = read(`${text(silent("b"), wanting(required, "a"))}\n`);
    expect([rows, questions.map(({ id }) => id), unfit]).toEqual([["b", "a"], ["b", "a"], []]);
    expect(questions.every((question) => question.tools === tools.active)).toBe(true);
    expect(questions.map(({ expected }) => expected?.toolName ?? null)).toEqual([null, "book"]);
  });

  it("lets an argument be left out where an empty text is among its values", () => {
    expect(
      expectedOf({ ...required, board: ["half", ""], guests: ["", ["Ada"]], note: [""], budget: ["", 99.5] }),
    ).toMatchObject({
      arguments: {
        city: { values: ["Rome"], mayBeOmitted: false },
        board: { values: ["half", ""], mayBeOmitted: true },
        guests: { values: [[], ["Ada"]], mayBeOmitted: true },
        note: { values: [""], mayBeOmitted: true },
        budget: { values: [99.5], mayBeOmitted: true },
      },
    });
  });

  it("takes an empty text as a value where the argument is required", () => {
    expect(expectedOf({ ...required, city: [""] })).toMatchObject({
      arguments: { city: { values: [""], mayBeOmitted: false } },
    });
  });

  it.each<[string, JsonObject, object]>([
    [
      "of another type",
      { ...required, nights: ["2"] },
      { parameter: "nights", pointer: "/expected/arguments/nights/0" },
    ],
    [
      "with a fraction for a whole number",
      { ...required, nights: [2, 2.5] },
      { parameter: "nights", pointer: "/expected/arguments/nights/1" },
    ],
    ["outside of the listed ones", { ...required, board: ["all"] }, { parameter: "board" }],
    ["with an item of another type", { ...required, guests: [["Ada", 1]] }, { parameter: "guests" }],
    ["that lets a required number be left out", { ...required, nights: [2, ""] }, { parameter: "nights" }],
  ])("is refused for a value %s", (_, accepted, details) => {
    expect(refusal(text(silent("q-0"), wanting(accepted)))).toMatchObject({
      code: "invalid_eval_set",
      line: 2,
      tool: "book",
      ...details,
    });
  });

  it.each<[string, JsonValue]>([
    ["an unknown key", { ...silent("q"), note: "" }],
    ["no word of what is right", { id: "q", prompt: "Hi." }],
    ["an empty prompt", { ...silent("q"), prompt: "" }],
    ["an id with a space", silent("q 1")],
    ["a tool that the contract has not", { ...silent("q"), expected: { tool_name: "pay", arguments: {} } }],
    ["a parameter that the tool has not", wanting({ ...required, floor: [1] })],
    ["a required parameter without values", wanting({ city: ["Rome"] })],
    ["an empty list of values", wanting({ ...required, nights: [] })],
    ["a value in place of a list of values", wanting({ ...required, nights: 2 })],
    ["the id of another", silent("q-0")],
  ])("is refused for a row with %s", (_, row) => {
    expect(refusal(text(silent("q-0"), row))).toMatchObject({ code: "invalid_eval_set", line: 2 });
  });

  it.each<[string, string, number]>([
    ["text that is no JSON", `${text(silent("q-0"))}\n{"id": }`, 2],
    ["a duplicate key", '{"id": "q", "id": "r", "prompt": "Hi.", "expected": null}', 1],
    ["an empty line", `${text(silent("q-0"))}\n\n${text(silent("q-1"))}`, 2],
    ["a byte order mark", `\ufeff${text(silent("q-0"))}`, 1],
  ])("is refused for %s, with the line", (_, file, line) => {
    expect(refusal(file)).toMatchObject({ code: "invalid_eval_set", line });
  });

  it("is refused when it asks nothing", () => {
    expect(refusal("")).toEqual({ code: "invalid_eval_set" });
  });

  it("says nothing of its prompts and values when it is refused", () => {
    const file = text({
      id: "q",
      prompt: "My secret",
      expected: { tool_name: "book", arguments: { ...required, nights: ["hidden"] } },
    });
    expect(JSON.stringify(refusal(file))).not.toMatch(/secret|hidden/);
  });
});

describeWithPython("the files of questions that come with the product", () => {
  const samples = path.resolve(import.meta.dirname, "../../samples");
  const sets = readdirSync(path.join(samples, "eval"));

  it("are some", () => expect(sets.length).toBeGreaterThan(0));

  it.each(sets)("%s is read with the tools of its name, and its own calls are right", async (file) => {
    const toolsFile = path.join(samples, "tools", file.replace(/\.jsonl$/, ".py"));
    const loaded = await loadTools({ file: toolsFile }, { runner: testRunner() });
    const set = await loadQuestionSet(path.join(samples, "eval", file), { tools: loaded, bfclFolder: "" });
    expect([set.name, set.rows.length, set.questions.length, set.unfit]).toEqual([file, 48, 48, []]);
    expect(set.toolNames).toEqual(loaded.contract.tools.map(({ schema }) => schema.name));
    const wrong = set.questions.flatMap((question) => {
      if (question.expected === null) return [];
      const given = Object.entries(question.expected.arguments).flatMap(([name, { values, mayBeOmitted }]) =>
        mayBeOmitted ? [] : [[name, values[0]]],
      );
      const { toolName } = question.expected;
      const call = { kind: "call", toolName, arguments: Object.fromEntries(given) } as const;
      const isRight = score(question, call).verdict === "right_call";
      return isRight && checkCall(loaded.contract, call).ok ? [] : [question.id];
    });
    expect(wrong).toEqual([]);
  });
});
