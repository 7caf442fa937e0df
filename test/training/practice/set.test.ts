import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../imprint/canonical.ts";
import { type FrozenContract, freezeContract, type ToolDraft } from "../../../imprint/contract.ts";
import { spelled, spelledMember } from "../../../imprint/spelling.ts";
import { checkCall } from "../../../tools/call.ts";
import { callText } from "../../../training/practice/set/call-text.ts";
import { setFrames } from "../../../training/practice/set/frames.ts";
import { lastPrompt, type PlacedRow, practiceSet } from "../../../training/practice/set/practice-set.ts";
import type { PracticeKind } from "../../../training/practice/set/row.ts";
import { contractOf, eightToolContract, eightTools, number, text, tool } from "./contracts.ts";

type CallRow = PlacedRow & { readonly target: { readonly kind: "call" } };

const isCall = (row: PlacedRow): row is CallRow => row.target.kind === "call";
const ofKind = (rows: readonly PlacedRow[], kind: PracticeKind) =>
  rows.filter(({ origin }) => origin.kind === kind);

const rows = practiceSet(eightToolContract, { size: 2_000 });

describe("a practice set", () => {
  it("has as many rows as are asked for, no two with the same prompt", () => {
    expect(rows).toHaveLength(2_000);
    expect(new Set(rows.map(lastPrompt)).size).toBe(2_000);
  });

  it("is the same again, in whatever order the tools stood, and another one by another seed", () => {
    const again = practiceSet(freezeContract([...eightTools].reverse()), { size: 300 });
    expect(again).toEqual(rows.slice(0, 300));
    const seed = eightToolContract.activeSetSha256;
    expect(practiceSet(eightToolContract, { size: 300, seed })).toEqual(again);
    expect(practiceSet(eightToolContract, { size: 300, seed: "another" })).not.toEqual(again);
  });

  it("has every kind of row, most of them calls, every tool about as often", () => {
    const kinds = new Set(rows.map(({ origin }) => origin.kind));
    expect(kinds.size).toBe(10);
    const calls = rows.filter(isCall);
    expect(calls.length / rows.length).toBeGreaterThan(0.55);
    for (const { schema } of eightTools) {
      const own = calls.filter(({ target }) => target.toolName === schema.name);
      expect(own.length, schema.name).toBeGreaterThan(calls.length / 12);
    }
  });

  it("asks only for calls that the contract accepts, in its conversations too", () => {
    expect(rows.filter(isCall).filter(({ target }) => !checkCall(eightToolContract, target).ok)).toEqual([]);
    const earlier = rows.flatMap(({ conversation }) =>
      conversation.flatMap(({ role, content }) =>
        role === "assistant" && content.startsWith("{") ? [JSON.parse(content)] : [],
      ),
    );
    expect(earlier.length).toBeGreaterThan(200);
    const wrong = earlier.filter(
      ({ tool_name: toolName, arguments: args }) =>
        !checkCall(eightToolContract, { toolName, arguments: args }).ok,
    );
    expect(wrong).toEqual([]);
  });

  it("ends every conversation with the user or a tool, and begins it with the user", () => {
    for (const { conversation, origin } of rows) {
      expect(conversation[0]?.role).toBe("user");
      expect(conversation.at(-1)?.role).toBe(
        ["result", "second_of_two"].includes(origin.kind) ? "tool" : "user",
      );
    }
  });

  it("leaves no place of a frame open and no mark of a value behind", () => {
    const texts = rows.flatMap(({ conversation, target }) => [
      ...conversation.filter(({ role }) => role === "user").map(({ content }) => content),
      ...(target.kind === "answer" ? [target.text ?? ""] : []),
    ]);
    expect(texts.filter((said) => /[{}\u{e000}-\u{f8ff}]|undefined|\bNaN\b/u.test(said))).toEqual([]);
  });

  it("says in each request every text, and every number in digits or as a word", () => {
    const asked = ofKind(rows, "request").filter(isCall);
    const unsaid = asked.flatMap((row) =>
      leavesOf(row.target.arguments)
        .filter(([name, value]) => !isListed(row.target.toolName, name) && !says(lastPrompt(row), value))
        .map(([name, value]) => `${name} ${value} in: ${lastPrompt(row)}`),
    );
    expect(asked.length).toBeGreaterThan(900);
    expect(unsaid).toEqual([]);
  });

  it("leaves an optional parameter out where the request does not say it", () => {
    const weather = ofKind(rows, "request")
      .filter(isCall)
      .filter(({ target }) => target.toolName === "getWeather");
    const withUnit = weather.filter(({ target }) => "unit" in target.arguments);
    const saying = weather.filter((row) => /celsius|fahrenheit/i.test(lastPrompt(row)));
    expect(saying).toEqual(withUnit);
    expect(withUnit.length).toBeGreaterThan(weather.length / 4);
    expect(withUnit.length).toBeLessThan((3 * weather.length) / 4);
  });

  it("is worded in many ways: no wording has one row in fifty, and hundreds are used", () => {
    const counts = new Map<string, number>();
    for (const { origin } of rows) counts.set(origin.wording, (counts.get(origin.wording) ?? 0) + 1);
    expect(setFrames.length).toBeGreaterThanOrEqual(120);
    expect(counts.size).toBeGreaterThan(500);
    expect(Math.max(...counts.values())).toBeLessThan(rows.length / 50);
  });

  it("validates with wordings that are not practised, about a tenth of them", () => {
    const wordings = (split: string) =>
      new Set(rows.filter((row) => row.split === split).map(({ origin }) => origin.wording));
    const [practised, validating] = [wordings("practice"), wordings("validation")];
    expect([...validating].filter((wording) => practised.has(wording))).toEqual([]);
    expect(validating.size / (practised.size + validating.size)).toBeGreaterThan(0.05);
    expect(validating.size / (practised.size + validating.size)).toBeLessThan(0.16);
  });
});

