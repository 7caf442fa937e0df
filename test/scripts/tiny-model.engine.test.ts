import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { GGMLQuantizationType, gguf } from "@huggingface/gguf";
import { getLlama, type Llama, type LlamaModel } from "node-llama-cpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tinyChatTemplate, tinyModelBytes, writeTinyModel } from "../../scripts/tiny-model.ts";

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "tiny-model-"));
  file = path.join(folder, "tiny.gguf");
  await writeTinyModel(file);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("the file", () => {
  it("has the same bytes for the same options, other weights for another seed", async () => {
    const bytes = tinyModelBytes();
    expect(Buffer.compare(await readFile(file), bytes)).toBe(0);
    expect(bytes.length).toBeLessThan(2_000_000);
    const other = tinyModelBytes({ seed: 2 });
    expect(other).toHaveLength(bytes.length);
    expect(Buffer.compare(other, bytes)).not.toBe(0);
  });

  it("is a GGUF to another reader", async () => {
    const { metadata, tensorInfos } = await gguf(file, { allowLocalFile: true });
    expect(metadata).toMatchObject({
      version: 3,
      "general.architecture": "llama",
      "llama.block_count": 2,
      "llama.context_length": 4096,
      "tokenizer.chat_template": tinyChatTemplate,
    });
    expect(tensorInfos).toHaveLength(3 + 9 * 2);
    expect(new Set(tensorInfos.map(({ dtype }) => dtype))).toEqual(new Set([GGMLQuantizationType.F32]));
  });

  it("claims what a refusal test needs it to claim", async () => {
    const claimed = path.join(folder, "claimed.gguf");
    const read = async () =>
      (await gguf(claimed, { allowLocalFile: true })).metadata as Record<string, unknown>;
    await writeTinyModel(claimed, { architecture: "gemma3", slidingWindowTokens: 512 });
    expect(await read()).toMatchObject({
      "general.architecture": "gemma3",
      "gemma3.attention.sliding_window": 512,
    });
    await writeTinyModel(claimed, { architecture: "mamba", chatTemplate: null, contextTokens: 256 });
    const mamba = await read();
    expect(mamba).toMatchObject({
      "general.architecture": "mamba",
      "mamba.context_length": 256,
      "mamba.ssm.state_size": 16,
    });
    expect(mamba).not.toHaveProperty(["tokenizer.chat_template"]);
  });
});

describe("in the engine", () => {
  let llama: Llama;
  let model: LlamaModel;

  beforeAll(async () => {
    llama = await getLlama({ gpu: false, build: "never", skipDownload: true, maxThreads: 1 });
    model = await llama.loadModel({ modelPath: file });
  });

  afterAll(async () => {
    await llama.dispose();
  });

  it("tokenizes any text and gives it back, in fewer tokens than bytes where it knows the words", () => {
    for (const text of [
      '{"name": "get_total", "arguments": {"date": "2024-05-01"}}',
      "Hello, wörld! 日本 \u{1f600}\n\n\t x  y",
    ]) {
      expect(model.detokenize(model.tokenize(text, false))).toBe(text);
    }
    expect(model.tokenize("The result of the tool comes back to you", false).length).toBeLessThan(20);
  });

  it("knows the turn marks as control tokens, and only when it is asked to", () => {
    const [start] = model.tokenize("<|im_start|>", true);
    expect(model.tokenize("<|im_start|>", true)).toHaveLength(1);
    expect(model.tokenize("<|im_start|>", false)).not.toContain(start);
    expect(start !== undefined && model.isSpecialToken(start)).toBe(true);
    expect(model.tokenize("<|im_end|>", true)).toEqual([model.tokens.eos]);
    expect(model.tokens.shouldPrependBosToken).toBe(false);
  });

  it("decodes with flash attention, the same tokens for the same prompt", async () => {
    const answer = async (prompt: string) => {
      const context = await model.createContext({ contextSize: 256, flashAttention: true });
      expect(context.flashAttention).toBe(true);
      const tokens: number[] = [];
      for await (const token of context.getSequence().evaluate(model.tokenize(prompt, true))) {
        if (tokens.push(token) === 12) break;
      }
      await context.dispose();
      return tokens;
    };
    const first = await answer("<|im_start|>user\nhello");
    expect(await answer("<|im_start|>user\nhello")).toEqual(first);
    expect(await answer("<|im_start|>user\nwhat is the total")).not.toEqual(first);
  });
});
