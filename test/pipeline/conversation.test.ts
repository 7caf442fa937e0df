import { describe, expect, inject, it } from "vitest";
import { limits } from "../../imprint/limits.ts";
import { Conversation } from "../../pipeline/conversation.ts";
import { findModel } from "../../pipeline/find-model.ts";
import { openModelRuntime } from "../../pipeline/model-runtime.ts";
import { ScriptedEngine, type ScriptedEngineOptions, type ScriptedModel } from "../scripted-engine.ts";
import { refusal } from "../tools/tool-files.ts";
import { scriptedDeps } from "./scripted-chat.ts";

async function conversation(systemText: string, options: ScriptedEngineOptions = {}) {
  const engine = new ScriptedEngine([], options);
  const file = await findModel(inject("tinyModelPath"), scriptedDeps(engine));
  const runtime = await openModelRuntime(file, async () => engine);
  return Conversation.begin(runtime, systemText);
}

/** Evaluates what is pending, as the decoder would. */
async function evaluate(chat: Conversation) {
  const { tokens, prefixTokens } = await chat.pending();
  await chat.context.prefill(tokens);
  return { turnTokens: tokens.length, prefixTokens };
}

const spelled = (chat: Conversation) => (chat.runtime.model as ScriptedModel).spell(chat.context.tokens());

describe("a conversation", () => {
  it("evaluates the system text with the first turn and never again", async () => {
    const chat = await conversation("Be kind.");
    expect(chat.context.tokens()).toEqual([]);
    chat.messages.push({ role: "user", content: "one" });
    const first = await evaluate(chat);
    expect(first.prefixTokens).toBe(chat.prefix?.tokens.length);
    chat.messages.push({ role: "assistant", content: "two" }, { role: "user", content: "three" });
    const second = await evaluate(chat);
    expect(second.prefixTokens).toBe(0);
    expect(chat.context.meter().input).toBe(first.prefixTokens + first.turnTokens + second.turnTokens);
    expect(spelled(chat)).toBe(
      "<|im_start|>system\nBe kind.<|im_end|>\n<|im_start|>user\none<|im_end|>\n<|im_start|>assistant\ntwo<|im_end|>\n" +
        "<|im_start|>user\nthree<|im_end|>\n<|im_start|>assistant\n",
    );
  });

  it("has no prefix without a system text", async () => {
    const chat = await conversation("");
    chat.messages.push({ role: "user", content: "one" });
    expect(chat.prefix).toBeNull();
    expect(await evaluate(chat)).toMatchObject({ prefixTokens: 0 });
    expect(spelled(chat)).toBe("<|im_start|>user\none<|im_end|>\n<|im_start|>assistant\n");
  });

  it("keeps what the model wrote, and replaces what was written otherwise than it is told", async () => {
    const chat = await conversation("Be kind.");
    const { model } = chat.runtime;
    chat.messages.push({ role: "user", content: "one" });
    await evaluate(chat);
    await chat.context.prefill(model.tokenize("answer   "));
    const held = chat.context.tokens().length;
    // The answer was trimmed; only the trailing blanks go, and the rest is not evaluated again.
    chat.messages.push({ role: "assistant", content: "answer" }, { role: "user", content: "two" });
    const { tokens } = await chat.pending();
    expect(chat.context.tokens()).toHaveLength(held - "   ".length);
    expect(model.detokenize(tokens)).toBe("\nuser\ntwo\nassistant\n");
  });

  it("leaves one token to evaluate when all of it stands in the sequence already", async () => {
    const chat = await conversation("Be kind.");
    chat.messages.push({ role: "user", content: "one" });
    await evaluate(chat);
    const { tokens } = await chat.pending();
    expect(chat.runtime.model.detokenize(tokens)).toBe("\n");
  });

  it("never goes back into its prefix", async () => {
    const chat = await conversation("Be kind.");
    chat.messages.push({ role: "user", content: "one" });
    await evaluate(chat);
    await chat.context.truncate(5);
    expect(await refusal(chat.pending())).toBe("generation_failed");
  });

  it("is context_too_small instead of losing its beginning", async () => {
    const chat = await conversation("Be kind.", { trainContextTokens: 300 });
    expect(chat.context.contextTokens).toBe(300);
    chat.messages.push({ role: "user", content: "one" });
    await evaluate(chat);
    const held = spelled(chat);
    const room = chat.remainingTokens();
    chat.messages.push({ role: "assistant", content: "x" }, { role: "user", content: "y".repeat(room) });
    expect(await refusal(chat.pending())).toBe("context_too_small");
    expect(spelled(chat)).toBe(held);
  });

  it("keeps a reserve behind itself", async () => {
    const used = async (length: number) => {
      const chat = await conversation("", { trainContextTokens: 300 });
      chat.messages.push({ role: "user", content: "y".repeat(length) });
      return chat.pending();
    };
    const frame = (await used(1)).tokens.length - 1;
    const longest = 300 - limits.contextReserveTokens - frame;
    expect((await used(longest)).tokens).toHaveLength(300 - limits.contextReserveTokens);
    expect(await refusal(used(longest + 1))).toBe("context_too_small");
  });

  it("is refused when the system text alone does not fit", async () => {
    const chat = await conversation("z".repeat(400), { trainContextTokens: 300 });
    chat.messages.push({ role: "user", content: "one" });
    expect(await refusal(chat.pending())).toBe("context_too_small");
  });

  it("gets a window that holds a long prefix and an answer, as far as the model goes", async () => {
    const windowFor = async (length: number, trainContextTokens: number) =>
      (await conversation("z".repeat(length), { trainContextTokens })).context.contextTokens;
    expect(await windowFor(10, 100_000)).toBe(limits.contextTokens);
    expect(await windowFor(5_000, 100_000)).toBeGreaterThan(5_000 + limits.answerTokens);
    expect(await windowFor(5_000, 6_000)).toBe(6_000);
  });
});
