import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readModelText, showableLength } from "../../../runtime/decode/free-call.ts";

const call = '{"tool_name": "fee", "arguments": {"amount": 250}}';

describe("a model's text", () => {
  it.each([
    ["as it is asked for", call],
    ["without spaces", '{"tool_name":"fee","arguments":{"amount":250}}'],
    [
      "with keys the other way round and white space around",
      ` \n{"arguments":{"amount":250},\n"tool_name":"fee"}\n`,
    ],
  ])("A9 is a call %s", (_, text) => {
    expect(readModelText(text)).toEqual({ kind: "call", toolName: "fee", arguments: { amount: 250 } });
  });

  it.each([
    ["a third key", '{"tool_name": "fee", "arguments": {}, "id": 1}', "unexpected_keys"],
    ["an array around it", `[${call}]`, "not_an_object"],
    ["two calls", `${call}\n${call}`, "not_one_json_object"],
    ["two calls in an array", `[${call}, ${call}]`, "not_an_object"],
    ["prose before it", `Sure! ${call}`, "not_one_json_object"],
    ["prose behind it", `${call} There you go.`, "not_one_json_object"],
    ["a code block around it", `\`\`\`json\n${call}\n\`\`\``, "not_one_json_object"],
    ["the name twice", '{"tool_name": "fee", "tool_name": "pay", "arguments": {}}', "not_one_json_object"],
    ["an argument twice", '{"tool_name": "fee", "arguments": {"a": 1, "a": 2}}', "not_one_json_object"],
    ["the end missing", call.slice(0, -1), "not_one_json_object"],
    ["single quotes within", '{"tool_name": \'fee\', "arguments": {}}', "not_one_json_object"],
    ["no arguments", '{"tool_name": "fee"}', "arguments_not_an_object"],
    ["text for arguments", '{"tool_name": "fee", "arguments": "{}"}', "arguments_not_an_object"],
    ["an array for arguments", '{"tool_name": "fee", "arguments": []}', "arguments_not_an_object"],
    ["null for arguments", '{"tool_name": "fee", "arguments": null}', "arguments_not_an_object"],
    ["a number for the name", '{"tool_name": 1, "arguments": {}}', "tool_name_not_a_string"],
    [
      "a number that is none",
      '{"tool_name": "fee", "arguments": {"amount": Infinity}}',
      "not_one_json_object",
    ],
    ["a comment", '{"tool_name": "fee", /* x */ "arguments": {}}', "not_one_json_object"],
  ])("A9 with %s is malformed and never repaired", (_, text, reason) => {
    expect(readModelText(text)).toEqual({ kind: "malformed", reason });
  });

  it.each([
    "The fee is 0.75.",
    "",
    '{"fee": 0.75}',
    "[1, 2]",
    "{not json",
    "Use the tool_name that you like.",
    "```js\nconst a = { b: 1 };\n```",
  ])("is an answer: %j", (text) => {
    expect(readModelText(text)).toEqual({ kind: "answer" });
  });

  it("is a call only when JSON says so, whatever it looks like", () => {
    const pieces = fc.constantFrom(
      '{"tool_name"',
      ": ",
      '"fee"',
      ", ",
      '"arguments"',
      "{",
      "}",
      "[",
      "]",
      '"',
      " ",
      "x",
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 14 }).map((all) => all.join("")),
        (text) => {
          const read = readModelText(text);
          if (read.kind !== "call") return;
          expect(JSON.parse(text)).toEqual({ tool_name: read.toolName, arguments: read.arguments });
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("what may be shown of a text that is still coming", () => {
  it.each([
    ["", 0],
    ["  \n", 0],
    ['{"a": 1} is', 0],
    ["[1, 2", 0],
    ["Sure", 4],
    ["Sure! {", 6],
    ['Sure! {"', 6],
    ['Sure! {"tool', 6],
    ['Sure! {"tool_name": "fee"} and more', 6],
    ["Sure! {'a': 1}", 14],
    ['Sure! {"total": 1}', 18],
    ["Here: `", 6],
    ["Here: ```json\n", 6],
    ['Here: ```json\n{"tool_name"', 6],
    ["Here: ```js\nconst", 17],
    ["the `fee` tool", 14],
  ])("of %j are %d characters", (text, length) => {
    expect(showableLength(text)).toBe(length);
  });

  it("is never taken back and never a part of a call", () => {
    const pieces = fc.oneof(
      fc.constantFrom(call, "```json\n", "`", "{", "[", '"', "tool_name", '{"tool_name": "x"', "\n", " "),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 8 }).map((all) => all.join("")),
        (text) => {
          let shown = 0;
          for (let end = 1; end <= text.length; end++)
            shown = Math.max(shown, showableLength(text.slice(0, end)));
          const begin = text.search(/[{[]\s*"tool_name"/);
          if (begin !== -1) expect(shown).toBeLessThanOrEqual(begin);
          if (readModelText(text).kind === "call") expect(shown).toBe(0);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
