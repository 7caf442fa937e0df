import fc from "fast-check";
import { getLlama, type Llama, LlamaGrammar } from "node-llama-cpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../imprint/canonical.ts";
import type { FrozenContract } from "../../../imprint/contract.ts";
import { limits } from "../../../imprint/limits.ts";
import {
  argumentsOpening,
  type CallGrammar,
  callGrammar,
  callOpening,
  type GrammarPlace,
} from "../../../runtime/decode/grammar.ts";
import {
  type AnyCall,
  anyCall,
  anyCalls,
  callOf,
  contractOf,
  inSchemaOrder,
  parameterNames,
} from "./any-contract.ts";
import { fittingCall } from "./fitting-call.ts";

let llama: Llama;
beforeAll(async () => {
  llama = await getLlama({ gpu: false, build: "never", skipDownload: true });
});
afterAll(async () => {
  await llama.dispose();
});

/** What the native grammar matches from a place to its end. */
function matcher({ gbnf }: CallGrammar, { root }: GrammarPlace): (text: string) => boolean {
  const grammar = new LlamaGrammar(llama, { grammar: gbnf, rootRuleName: root });
  const { _testText: matches } = grammar as unknown as {
    _testText(this: LlamaGrammar, text: string): boolean;
  };
  return (text) => matches.call(grammar, text);
}

/** Whether the grammar of a contract matches a whole call. The engine forces the opening itself. */
function acceptance(contract: FrozenContract): (text: string) => boolean {
  const grammar = callGrammar(contract);
  const matches = matcher(grammar, grammar.whole);
  return (text) => text.startsWith(callOpening) && matches(text.slice(callOpening.length));
}

/** A call with one fault, or with what looks like one; nothing where the call has no place for it. */
type Mutation = (call: AnyCall, pick: number, value: JsonValue) => string | undefined;

const at = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];

function changed({ contract, tool, args }: AnyCall, name: string, value: JsonValue): string {
  return callOf(tool.name, inSchemaOrder(contract, tool.name, { ...args, [name]: value }));
}

function members({ args }: AnyCall): [string, JsonValue][] {
  return Object.entries(args);
}

/** The call's members as texts, put together again. */
function rejoined(call: AnyCall, change: (texts: string[]) => string[]): string {
  const begin = `${callOf(call.tool.name, {}).slice(0, -2)}`;
  const texts = members(call).map(([name, value]) =>
    callOf("", { [name]: value }).slice(callOf("", {}).length - 2, -2),
  );
  return `${begin}${change(texts).join(", ")}}}`;
}

