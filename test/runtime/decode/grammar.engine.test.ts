import fc from "fast-check";
import { getLlama, type Llama, LlamaGrammar } from "node-llama-cpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../imprint/canonical.ts";
import { type FrozenContract, freezeContract } from "../../../imprint/contract.ts";
import { parseJsonStrict } from "../../../imprint/json-text.ts";
import { callGrammar, callOpening, grammarProof } from "../../../runtime/decode/grammar.ts";
import { mismatches } from "../../../tools/schema-check.ts";
import { callText, spelledJson } from "../../scripted-engine.ts";

let llama: Llama;
beforeAll(async () => {
  llama = await getLlama({ gpu: false, build: "never", skipDownload: true });
});
afterAll(async () => {
  await llama.dispose();
});

/** Whether the native grammar of a contract matches a whole call. The engine forces the opening itself. */
function acceptance(contract: FrozenContract): (text: string) => boolean {
  const grammar = new LlamaGrammar(llama, { grammar: callGrammar(contract) });
  const { _testText: matches } = grammar as unknown as {
    _testText(this: LlamaGrammar, text: string): boolean;
  };
  return (text) => text.startsWith(callOpening) && matches.call(grammar, text.slice(callOpening.length));
}

function contractOf(tools: Record<string, { properties: JsonObject; required: string[] }>): FrozenContract {
  return freezeContract(
    Object.entries(tools).map(([name, { properties, required }]) => ({
      intentTags: [],
      schema: {
        name,
        description: "",
        parameters: {
          type: "object",
          properties,
          required: [...required].sort(),
          additionalProperties: false,
        },
        permissions: [],
        execution_level: "read",
        return_direct: false,
        output_schema: null,
      },
    })),
  );
}

/** A schema node in one of the shapes that hints become, with an arbitrary of its values. */
interface Shape {
  readonly node: JsonObject;
  readonly values: fc.Arbitrary<JsonValue>;
}

const someText = fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => text.isWellFormed());
// DEL is the one character that the grammar wants escaped and JSON does not.
const sayable = fc
  .oneof(someText, fc.constantFrom("", '"', "\\", "\n\t\u0000", "a/b", "😀", "}", '", "x": "', "\u2028"))
  .filter((text) => !text.includes("\x7f"));
const literalText = fc
  .string({
    unit: fc.constantFrom(
      "a",
      "Z",
      "é",
      "日",
      "😀",
      '"',
      "\\",
      "[",
      "]",
      "{",
      "}",
      " ",
      "-",
      "$",
      "\n",
      "\t",
    ),
    minLength: 0,
    maxLength: 6,
  })
  .filter((text) => ![..."\n\t"].some((control) => text.includes(control)));
const integers = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });
const numbers = fc.oneof(
  integers,
  fc.constantFrom(0.003, 1.5, -2.25, 1e-7, 250, 0, 12.000001),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1_000),
);

const enumShape = fc
  .oneof<fc.Arbitrary<[string, JsonValue[]]>[]>(
    fc
      .uniqueArray(literalText, { minLength: 1, maxLength: 4 })
      .map((all): [string, JsonValue[]] => ["string", all]),
    fc
      .uniqueArray(integers, { minLength: 1, maxLength: 4 })
      .map((all): [string, JsonValue[]] => ["integer", all]),
    fc.constantFrom<[string, JsonValue[]]>(["boolean", [true]], ["boolean", [false, true]]),
  )
  .map(([type, values]): Shape => ({ node: { type, enum: values }, values: fc.constantFrom(...values) }));

const primitive = fc.constantFrom<Shape>(
  { node: { type: "string" }, values: sayable },
  { node: { type: "integer" }, values: integers },
  { node: { type: "number" }, values: numbers },
  { node: { type: "boolean" }, values: fc.boolean() },
);

function nullable({ node, values }: Shape): Shape {
  if (Array.isArray(node.type)) return { node, values };
  const withNull = Array.isArray(node.enum) ? { enum: [...node.enum, null] } : {};
  return {
    node: { ...node, type: [node.type as string, "null"], ...withNull },
    values: fc.oneof(values, fc.constant(null)),
  };
}

function listOf({ node, values }: Shape): Shape {
  return { node: { type: "array", items: node }, values: fc.array(values, { maxLength: 4 }) };
}

const { shape: anyShape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    primitive,
    enumShape,
    tie("shape").map(nullable),
    tie("shape").map(listOf),
  ),
}));

const parameterName = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/),
  fc.constantFrom("constructor", "toString", "tool_name", "root", "first", "next"),
);

