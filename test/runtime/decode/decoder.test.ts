import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../imprint/canonical.ts";
import { limits } from "../../../imprint/limits.ts";
import { Decoder, isCircling } from "../../../runtime/decode/decoder.ts";
import { callOpening } from "../../../runtime/decode/grammar.ts";
import { checkCall } from "../../../tools/call.ts";
import { callText, type Script, ScriptedEngine } from "../../scripted-engine.ts";
import { contractOf } from "./any-contract.ts";

const fee = contractOf({ fee: { properties: {}, required: [] } });

async function decoding(script: Script, contract = fee) {
  const engine = new ScriptedEngine(script);
  const model = await engine.openModel();
  const context = await model.openContext(4_096);
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
  const noted = contractOf({
    note: {
      properties: {
        text: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
        due: { type: "integer" },
        paid: { type: ["boolean", "null"] },
      },
      required: ["text", "due", "paid"],
    },
  });
  const opening = `${callOpening}note", "arguments":`;
  const calling = async (turn: Script[number], options: { request?: string; roomTokens?: number } = {}) => {
    const asked = await decoding([turn], noted);
    await asked.context.distribution(asked.prompt);
    const { request = "", roomTokens = 2_000 } = options;
    const decoded = await asked.decoder.call(asked.context, { toolName: "note", request, roomTokens });
    return { ...asked, ...decoded };
  };

  it("begins by force, and the rest is decoded", async () => {
    const args = { due: 1, paid: null, text: "a" };
    const { text, tokenCount, cut, model, context } = await calling(callText("note", args));
    expect([text, tokenCount, cut]).toEqual([callText("note", args), callText("note", args).length, false]);
    expect(model.detokenize(context.tokens())).toBe(`ask${callText("note", args)}`);
  });

  it("goes on behind a value that circles, which is cut back to its first copy", async () => {
    const { text, cut, model, context } = await calling({
      text: `${opening} {"due": 1, "paid": true, "tags": ["x", "${"details_".repeat(40)}`,
      onward: [', "text": "b"}}'],
    });
    expect([text, cut]).toEqual([
      `${opening} {"due": 1, "paid": true, "tags": ["x", "details"], "text": "b"}}`,
      false,
    ]);
    // What was taken back is not in the sequence either, and nothing that stayed is evaluated again.
    expect(model.detokenize(context.tokens())).toBe(`ask${text}`);
    const { input, output } = context.meter();
    expect(input + output).toBeLessThan(`ask${text}${"details_".repeat(4)}`.length + 5);
  });

  it("ends with its last value, when that one has to be ended", async () => {
    const begun = `${opening} {"due": 1, "paid": true, "text": "`;
    const { text, cut } = await calling(`${begun}${"ha ha, ".repeat(100)}`);
    expect([text, cut]).toEqual([`${begun}ha ha"}}`, false]);
  });

  it("does not end a value that the request says word for word, and one that leaves it", async () => {
    const words = Array.from({ length: 60 }, (_, index) => `w${index}`).join(" ");
    const whole = `${opening} {"due": 1, "paid": true, "text": "${words}"}}`;
    expect((await calling(whole, { request: `Note this: ${words}.` })).text).toBe(whole);
    const { text } = await calling(whole, { request: "Note this." });
    expect(text).toBe(`${whole.slice(0, whole.indexOf(" w34"))}"}}`);
  });

  it("is whole wherever its room ends: the value is ended, and only what is required follows", async () => {
    const full = `${opening} {"due": 123, "paid": false, "tags": ["a", "b"], "text": "so it is"}}`;
    const least = `${opening} {"due": 0, "paid": null, "text": ""}}`;
    const texts = [];
    for (let roomTokens = least.length; roomTokens <= full.length + 1; roomTokens++) {
      const { text, cut, tokenCount, engine } = await calling(full, { roomTokens });
      expect([cut, tokenCount === text.length, tokenCount <= roomTokens]).toEqual([false, true, true]);
      expect(engine.writtenTokens).toBeLessThanOrEqual(roomTokens);
      expect(checkCall(noted, callOf(text)).ok).toBe(true);
      texts.push(text);
    }
    expect([texts[0], texts.at(-1)]).toEqual([least.replace("0", "1"), full]);
    expect(texts).toContain(`${opening} {"due": 123, "paid": false, "tags": ["a"], "text": ""}}`);
  });

  it("is cut where there is no room for any call", async () => {
    const least = `${opening} {"due": 0, "paid": null, "text": ""}}`;
    for (const [roomTokens, written] of [
      [least.length - 1, least.length - 1 - opening.length],
      [opening.length, 0],
      [3, 0],
    ] as const) {
      const { cut, engine } = await calling(`${opening} {"due": 0${"0".repeat(100)}`, { roomTokens });
      expect([cut, engine.writtenTokens]).toEqual([true, written]);
    }
  });

  it("that leaves the grammar is not mended", async () => {
    for (const stray of ['"due": "x', '"dues": 1', '"paid": 1', '"tags": {"x": 1', '"text": "x", "due": 1']) {
      const text = `${opening} {${stray}${"x".repeat(600)}`;
      const { cut, engine } = await calling(text);
      expect([stray, cut, engine.writtenTokens]).toEqual([stray, true, limits.callTokens]);
    }
  });

  it("needs a tool of the contract", async () => {
    const { model, context, decoder } = await decoding([]);
    const options = { toolName: "note", request: "", roomTokens: 100 };
    await expect(decoder.call(context, options)).rejects.toThrow(TypeError);
    await expect(new Decoder(model, null).call(context, options)).rejects.toThrow(TypeError);
  });
});

function callOf(text: string): { toolName: string; arguments: JsonValue } {
  const { tool_name, arguments: args } = JSON.parse(text);
  return { toolName: tool_name, arguments: args };
}

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
