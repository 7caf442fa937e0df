import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freezeContract } from "../../../imprint/contract.ts";
import { limits } from "../../../imprint/limits.ts";
import { Decoder, isCircling } from "../../../runtime/decode/decoder.ts";
import { callOpening } from "../../../runtime/decode/grammar.ts";
import { callText, type Script, ScriptedEngine } from "../../scripted-engine.ts";

const contract = freezeContract([
  {
    intentTags: [],
    schema: {
      name: "fee",
      description: "",
      parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
      permissions: [],
      execution_level: "read",
      return_direct: false,
      output_schema: null,
    },
  },
]);

async function decoding(script: Script, contextTokens = 4_096) {
  const engine = new ScriptedEngine(script);
  const model = await engine.openModel();
  const context = await model.openContext(contextTokens);
  return { engine, model, context, decoder: new Decoder(model, contract), prompt: model.tokenize("ask") };
}

describe("an answer", () => {
  it("is streamed as it is decoded, and is what was streamed", async () => {
    const { decoder, context, prompt } = await decoding(["The fee is 0.75."]);
    const chunks: string[] = [];
    const decoded = await decoder.text(context, prompt, { maxTokens: 100, onText: (c) => chunks.push(c) });
    expect(decoded).toEqual({ text: "The fee is 0.75.", tokenCount: 16, cut: false });
    expect(chunks).toEqual([..."The fee is 0.75."]);
  });

  it("never shows half a character", async () => {
    // No piece twice: what circles would be cut.
    const someText = fc
      .shuffledSubarray(["a", "é", "日本", "😀", "👩‍🚀", "\n", "ß", " ", "한", "🇨🇭"])
      .map((all) => all.join(""));
    await fc.assert(
      fc.asyncProperty(someText, async (text) => {
        const { decoder, context, prompt } = await decoding([text]);
        const chunks: string[] = [];
        const decoded = await decoder.text(context, prompt, {
          maxTokens: 200,
          onText: (c) => chunks.push(c),
        });
        expect(chunks.join("")).toBe(text);
        expect(chunks.every((chunk) => chunk.isWellFormed() && !chunk.includes("\uFFFD"))).toBe(true);
        expect(decoded.text).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it("is cut at its limit, and says so", async () => {
    const { decoder, context, prompt, engine } = await decoding(["The fee is 0.75."]);
    expect(await decoder.text(context, prompt, { maxTokens: 5 })).toEqual({
      text: "The f",
      tokenCount: 5,
      cut: true,
    });
    expect(engine.writtenTokens).toBe(5);
  });

  it("ends when the model only circles", async () => {
    const { decoder, context, prompt, engine } = await decoding([`So: ${"ha ".repeat(500)}`]);
    const decoded = await decoder.text(context, prompt, { maxTokens: 1_000 });
    expect(decoded.cut).toBe(true);
    expect(engine.writtenTokens).toBeLessThan(4 + limits.circlingTokens + 6);
  });

  it("after a refused call begins with the likeliest text, not with a brace, a code block or the end", async () => {
    const { decoder, context, prompt, model } = await decoding([{ text: "{x}", otherwise: "unused" }]);
    await context.distribution(prompt);
    const [brace, space, letter, digit] = model.tokenize("{ 47") as [number, number, number, number];
    const [minus, quote, tick, halfCharacter] = model.tokenize('-"`ж') as [number, number, number, number];
    const likeliest = async (...ids: number[]) => {
      const { text } = await decoder.answer(context, new Map(ids.map((id, rank) => [id, 1 / (rank + 2)])), {
        maxTokens: 1,
      });
      return text;
    };
    expect(await likeliest(brace, 2, 0, space, letter, digit)).toBe("4");
    expect(await likeliest(digit, letter)).toBe("7");
    expect(await likeliest(tick, minus, digit)).toBe("-");
    expect(await likeliest(quote, letter)).toBe('"');
    expect(await likeliest(halfCharacter, letter)).toBe("\uFFFD");
    // With nothing better the likeliest stands.
    expect(await likeliest(brace, space)).toBe("{");
  });

  it("can be interrupted between two tokens", async () => {
    const { decoder, context, prompt, engine } = await decoding(["The fee is 0.75."]);
    const interruption = new AbortController();
    const decoded = decoder.text(context, prompt, {
      maxTokens: 100,
      signal: interruption.signal,
      onText: (chunk) => chunk === "f" && interruption.abort(),
    });
    await expect(decoded).rejects.toMatchObject({ name: "AbortError" });
    expect(engine.writtenTokens).toBe("The f".length + 1);
  });
});

describe("a call", () => {
  it("begins by force, and the rest is decoded", async () => {
    const { decoder, context, prompt, model } = await decoding([callText("fee", { a: 1 })]);
    await context.distribution(prompt);
    const decoded = await decoder.call(context, 500);
    expect(decoded).toEqual({ text: callText("fee", { a: 1 }), tokenCount: 43, cut: false });
    expect(decoder.openingToken).toBe(model.tokenize(callOpening)[0]);
    expect(model.detokenize(context.tokens())).toBe(`ask${callText("fee", { a: 1 })}`);
  });

  it("is cut where its limit or the context ends", async () => {
    const long = callText("fee", {
      a: "abcdefgh"
        .split("")
        .map((c) => c.repeat(9))
        .join("-")
        .repeat(12),
    });
    for (const [room, written] of [
      [10_000, limits.callTokens],
      [callOpening.length + 20, 20],
      [callOpening.length, 0],
      [3, 0],
    ] as const) {
      const { decoder, context, prompt, engine } = await decoding([long]);
      await context.distribution(prompt);
      const decoded = await decoder.call(context, room);
      expect([decoded.cut, engine.writtenTokens]).toEqual([true, written]);
    }
  });

  it("cannot be decoded without a contract", async () => {
    const { model, context } = await decoding([]);
    await expect(new Decoder(model, null).call(context, 100)).rejects.toThrow(TypeError);
  });
});

describe("circling", () => {
  const repeated = (block: number[], times: number) => Array.from({ length: times }, () => block).flat();
  it.each([
    ["one token 24 times", repeated([5], 24), true],
    ["one token 23 times", repeated([5], 23), false],
    ["two tokens 12 times", repeated([5, 6], 12), true],
    ["two tokens 11 times", repeated([5, 6], 11), false],
    [
      "a block of 64 three times",
      repeated(
        Array.from({ length: 64 }, (_, i) => i),
        3,
      ),
      true,
    ],
    [
      "a block of 64 twice",
      repeated(
        Array.from({ length: 64 }, (_, i) => i),
        2,
      ),
      false,
    ],
    [
      "a block of 65 three times",
      repeated(
        Array.from({ length: 65 }, (_, i) => i),
        3,
      ),
      false,
    ],
    ["nothing", [], false],
  ])("%s: %s", (_, tokens, circles) => {
    expect(isCircling(tokens)).toBe(circles);
    // What stands before the tail does not matter, what stands behind it does.
    expect(isCircling([900, 901, ...tokens])).toBe(circles);
    expect(isCircling([...tokens, 902])).toBe(false);
  });

  it("is not seen in counting", () => {
    expect(isCircling(Array.from({ length: 500 }, (_, i) => i))).toBe(false);
  });
});