describe("rows that are no plain request", () => {
  it("answer a result with what it states", () => {
    const contract = contractOf(tool("fee", "Compute the fee for an amount.", { amount: number }));
    const results = ofKind(practiceSet(contract, { size: 600 }), "result");
    expect(results.length).toBeGreaterThan(20);
    for (const { conversation, target } of results) {
      const { fee } = JSON.parse(conversation.at(-1)?.content ?? "");
      expect(target.kind === "answer" && target.text).toContain(String(fee));
    }
  });

  it("ask for what is missing by the parameter's name", () => {
    const contract = contractOf(tool("order_status", "Look up the status of an order.", { order_id: text }));
    const missing = ofKind(practiceSet(contract, { size: 600 }), "missing_value");
    expect(missing.length).toBeGreaterThan(5);
    for (const { target } of missing) expect(target.kind === "answer" && target.text).toContain("order id");
  });

  it("want the model's own answer where no tool is wanted", () => {
    for (const kind of ["near_miss", "small_talk", "question", "other_task"] as const) {
      const own = ofKind(rows, kind);
      expect(own.length, kind).toBeGreaterThan(50);
      expect(own.filter(({ target }) => target.kind === "call" || target.text !== null)).toEqual([]);
    }
  });

  it("follow an earlier request up with one value changed", () => {
    const contract = contractOf(tool("weather", "Returns the weather of a city.", { city: text }));
    const short = ofKind(practiceSet(contract, { size: 800 }), "follow_up")
      .filter(isCall)
      .filter(({ origin }) => origin.wording.includes("{it}"));
    expect(short.length).toBeGreaterThan(5);
    for (const row of short) {
      expect(lastPrompt(row)).toContain(row.target.arguments.city);
      expect(row.conversation[1]?.content).not.toBe(callText("weather", row.target.arguments));
    }
  });

  it("give no results of tools that answer by themselves or wait for a confirmation", () => {
    const direct = withSchema({ return_direct: true });
    const commit = withSchema({ execution_level: "commit" });
    for (const contract of [direct, commit]) {
      const made = practiceSet(contract, { size: 300 });
      expect(made.length).toBeGreaterThan(200);
      expect(made.filter(({ conversation }) => conversation.some(({ role }) => role === "tool"))).toEqual([]);
    }
  });
});