interface Tool {
  readonly name: string;
  readonly properties: JsonObject;
  readonly required: string[];
  /** Arguments that fit: all of the required, some of the rest, in order. */
  readonly arguments: fc.Arbitrary<JsonObject>;
}

const anyTool = fc
  .record({
    name: fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/),
    parameters: fc.uniqueArray(fc.record({ name: parameterName, shape: anyShape, required: fc.boolean() }), {
      selector: ({ name }) => name,
      maxLength: 5,
    }),
  })
  .map(({ name, parameters }): Tool => {
    // The frozen copy has its keys in canonical order.
    const sorted = parameters
      .filter((p) => p.name !== "__proto__")
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const member = ({ name, shape, required }: (typeof sorted)[number]) =>
      (required
        ? shape.values.map((value) => [[name, value]])
        : fc.oneof(
            fc.constant([]),
            shape.values.map((value) => [[name, value]]),
          )) as fc.Arbitrary<[string, JsonValue][]>;
    return {
      name,
      properties: Object.fromEntries(sorted.map((p) => [p.name, p.shape.node])),
      required: sorted.filter((p) => p.required).map((p) => p.name),
      arguments: fc.tuple(...sorted.map(member)).map((members) => Object.fromEntries(members.flat())),
    };
  });

/** A contract, one of its tools, and arguments that fit it. */
const anyCall = fc
  .uniqueArray(anyTool, { selector: ({ name }) => name, minLength: 1, maxLength: 4 })
  .chain((tools) => fc.record({ tools: fc.constant(tools), tool: fc.constantFrom(...tools) }))
  .chain(({ tools, tool }) =>
    tool.arguments.map((args) => ({
      contract: contractOf(Object.fromEntries(tools.map((each) => [each.name, each]))),
      tool,
      args,
    })),
  );

/** Ways to spoil a call that is spelled as it should be. */
const spoilt: [string, (text: string, at: number) => string][] = [
  ["a character taken out", (text, at) => text.slice(0, at) + text.slice(at + 1)],
  ["a brace put in", (text, at) => `${text.slice(0, at)}}${text.slice(at)}`],
  ["a quote put in", (text, at) => `${text.slice(0, at)}"${text.slice(at)}`],
  ["a line break put in", (text, at) => `${text.slice(0, at)}\n${text.slice(at)}`],
  ["its end cut off", (text, at) => text.slice(0, at)],
  ["a character doubled", (text, at) => text.slice(0, at + 1) + text.slice(at)],
  ["a digit put in", (text, at) => `${text.slice(0, at)}7${text.slice(at)}`],
];

