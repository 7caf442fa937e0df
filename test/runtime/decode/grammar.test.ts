import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isImprintError } from "../../../errors/error.ts";
import type { JsonObject } from "../../../imprint/canonical.ts";
import { freezeContract } from "../../../imprint/contract.ts";
import { limits } from "../../../imprint/limits.ts";
import { Decoder } from "../../../runtime/decode/decoder.ts";
import { argumentsOpening, CallGrammar, callGrammar, callOpening } from "../../../runtime/decode/grammar.ts";
import { ScriptedEngine } from "../../scripted-engine.ts";
import { anyCall, callOf, contractOf } from "./any-contract.ts";
import { fittingCall } from "./fitting-call.ts";
import { walk } from "./gbnf-walk.ts";

const grammarOf = (properties: JsonObject, required: string[] = []) =>
  callGrammar(contractOf({ tool: { properties, required } }));

/** What a node is refused with. */
function refusal(node: unknown): unknown {
  try {
    grammarOf({ parameter: node as JsonObject });
  } catch (error) {
    return isImprintError(error) ? [error.code, error.details] : error;
  }
  return "accepted";
}

describe("any text that a grammar admits", () => {
  // Of each contract several, each by choices of its own.
  const anyWalk = fc.tuple(
    anyCall,
    fc.array(fc.infiniteStream(fc.nat(1_000_000)), { minLength: 3, maxLength: 3 }),
  );
  const choosing = (stream: Iterator<number>) => (count: number) => (stream.next().value ?? 0) % count;

  it("is a fitting call in its one spelling", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(anyWalk, ([{ contract }, streams]) => {
        const fits = fittingCall(contract);
        const { gbnf } = callGrammar(contract);
        const texts = streams.map((stream) => callOpening + walk(gbnf, choosing(stream)));
        expect(texts.filter((text) => !fits(text))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("behind a place within a call makes it a fitting one", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(anyWalk, ([{ contract, tool, args }, streams]) => {
        const fits = fittingCall(contract);
        const grammar = callGrammar(contract);
        for (let done = 0; done <= Object.keys(args).length; done++) {
          const begun = Object.fromEntries(Object.entries(args).slice(0, done));
          // Only the last one written says where the call stands.
          const last = Object.keys(begun).at(-1);
          const { root } =
            last === undefined ? grammar.argumentsOf(tool.name) : grammar.behind(tool.name, last);
          const head =
            last === undefined ? argumentsOpening(tool.name) : callOf(tool.name, begun).slice(0, -2);
          const texts = streams.map((stream) => head + walk(grammar.gbnf, choosing(stream), root));
          expect(texts.filter((text) => !fits(text))).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("the text of a grammar", () => {
  it("is printable ASCII, one rule a line, and repeats nothing more than 64 times", () => {
    fc.assert(
      fc.property(anyCall, ({ contract }) => {
        const { gbnf } = callGrammar(contract);
        expect(gbnf).toMatch(/^[ -~\n]*$/);
        expect(gbnf.split("\n").filter((line) => !/^[a-z0-9-]+ ::= /.test(line))).toEqual([]);
        const rules = gbnf.replace(/"(?:[^"\\]|\\.)*"/g, "");
        const counts = [...rules.matchAll(/\{([0-9,]+)\}/g)].flatMap(([, all = ""]) =>
          all.split(",").map(Number),
        );
        expect(counts.length).toBeGreaterThan(0);
        expect(counts.filter((count) => !(count <= 64))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("lists a value once, as JSON has it in canonical form, and only values of the type beside them", () => {
    const listed = (node: JsonObject) => /^tool-0-value-0 ::= (.*)$/m.exec(grammarOf({ a: node }).gbnf)?.[1];
    expect(listed({ type: "number", enum: [1, 1, 1.5, 1e-7, "x"] })).toBe('("1" ("" | ".5" | "e-7"))');
    expect(listed({ type: "integer", enum: [1, 1.5, true] })).toBe('("1")');
    expect(listed({ type: ["string", "null"], enum: ["a", "ab", null] })).toBe(
      String.raw`(("\"a" ("\"" | "b\"") | "null"))`,
    );
    expect(listed({ enum: ["\u0007", "\x7f", "é\u2028😀"] })).toBe(
      String.raw`("\"" ("\\u00" ("07\"" | "7f\"") | "\xe9\u2028\U0001f600\""))`,
    );
  });
});

describe("a grammar of a schema that no hint makes", () => {
  it.each([
    ["no type", {}, {}],
    ["no types", { type: [] }, {}],
    ["an unknown type", { type: "object" }, { type: "object" }],
    ["two types", { type: ["string", "integer"] }, {}],
    ["anyOf", { anyOf: [{ type: "string" }, { type: "null" }] }, { keyword: "anyOf" }],
    ["a bound beside its type", { type: "integer", minimum: 1 }, { keyword: "minimum" }],
    ["a pattern beside its values", { type: "string", enum: ["a"], pattern: "b" }, { keyword: "pattern" }],
    [
      "a bound within a list",
      { type: "array", items: { type: "string", maxLength: 3 } },
      { keyword: "maxLength" },
    ],
    ["a list of anything", { type: "array" }, {}],
    ["an empty enum", { type: "string", enum: [] }, {}],
    ["an enum without a value of its type", { type: "integer", enum: ["1", 1.5] }, {}],
    ["an enum of lists", { type: "array", enum: [[1]] }, {}],
    ["an enum that is no list", { type: "string", enum: "a" }, {}],
    ["true for a schema", true, {}],
  ])("is refused: %s", (_, node, details) => {
    expect(refusal(node)).toEqual(["unsupported_type_hint", details]);
  });

  const closed = {
    type: "object",
    properties: { a: { type: "string" } },
    required: [],
    additionalProperties: false,
  };
  it.each([
    ["it requires what it does not declare", { ...closed, required: ["b"] }, {}],
    ["it is open", { ...closed, additionalProperties: true }, {}],
    ["it says nothing of more", { type: "object", properties: {}, required: [] }, {}],
    ["it has another keyword", { ...closed, minProperties: 1 }, { keyword: "minProperties" }],
  ])("is refused when %s", (_, parameters, details) => {
    const { schema } = contractOf({ tool: { properties: {}, required: [] } }).tools[0] ?? {};
    const contract = schema && freezeContract([{ intentTags: [], schema: { ...schema, parameters } }]);
    expect(() => contract && callGrammar(contract)).toThrow(
      expect.objectContaining({ code: "unsupported_type_hint", details }),
    );
  });
});

describe("a grammar that is too large", () => {
  const named = (count: number, node: JsonObject) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, node]));
  const list = (depth: number): JsonObject =>
    depth === 0 ? { type: "string" } : { type: "array", items: list(depth - 1) };
  const words = Array.from({ length: 1_000 }, (_, index) => String(index).padEnd(limits.toolWordLength, "x"));

  it.each([
    ["rules", named(limits.callGrammarRulesCount / 4, { type: "string" }), limits.callGrammarRulesCount],
    ["bytes", named(5, { type: "string", enum: words }), limits.callGrammarBytes],
    ["nesting", { a: list(limits.toolSchemaDepth + 1) }, limits.toolSchemaDepth],
  ])("in %s is call_grammar_too_large", (what, properties, limit) => {
    expect(() => grammarOf(properties)).toThrow(
      expect.objectContaining({
        code: "call_grammar_too_large",
        details: { what, limit, size: expect.toSatisfy((size: number) => size > limit) },
      }),
    );
  });

  it("is none yet with one word list of the largest kind, or a list as deep as a hint may be", () => {
    const properties = { a: { type: "string", enum: words }, b: list(limits.toolSchemaDepth) };
    expect(grammarOf(properties).gbnf.length).toBeGreaterThan(1_000 * limits.toolWordLength);
  });
});

describe("a grammar", () => {
  const fee = contractOf({ fee: { properties: { amount: { type: "number" } }, required: ["amount"] } });
  const pay = contractOf({ pay: { properties: { amount: { type: "number" } }, required: ["amount"] } });

  it("carries the hash of its active set", () => {
    expect(callGrammar(fee).activeSetSha256).toBe(fee.activeSetSha256);
  });

  it("is made of a contract and of nothing else", () => {
    const make = CallGrammar as unknown as new (...made: unknown[]) => CallGrammar;
    expect(() => new make(Symbol("callGrammar"), fee, "root ::= .", { accepts: "", refuses: [] })).toThrow(
      TypeError,
    );
  });

  it("of another contract is not decoded with, nor one without a contract, nor a contract without one", async () => {
    const model = await new ScriptedEngine([]).openModel();
    expect(() => new Decoder(model, fee, callGrammar(pay))).toThrow(TypeError);
    expect(() => new Decoder(model, null, callGrammar(pay))).toThrow(TypeError);
    expect(() => new Decoder(model, fee, null)).toThrow(TypeError);
    expect(() => new Decoder(model, fee, callGrammar(fee))).not.toThrow();
  });

  it("from a place needs a tool and parameters that are there", () => {
    const grammar = callGrammar(fee);
    expect(() => grammar.argumentsOf("pay")).toThrow(TypeError);
    expect(() => grammar.behind("pay", "amount")).toThrow(TypeError);
    expect(() => grammar.behind("fee", "tip")).toThrow(TypeError);
  });
});

describe("the proof of a grammar", () => {
  it("has a fault of each kind that the contract leaves room for", () => {
    const contract = contractOf({
      fee: {
        properties: {
          amount: { type: "number" },
          counts: { type: "array", items: { type: "integer" } },
          tier: { type: ["string", "null"], enum: ["pro", "pro0", null] },
        },
        required: ["amount"],
      },
      feed: { properties: { note: { type: "string" } }, required: [] },
    });
    const { accepts, refuses } = callGrammar(contract).whole.proof;
    const call = (args: string, name = "fee") => `${name}", "arguments": {${args}}}`;
    const amount = '"amount": 0.5';
    const rest = '"counts": [1], "tier": "pro"';
    const right = `${amount}, ${rest}`;
    expect(accepts).toBe(call(right));
    expect(refuses.toSorted()).toEqual(
      [
        ...[call(right).slice(0, -1), `${call(right)}}`, `${call(right).slice(0, -1)}]`],
        ...[call(right, "feex"), call('"note": "a"')],
        ...[call(`${right}, "amountx": 1`), call(rest), call(`${amount}, ${right}`), call(`${right}, `)],
        call(`"counts": [1], ${amount}, "tier": "pro"`),
        ...["null", '"1"', "NaN", "1e400"].map((wrong) => call(`"amount": ${wrong}, ${rest}`)),
        ...["{}", "[1, ]", "[null]", "[1.0]", "[5e-1]", "[9007199254740992]"].map((wrong) =>
          call(`${amount}, "counts": ${wrong}, "tier": "pro"`),
        ),
        call(`${amount}, "counts": [1], "tier": "pro00"`),
        ...["1", '"\n"', '"\\ud800"'].map((wrong) => call(`"note": ${wrong}`, "feed")),
      ].toSorted(),
    );
  });

  it("of a place within a call begins there", () => {
    const contract = contractOf({
      fee: { properties: { amount: { type: "number" }, paid: { type: "boolean" } }, required: ["paid"] },
    });
    const grammar = callGrammar(contract);
    expect(grammar.behind("fee", "amount").proof.accepts).toBe(', "paid": true}}');
    expect(grammar.behind("fee", "amount").proof.refuses).toContain("}}");
    expect(grammar.behind("fee", "paid").proof).toMatchObject({ accepts: "}}" });
    expect(grammar.argumentsOf("fee").proof.accepts).toBe(' {"amount": 0.5, "paid": true}}');
  });
});