const mutations: Readonly<Record<string, Mutation>> = {
  "a member dropped": (call, pick) => {
    const dropped = at(members(call), pick)?.[0];
    return dropped && rejoined(call, (texts) => texts.toSpliced(pick % texts.length, 1));
  },
  "a member twice": (call, pick) =>
    rejoined(call, (texts) =>
      texts.flatMap((text, index) => (index === pick % texts.length ? [text, text] : [text])),
    ),
  "two members swapped": (call) =>
    rejoined(call, ([first = "", second, ...rest]) => [
      ...(second === undefined ? [] : [second]),
      first,
      ...rest,
    ]),
  "a member more": (call, _, value) => changed(call, "of nobody", value),
  "a value of any type": (call, pick, value) => {
    const name = at(parameterNames(call.contract, call.tool.name), pick);
    return name === undefined ? undefined : changed(call, name, value);
  },
  "a listed value with an end of its own": (call, pick) => {
    const [name, value] =
      at(
        members(call).filter(([, each]) => typeof each === "string"),
        pick,
      ) ?? [];
    return name === undefined ? undefined : changed(call, name, `${value}x`);
  },
  "a number in another form": (call, pick) => {
    const text = callOf(call.tool.name, call.args);
    const numbers = [...text.matchAll(/(?<=[ [])-?[0-9][0-9.e-]*/g)];
    const found = at(numbers, pick);
    const tails = ["e1", "e-1", ".0", ".", "0", "E400", "e-400", ".5", "00000000000000000000000"];
    if (found === undefined) return undefined;
    const end = found.index + found[0].length;
    return text.slice(0, end) + at(tails, pick) + text.slice(end);
  },
  "a comma at the end": (call) => `${callOf(call.tool.name, call.args).slice(0, -2)}, }}`,
  "a comma at the end of a list": (call, pick) => inserted(call, "]", ", ", pick),
  "the name of another tool": (call, pick) => {
    const other = at(call.contract.tools, pick)?.schema.name ?? "";
    return callOf(other, call.args);
  },
  "the name of no tool": ({ tool, args }) => callOf(`${tool.name}_`, args),
  "a raw control character": (call, pick) => inserted(call, '"', "\u0001", pick),
  "a raw DEL": (call, pick) => inserted(call, '"', "\u007f", pick),
  "a half of a surrogate pair": (call, pick) => inserted(call, '"', "\\udc00", pick),
  "a quote more": (call, pick) => inserted(call, '"', '"', pick),
  "a brace more": (call, pick) => inserted(call, "}", "}", pick),
  "a character doubled": (call, pick) => {
    const text = callOf(call.tool.name, call.args);
    const place = callOpening.length + (pick % (text.length - callOpening.length));
    return (text.slice(0, place + 1) + text.slice(place)).toWellFormed();
  },
  "a character taken out": (call, pick) => {
    const text = callOf(call.tool.name, call.args);
    const place = callOpening.length + (pick % (text.length - callOpening.length));
    return (text.slice(0, place) + text.slice(place + 1)).toWellFormed();
  },
};

/** A text put before one of the marks. */
function inserted({ tool, args }: AnyCall, mark: string, text: string, pick: number): string | undefined {
  const whole = callOf(tool.name, args);
  const places = [...whole.slice(callOpening.length).matchAll(new RegExp(`\\${mark}`, "g"))];
  const place = at(places, pick);
  if (place === undefined) return undefined;
  const index = callOpening.length + place.index;
  return whole.slice(0, index) + text + whole.slice(index);
}

const anyValue = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, 7, 1.5, "text", "", [], [1], ["a"], [null], {}, [[]], -3, [true, 1]),
  fc.string({ maxLength: 3 }),
);

