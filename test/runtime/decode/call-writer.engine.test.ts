import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { parseJsonStrict } from "../../../imprint/json-text.ts";
import { limits } from "../../../imprint/limits.ts";
import { spelled } from "../../../imprint/spelling.ts";
import { Decoder } from "../../../runtime/decode/decoder.ts";
import { argumentsOpening, callGrammar } from "../../../runtime/decode/grammar.ts";
import { parametersOf } from "../../../runtime/decode/parameters.ts";
import { shortestValue } from "../../../runtime/decode/value-end.ts";
import type { Engine, EngineContext, EngineModel } from "../../../runtime/engine/engine.ts";
import { openLlamaEngine } from "../../../runtime/engine/llama.ts";
import { type AnyCall, anyCall, contractOf } from "./any-contract.ts";
import { fittingCall } from "./fitting-call.ts";

let engine: Engine;
let model: EngineModel;
let context: EngineContext;
beforeAll(async () => {
  engine = await openLlamaEngine();
  model = await engine.openModel(inject("tinyModelPath"));
  context = await model.openContext(2_048);
});
afterAll(async () => {
  await engine?.dispose();
});

/** The call of a tool that has only what is required, each the shortest it may be. */
function shortestCall({ contract, tool }: Pick<AnyCall, "contract" | "tool">): string {
  const { schema } = contract.tool(tool.name) ?? {};
  const members = (schema ? parametersOf(schema) : [])
    .filter(({ required }) => required)
    .map(({ name, shape }) => `${spelled(name)}: ${shortestValue(shape)}`);
  return `${argumentsOpening(tool.name)} {${members.join(", ")}}}`;
}

describe("a model of random weights, which ends nothing of its own accord", () => {
  it("writes a whole call that fits for any contract, however little room there is for one", {
    timeout: 240_000,
  }, async () => {
    let endedCount = 0;
    const anyAsked = fc.tuple(anyCall, fc.nat(80), fc.string({ minLength: 1, maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(anyAsked, async ([call, spare, request]) => {
        const decoder = new Decoder(model, call.contract);
        await context.truncate(0);
        await context.prefill(model.tokenize(`ask ${request}`));
        const opening = model.tokenize(argumentsOpening(call.tool.name)).length;
        const least =
          opening + model.tokenize(shortestCall(call).slice(argumentsOpening(call.tool.name).length)).length;
        const roomTokens = least + spare;
        const options = { toolName: call.tool.name, request, roomTokens };
        const { text, tokenCount, cut } = await decoder.call(context, options);
        // The engine's grammar takes an overlong spelling of a character for it: no text comes of such bytes, and no call.
        if (text.includes("\uFFFD")) return;
        expect([cut, tokenCount <= roomTokens], text).toEqual([false, true]);
        expect(fittingCall(call.contract)(text), text).toBe(true);
        if (text === shortestCall(call)) endedCount++;
      }),
      { numRuns: 150 },
    );
    expect(endedCount).toBeGreaterThan(10);
  });

  it("ends lists and texts of its own that would go on, and goes on behind them", {
    timeout: 240_000,
  }, async () => {
    const contract = contractOf({
      note: {
        properties: {
          counts: { type: "array", items: { type: "integer" } },
          tags: { type: "array", items: { type: "string" } },
          text: { type: "string" },
          words: { type: "string" },
        },
        required: ["counts", "tags", "text", "words"],
      },
    });
    const decoder = new Decoder(model, contract);
    const fits = fittingCall(contract);
    for (const prompt of ["ask", "a b c", "1, 2, 3", "the the the", '"x"']) {
      await context.truncate(0);
      await context.prefill(model.tokenize(prompt));
      const begin = context.tokens().length;
      const { text, cut } = await decoder.call(context, { toolName: "note", request: "", roomTokens: 2_000 });
      expect([cut, fits(text)]).toEqual([false, true]);
      const values = Object.values((parseJsonStrict(text) as { arguments: object }).arguments);
      for (const value of values)
        expect(model.tokenize(spelled(value)).length).toBeLessThan(2 * limits.callValueTokens);
      // The sequence holds the text that was given, as far as it was evaluated.
      const held = model.detokenize(context.tokens().slice(begin));
      expect(text.startsWith(held.slice(0, -1))).toBe(true);
    }
  });
});

it("every place of a call's grammar binds in the engine", () => {
  fc.assert(
    fc.property(anyCall, ({ contract, tool }) => {
      const grammar = callGrammar(contract);
      const places = [
        grammar.whole,
        grammar.argumentsOf(tool.name),
        ...grammar.parametersOf(tool.name).map(({ name }) => grammar.behind(tool.name, name)),
      ];
      for (const { root, proof } of places) {
        expect(() => model.compileGrammar(grammar.gbnf, proof, root)).not.toThrow();
        const { accepts } = proof;
        const turned = { accepts: proof.refuses[0] ?? "", refuses: [accepts] };
        expect(() => model.compileGrammar(grammar.gbnf, turned, root)).toThrow();
      }
    }),
    { numRuns: 60 },
  );
});