describe("the grammar of any contract", () => {
  it("accepts every call that fits, written in its one spelling", () => {
    fc.assert(
      fc.property(anyCall, ({ contract, tool, args }) => {
        const text = callText(tool.name, args);
        expect(acceptance(contract)(text), text).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it("accepts nothing that is not a call that fits", () => {
    let refused = 0;
    fc.assert(
      fc.property(
        anyCall,
        fc.constantFrom(...spoilt),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        ({ contract, tool, args }, [, spoil], where) => {
          const text = callText(tool.name, args);
          const begin = callOpening.length;
          const bad = spoil(text, begin + Math.floor(where * (text.length - begin)));
          if (!acceptance(contract)(bad)) {
            refused++;
            return;
          }
          // A digit or letter more may still be a fitting call; then it must be one to every other judge.
          const { tool_name, arguments: given, ...rest } = parseJsonStrict(bad) as JsonObject;
          expect(rest).toEqual({});
          const { parameters } = contract.tool(String(tool_name))?.schema ?? {};
          expect(parameters && mismatches(parameters, given)).toEqual([]);
          expect(callText(String(tool_name), given as JsonObject)).toHaveLength(bad.length);
        },
      ),
      { numRuns: 600 },
    );
    expect(refused).toBeGreaterThan(300);
  });

  it("refuses arguments that do not fit, however well they are spelled", () => {
    const other = fc.constantFrom<JsonValue>(
      null,
      true,
      7,
      1.5,
      "text",
      [],
      [1],
      ["a"],
      [null],
      {},
      [[]],
      -3,
    );
    let refused = 0;
    fc.assert(
      fc.property(anyCall, other, fc.nat(), ({ contract, tool, args }, value, which) => {
        const names = [...Object.keys(tool.properties), "unknown_parameter"].sort();
        const name = names[which % names.length] ?? "";
        const changed = Object.fromEntries(
          names.flatMap((key) =>
            key === name ? [[key, value]] : Object.hasOwn(args, key) ? [[key, args[key] ?? null]] : [],
          ),
        ) as JsonObject;
        const { parameters } = contract.tool(tool.name)?.schema ?? {};
        const fits = parameters !== undefined && mismatches(parameters, changed).length === 0;
        expect(acceptance(contract)(callText(tool.name, changed)), spelledJson(changed)).toBe(fits);
        if (!fits) refused++;
      }),
      { numRuns: 400 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  it("refuses a call without one of its required arguments", () => {
    const withRequired = anyCall.filter(({ tool }) => tool.required.length > 0);
    fc.assert(
      fc.property(withRequired, fc.nat(), ({ contract, tool, args }, which) => {
        const dropped = tool.required[which % tool.required.length] ?? "";
        const { [dropped]: _, ...rest } = args;
        expect(acceptance(contract)(callText(tool.name, rest))).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it("is proven by texts that it accepts and refuses", () => {
    fc.assert(
      fc.property(anyCall, ({ contract }) => {
        const { accepts, refuses } = grammarProof(contract);
        const accepted = acceptance(contract);
        expect([accepted(callOpening + accepts), accepted(callOpening + refuses)]).toEqual([true, false]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the grammar of one contract", () => {
  const properties: JsonObject = {
    amount: { type: "number" },
    count: { type: "integer" },
    note: { type: ["string", "null"] },
    tier: { type: "string", enum: ["basic", "pro"] },
  };
  const fee = contractOf({
    fee: { properties, required: ["amount"] },
    feed: { properties: {}, required: [] },
  });
  const accepted = (args: string, name = "fee") =>
    acceptance(fee)(`${callOpening}${name}", "arguments": ${args}}`);

  it.each([
    '{"amount": 1}',
    '{"amount": -0.5, "tier": "pro"}',
    '{"amount": 1e-3, "note": null}',
    '{"amount": 1.25E-2, "count": 999999999999999, "note": "a\\u00e9\\n", "tier": "basic"}',
    '{"amount": 0, "note": "\\ud7ff\\ue000"}',
  ])("accepts %s", (args) => {
    expect(accepted(args)).toBe(true);
  });

  it.each([
    ["a required argument missing", "{}"],
    ["text for a number", '{"amount": "1"}'],
    ["a word outside of the enum", '{"amount": 1, "tier": "gold"}'],
    ["a word outside of the enum that begins like one", '{"amount": 1, "tier": "professional"}'],
    ["another order", '{"tier": "pro", "amount": 1}'],
    ["an argument twice", '{"amount": 1, "amount": 2}'],
    ["an unknown argument", '{"amount": 1, "tip": 2}'],
    ["no space", '{"amount":1}'],
    ["two spaces", '{"amount":  1}'],
    ["a comma at the end", '{"amount": 1, }'],
    ["a leading zero", '{"amount": 01}'],
    ["a plus", '{"amount": +1}'],
    ["a bare point", '{"amount": 1.}'],
    ["Infinity", '{"amount": Infinity}'],
    ["NaN", '{"amount": NaN}'],
    ["a positive exponent, which may spell an unsafe integer", '{"amount": 1e20}'],
    ["a three-digit exponent, which overflows", '{"amount": 1e400}'],
    ["an integer with a fraction", '{"amount": 1, "count": 1.0}'],
    ["an integer with an exponent", '{"amount": 1, "count": 5e-1}'],
    ["an integer beyond 2^53", '{"amount": 1, "count": 9007199254740993}'],
    ["a raw line break in text", '{"amount": 1, "note": "a\nb"}'],
    ["a raw NUL in text", '{"amount": 1, "note": "a\u0000b"}'],
    ["a raw DEL in text", '{"amount": 1, "note": "a\u007fb"}'],
    ["a half of a surrogate pair", '{"amount": 1, "note": "\\ud83d"}'],
    ["an unknown escape", '{"amount": 1, "note": "\\x41"}'],
    ["single quotes", '{"amount": 1, "note": \'a\'}'],
    ["null where none may be", '{"amount": null}'],
    ["an array for the arguments", "[]"],
    ["null for the arguments", "null"],
  ])("refuses %s", (_, args) => {
    expect(accepted(args)).toBe(false);
  });

  it("keeps each tool to its own parameters, also when one name begins with another", () => {
    expect([accepted("{}", "feed"), accepted('{"amount": 1}', "feed")]).toEqual([true, false]);
    expect([accepted('{"amount": 1}', "fe"), accepted('{"amount": 1}', "feedx")]).toEqual([false, false]);
  });
});