describe("the user's own examples", () => {
  const contract = contractOf(tool("order_status", "Look up the status of an order.", { order_id: text }));
  const examples = [
    { prompt: "wo bleibt Bestellung A-77?", toolName: "order_status", arguments: { order_id: "A-77" } },
    { prompt: "Wer bist du?", answer: "Ein Assistent." },
  ];
  const made = practiceSet(contract, { size: 300, examples });

  it("come first, as they are, and are always practised", () => {
    expect(made[0]).toMatchObject({
      split: "practice",
      conversation: [{ role: "user", content: examples[0]?.prompt }],
      target: { kind: "call", toolName: "order_status", arguments: { order_id: "A-77" } },
    });
    expect(made[1]?.target).toEqual({ kind: "answer", text: "Ein Assistent." });
    const worded = made.filter(({ origin }) => origin.wording === examples[0]?.prompt);
    expect(worded.filter(({ split }) => split !== "practice")).toEqual([]);
  });

  it("lend their wording to other values", () => {
    const lent = made.slice(2).filter((row) => lastPrompt(row).startsWith("wo bleibt Bestellung "));
    const single = ofKind(lent, "request").filter(isCall);
    expect(single.length).toBeGreaterThan(20);
    for (const row of single) {
      expect(lastPrompt(row)).toBe(`wo bleibt Bestellung ${row.target.arguments.order_id}?`);
    }
  });
});

it("takes another wording of a task from what is said about when a tool is wanted", () => {
  const contract = contractOf(tool("quote", "Quote it.", { amount: number }));
  const wordings = [{ toolName: "quote", when: "when the user asks for the exact service fee" }];
  const said = (given: typeof wordings) =>
    practiceSet(contract, { size: 200, wordings: given }).filter((row) =>
      /service fee/i.test(lastPrompt(row)),
    );
  expect(said([])).toEqual([]);
  expect(said(wordings).length).toBeGreaterThan(20);
});

it("spells calls as the decoder does", () => {
  for (const { target } of rows.filter(isCall)) {
    const byName = Object.fromEntries(Object.entries(target.arguments).sort(([a], [b]) => (a < b ? -1 : 1)));
    expect(callText(target.toolName, target.arguments)).toBe(
      `{${spelledMember("tool_name", spelled(target.toolName))}, ${spelledMember("arguments", spelled(byName))}}`,
    );
  }
});

it("ends where a contract can be asked for little, and makes something of any contract", () => {
  const odd = contractOf(
    tool("f", "a", { _: number, x: number, to: text, by: text }),
    tool("_", "{do} $& (none). A", { id: text, name: text, n: { type: "integer" } }),
    tool("list", "List", { items: { type: "array", items: { type: "string", enum: ["$1", "{with}"] } } }),
    tool("hello_world", ""),
  );
  const made = practiceSet(odd, { size: 400 });
  expect(made.length).toBeGreaterThan(300);
  expect(made.filter(isCall).filter(({ target }) => !checkCall(odd, target).ok)).toEqual([]);
});

function withSchema(changes: Partial<ToolDraft["schema"]>): FrozenContract {
  const draft = tool("book_room", "Book a room in a hotel.", { hotel: text });
  return freezeContract([{ ...draft, schema: { ...draft.schema, ...changes } }]);
}

function isListed(toolName: string, parameter: string): boolean {
  const node = eightToolContract.tool(toolName)?.schema.parameters.properties;
  return JSON.stringify((node as Record<string, JsonValue>)[parameter]).includes('"enum"');
}

function leavesOf(args: Readonly<Record<string, JsonValue>>): [name: string, value: string | number][] {
  return Object.entries(args).flatMap(([name, value]) =>
    [value]
      .flat(3)
      .flatMap((leaf) =>
        typeof leaf === "string" || typeof leaf === "number"
          ? [[name, leaf] as [string, string | number]]
          : [],
      ),
  );
}

const numberWords =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(" ");
const tens: Readonly<Record<number, string>> = { 20: "twenty", 30: "thirty", 40: "forty", 50: "fifty" };

function says(prompt: string, value: string | number): boolean {
  if (typeof value === "number") {
    const word = numberWords[value] ?? tens[value];
    const digits = new RegExp(`(?<![\\d.])${String(value).replace(".", "\\.")}(?!\\.?\\d)`);
    const plain = prompt.replace(/(?<=\d),(?=\d{3})/g, "");
    return (
      digits.test(prompt) || digits.test(plain) || (word !== undefined && prompt.toLowerCase().includes(word))
    );
  }
  if (prompt.includes(value)) return true;
  const [year, , day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)?.slice(1) ?? [];
  return year !== undefined && prompt.includes(year) && prompt.includes(String(Number(day)));
}