describe("the grammar of any contract", () => {
  it("accepts every call that fits, and of its mutants those that fit after all", {
    timeout: 120_000,
  }, () => {
    const refused = new Map(Object.keys(mutations).map((name) => [name, 0]));
    const property = fc.property(anyCalls(2), fc.nat(1_000_000), anyValue, (calls, pick, value) => {
      for (const call of calls) {
        const text = callOf(call.tool.name, call.args);
        const [accepts, fits] = [acceptance(call.contract), fittingCall(call.contract)];
        expect([accepts(text), fits(text)], text).toEqual([true, true]);
        for (const [name, mutate] of Object.entries(mutations)) {
          const mutant = mutate(call, pick, value);
          if (mutant === undefined) continue;
          const accepted = accepts(mutant);
          if (accepted !== fits(mutant)) expect([name, mutant, accepted]).toEqual([name, mutant, !accepted]);
          if (!accepted) refused.set(name, (refused.get(name) ?? 0) + 1);
        }
      }
    });
    fc.assert(property, { numRuns: 1_000 });
    // Each way to spoil a call has done so often.
    expect([...refused].filter(([, count]) => count < 100)).toEqual([]);
  });

  it("accepts no call that was cut, wherever it was", () => {
    fc.assert(
      fc.property(anyCall, ({ contract, tool, args }) => {
        const text = callOf(tool.name, args);
        const accepts = acceptance(contract);
        const accepted = Array.from(text, (_, end) => end).filter((end) =>
          accepts(text.slice(0, end).toWellFormed()),
        );
        expect(accepted).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("is proven by texts that it accepts and refuses", () => {
    fc.assert(
      fc.property(anyCall, ({ contract }) => {
        const { accepts, refuses } = callGrammar(contract).whole.proof;
        const [accepted, fits] = [acceptance(contract), fittingCall(contract)];
        for (const judge of [accepted, fits]) {
          expect(judge(callOpening + accepts), accepts).toBe(true);
          expect(refuses.filter((text) => judge(callOpening + text))).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function placeBehind(grammar: CallGrammar, toolName: string, written: readonly string[]): GrammarPlace {
  const last = written.at(-1);
  return last === undefined ? grammar.argumentsOf(toolName) : grammar.behind(toolName, last);
}

describe("the grammar from a place within a call", () => {
  it("accepts what follows any value of a call that fits, and of its mutants those that fit after all", () => {
    let [refused, optional] = [0, 0];
    const anyCut = fc.tuple(anyCall, fc.nat(1_000), fc.constantFrom(...Object.values(mutations)), anyValue);
    fc.assert(
      fc.property(anyCut, ([call, pick, mutate, value]) => {
        const { contract, tool, args } = call;
        const names = Object.keys(args);
        const text = callOf(tool.name, args);
        const mutant = mutate(call, pick, value);
        const fits = fittingCall(contract);
        for (let done = 0; done <= names.length; done++) {
          const written = Object.fromEntries(Object.entries(args).slice(0, done));
          const begun = done === 0 ? argumentsOpening(tool.name) : callOf(tool.name, written).slice(0, -2);
          const grammar = callGrammar(contract);
          const matches = matcher(grammar, placeBehind(grammar, tool.name, names.slice(0, done)));
          expect(matches(text.slice(begun.length)), text).toBe(true);
          const end = done === 0 ? " {}}" : "}}";
          if (done === names.length) expect(matches(end)).toBe(true);
          if (matches(end)) optional++;
          // A number may go on.
          if (!mutant?.startsWith(begun) || (done > 0 && !/[,}]/.test(mutant.charAt(begun.length)))) continue;
          const accepted = matches(mutant.slice(begun.length));
          expect([mutant, accepted]).toEqual([mutant, fits(mutant)]);
          if (!accepted) refused++;
        }
      }),
      { numRuns: 300 },
    );
    expect([refused > 100, optional > 100]).toEqual([true, true]);
  });

  it("is proven by texts that it accepts and refuses", () => {
    fc.assert(
      fc.property(anyCall, fc.nat(), ({ contract, tool }, pick) => {
        const names = parameterNames(contract, tool.name);
        const grammar = callGrammar(contract);
        const place = placeBehind(grammar, tool.name, names.slice(0, pick % (names.length + 1)));
        const matches = matcher(grammar, place);
        expect(matches(place.proof.accepts)).toBe(true);
        expect(place.proof.refuses.filter(matches)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the largest grammar that there may be", () => {
  it("binds, with a list as deep as a hint may be and as many optional parameters as rules allow", () => {
    const count = Math.floor(limits.callGrammarRulesCount / 4) - 20;
    const list = (depth: number): JsonObject =>
      depth === 0 ? { type: "integer" } : { type: "array", items: list(depth - 1) };
    const names = Array.from({ length: count }, (_, index) => `p${String(index).padStart(4, "0")}`);
    const contract = contractOf({
      deep: { properties: { list: list(limits.toolSchemaDepth) }, required: [] },
      wide: {
        properties: Object.fromEntries(names.map((name) => [name, { type: "boolean" }])),
        required: [],
      },
    });
    const accepts = acceptance(contract);
    const nested = (value: string) =>
      `${callOpening}deep", "arguments": {"list": ${"[".repeat(32)}${value}${"]".repeat(32)}}}`;
    expect([accepts(nested("1")), accepts(nested("true"))]).toEqual([true, false]);
    const last = names.at(-1) ?? "";
    expect([accepts(callOf("wide", { [last]: true })), accepts(callOf("wide", { [last]: 1 }))]).toEqual([
      true,
      false,
    ]);
    expect(accepts(callOf("wide", {}))).toBe(true);
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
    '{"amount": 9007199254740991, "count": -9007199254740991}',
    '{"amount": 4503599627370495.5, "count": 4111111111111111}',
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
    ["the integer 2^53", '{"amount": 1, "count": 9007199254740992}'],
    ["the number 2^53", '{"amount": -9007199254740992}'],
    ["a number that rounds to 2^53", '{"amount": 9007199254740991.6}'],
    ["a minus before a zero", '{"amount": -0}'],
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
