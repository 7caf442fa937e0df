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
  const { tokens, turnTokens, prefixTokens } = await chat.pending();
  await chat.context.prefill(tokens);
  return { turnTokens, prefixTokens };
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
    const before = chat.context.meter().input;
    const { turnTokens } = await evaluate(chat);
    expect(chat.context.meter().input - before).toBe(turnTokens);
    const added = chat.context.tokens().slice(held - "   ".length);
    expect(model.detokenize(added)).toBe("\nuser\ntwo\nassistant\n");
    expect(turnTokens).toBe(added.length);
  });

  it("leaves one token to evaluate when all of it stands in the sequence already", async () => {
    const chat = await conversation("Be kind.");
    chat.messages.push({ role: "user", content: "one" });
    await evaluate(chat);
    const { tokens, turnTokens } = await chat.pending();
    expect([chat.runtime.model.detokenize(tokens), turnTokens]).toEqual(["\n", 1]);
  });

  it("evaluates all but the last token itself, and counts both parts", async () => {
    const chat = await conversation("Be kind.");
    chat.messages.push({ role: "user", content: "one" });
    const { tokens, turnTokens, prefixTokens } = await chat.pending();
    expect(tokens).toHaveLength(1);
    expect(chat.context.meter()).toEqual({ input: prefixTokens + turnTokens - 1, output: 0 });
    expect(turnTokens).toBe(".user\none.\n.assistant\n".length);
  });

  it("stops reading a prompt between two batches when it is interrupted", async () => {
    const chat = await conversation("Be kind.");
    const interruption = new AbortController();
    const { context } = chat;
    const batches: number[] = [];
    // An engine's way: batch after batch, the signal asked before each; Ctrl-C comes in the second.
    context.prefill = async (tokens, signal) => {
      for (let begin = 0; begin < tokens.length; begin += 64) {
        signal?.throwIfAborted();
        await Object.getPrototypeOf(context).prefill.call(context, tokens.slice(begin, begin + 64));
        if (batches.push(begin) === 2) interruption.abort();
      }
    };
    chat.messages.push({ role: "user", content: "y".repeat(1_000) });
    await expect(chat.pending(interruption.signal)).rejects.toMatchObject({ name: "AbortError" });
    expect(batches).toHaveLength(2);
  });

  it("evaluates nothing of a conversation that does not fit, its prefix neither", async () => {
    const chat = await conversation("Be kind.", { trainContextTokens: 300 });
    chat.messages.push({ role: "user", content: "y".repeat(300) });
    expect(await refusal(chat.pending())).toBe("context_too_small");
    expect(chat.context.meter()).toEqual({ input: 0, output: 0 });
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
    const frame = (await used(1)).turnTokens - 1;
    const longest = 300 - limits.contextReserveTokens - frame;
    expect((await used(longest)).turnTokens).toBe(300 - limits.contextReserveTokens);
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
