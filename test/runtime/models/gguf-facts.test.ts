import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, inject, it } from "vitest";
import { ImprintError } from "../../../errors/error.ts";
import { sha256 } from "../../../imprint/hash.ts";
import { type ModelFacts, readModelFacts } from "../../../runtime/models/gguf-facts.ts";
import { memoryClass } from "../../../runtime/models/memory-class.ts";
import type { GgufValue } from "../../../scripts/tiny-model/gguf.ts";
import { tinyChatTemplate } from "../../../scripts/tiny-model.ts";
import { realModel } from "../../real-model.ts";
import {
  matrix,
  small,
  smallGguf,
  smallTemplate,
  smallTensors,
  smallTokens,
  text,
  u32,
} from "./small-gguf.ts";
import { tempFolder } from "./temp-folder.ts";

type Changes = Record<string, GgufValue | null>;

async function factsOf(changes: Changes = {}, tensors = smallTensors()): Promise<ModelFacts> {
  const file = path.join(tempFolder(), "model.gguf");
  writeFileSync(file, smallGguf(changes, tensors));
  return readModelFacts(file);
}

async function reasonOf(changes: Changes, tensors = smallTensors()): Promise<unknown> {
  const thrown: unknown = await factsOf(changes, tensors).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof ImprintError)) return thrown;
  expect(thrown.code).toBe("invalid_model_file");
  return thrown.details.reason;
}

describe("model facts", () => {
  it("are what the file says", async () => {
    const facts = await factsOf();
    expect(facts).toMatchObject({
      architecture: "llama",
      name: "small",
      fileType: 0,
      layerCount: 2,
      embeddingLength: 8,
      headCount: 2,
      headCountKv: [1, 1],
      keyLength: 4,
      valueLength: 4,
      kWidths: [4, 4],
      vWidths: [4, 4],
      contextTrainTokens: 64,
      rope: { freqBase: 500, dimensionCount: 4, scalingType: null, scalingFactor: null },
      slidingWindowTokens: null,
      memory: "full_attention",
      vocabSize: smallTokens.length,
      controlTokens: [
        { id: 1, text: "<|im_start|>" },
        { id: 2, text: "<|im_end|>" },
        { id: 5, text: "<extra>" },
      ],
      bosTokenId: 1,
      eosTokenId: 2,
      eotTokenId: null,
      addBosToken: false,
      chatTemplate: smallTemplate,
      chatTemplateSha256: sha256(smallTemplate),
    });
  });

  it("of the generated tiny model are those it was made with", async () => {
    const facts = await readModelFacts(inject("tinyModelPath"));
    expect(facts).toMatchObject({ memory: "full_attention", chatTemplate: tinyChatTemplate });
    expect(facts.controlTokens.map((token) => token.text)).toContain("<|im_start|>");
  });

  it("of SmolLM2 are right", async (context) => {
    const file = realModel(context);
    const facts = await readModelFacts(file);
    expect(facts).toMatchObject({
      architecture: "llama",
      layerCount: 30,
      embeddingLength: 576,
      headCount: 9,
      vocabSize: 49_152,
      contextTrainTokens: 8_192,
      bosTokenId: 1,
      eosTokenId: 2,
      memory: "full_attention",
      tokenizerSha256: "sha256:8bda6d02d65f25a10a69604f3525bcd3ec692f3ded357c06ce52fbbf5dbc517d",
    });
    expect(new Set(facts.kWidths)).toEqual(new Set([192]));
    expect(facts.controlTokens).toHaveLength(17);
  });

  it("take head counts by layer and explicit head lengths", async () => {
    const facts = await factsOf(
      {
        "llama.attention.head_count_kv": { type: "i32s", value: [1, 2] },
        "llama.attention.key_length": u32(6),
        "llama.attention.value_length": u32(3),
      },
      [
        matrix("blk.0.attn_k.weight", 8, 6),
        matrix("blk.1.attn_k.weight", 8, 12),
        matrix("blk.0.attn_v.weight", 8, 3),
        matrix("blk.1.attn_v.weight", 8, 6),
      ],
    );
    expect(facts).toMatchObject({ headCountKv: [1, 2], kWidths: [6, 12], vWidths: [3, 6] });
  });

  it.each<[string, Changes, string]>([
    ["no architecture", { "general.architecture": null }, "unsuitable_model"],
    ["no layers", { "llama.block_count": u32(0) }, "unsuitable_model"],
    ["more layers than the engine can hold", { "llama.block_count": u32(513) }, "malformed_metadata"],
    ["no context length", { "llama.context_length": null }, "unsuitable_model"],
    ["no heads", { "llama.attention.head_count": u32(0) }, "unsuitable_model"],
    ["no vocabulary", { "tokenizer.ggml.tokens": null }, "unsuitable_model"],
    ["an adapter's type", { "general.type": text("adapter") }, "unsuitable_model"],
    ["a part of a split model", { "split.count": u32(2) }, "split_file"],
    ["a text where a number stands", { "llama.block_count": text("2") }, "malformed_metadata"],
    [
      "tokens of another type",
      { "tokenizer.ggml.tokens": { type: "i32s", value: [1] } },
      "malformed_metadata",
    ],
    [
      "merges of another type",
      { "tokenizer.ggml.merges": { type: "i32s", value: [1] } },
      "malformed_metadata",
    ],
    [
      "a token type too few",
      { "tokenizer.ggml.token_type": { type: "i32s", value: [1, 1, 1, 1, 1] } },
      "malformed_metadata",
    ],
    [
      "token types that are texts",
      { "tokenizer.ggml.token_type": { type: "strings", value: smallTokens } },
      "malformed_metadata",
    ],
    [
      "a head count too many",
      { "llama.attention.head_count_kv": { type: "i32s", value: [1, 1, 1] } },
      "malformed_metadata",
    ],
    [
      "a negative head count",
      { "llama.attention.head_count_kv": { type: "i32s", value: [1, -1] } },
      "malformed_metadata",
    ],
    ["an end token outside the vocabulary", { "tokenizer.ggml.eos_token_id": u32(6) }, "malformed_metadata"],
  ])("are refused with %s", async (_, changes, reason) => {
    expect(await reasonOf(changes)).toBe(reason);
  });

  it.each([
    ["the embedding has rows for another vocabulary", matrix("token_embd.weight", 8, 7)],
    ["K has another width", matrix("blk.1.attn_k.weight", 8, 8)],
    ["V takes another embedding", matrix("blk.0.attn_v.weight", 4, 4)],
  ])("are refused when %s than announced", async (_, wrong) => {
    const tensors = smallTensors().map((tensor) => (tensor.name === wrong.name ? wrong : tensor));
    expect(await reasonOf({}, tensors)).toBe("malformed_tensors");
  });
});

/** Files over which the engine would end the whole process instead of refusing them. */
describe("what the engine asserts is refused before it", () => {
  const tokens = (value: string[]): Changes => ({
    "tokenizer.ggml.tokens": { type: "strings", value },
    "tokenizer.ggml.token_type": null,
  });
  const epsilon = (value: number): Changes => ({
    "llama.attention.layer_norm_rms_epsilon": { type: "f32", value },
  });
  const feedForward = (value: GgufValue | null): Changes => ({ "llama.feed_forward_length": value });
  const tokenizer = (model: string | null): Changes => ({
    "tokenizer.ggml.model": model === null ? null : text(model),
  });
  const experts = (count: number, used: number, groups = 0, groupsUsed = 0): Changes => ({
    "llama.expert_count": u32(count),
    "llama.expert_used_count": u32(used),
    "llama.expert_group_count": u32(groups),
    "llama.expert_group_used_count": u32(groupsUsed),
  });
  const byteTokens = Array.from(
    { length: 256 },
    (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`,
  );
  const spm = (bytes: string[]): Changes => ({
    ...tokenizer("llama"),
    ...tokens([...smallTokens.slice(0, 3), ...bytes]),
  });
  const embeddings = (rows: number) =>
    smallTensors().map((one) =>
      one.name === "token_embd.weight" ? matrix(one.name, small.embedding, rows) : one,
    );

  it.each<[string, Changes]>([
    ["two tokens of the same bytes", tokens(["a", "b", "c", "d", "e", "a"])],
    ["a token that bears an empty one's stand-in name", tokens(["a", "", "c", "d", "e", "[EMPTY_1]"])],
    ["a feed-forward length of 0", feedForward(u32(0))],
    ["a feed-forward length of 0 in one layer", feedForward({ type: "i32s", value: [16, 0] })],
    ["no feed-forward length", feedForward(null)],
    ["an epsilon that is no number", epsilon(Number.NaN)],
    ["a negative epsilon", epsilon(-1e-5)],
    ["an infinite epsilon", epsilon(Number.POSITIVE_INFINITY)],
    [
      "a negative epsilon of the other norm",
      { "llama.attention.layer_norm_epsilon": { type: "f32", value: -1 } },
    ],
    ["a tokenizer of an RWKV", tokenizer("rwkv")],
    ["a tokenizer that says there is no vocabulary", tokenizer("no_vocab")],
    ["an unheard-of tokenizer", tokenizer("unheard-of")],
    ["no tokenizer", tokenizer(null)],
    ["a SentencePiece vocabulary without byte tokens", tokenizer("llama")],
    ["experts in use where there are none", experts(0, 1)],
    ["more experts in use than there are", experts(2, 3)],
    ["experts of which none is in use", experts(2, 0)],
    ["more experts than the engine can hold", experts(1_025, 1)],
    ["groups of no experts", experts(0, 0, 1)],
    ["groups that do not divide the experts", experts(5, 1, 2, 1)],
    ["all groups of experts in use", experts(4, 1, 2, 2)],
    ["more prediction layers than layers", { "llama.nextn_predict_layers": u32(3) }],
    ["an unheard-of rope scaling", { "llama.rope.scaling.type": text("unheard-of") }],
  ])("%s", async (_, changes) => {
    expect(await reasonOf(changes)).toBe("unsuitable_model");
  });

  it("a SentencePiece vocabulary that lacks one byte", async () => {
    expect(await reasonOf(spm(byteTokens.slice(1)), embeddings(258))).toBe("unsuitable_model");
  });

  it.each<[string, Changes, number]>([
    ["several empty tokens", tokens(["a", "", "c", "", "e", "f"]), 6],
    ["tokens that differ in case only", tokens(["a", "A", "c", "d", "e", "f"]), 6],
    ["an epsilon of 0", epsilon(0), 6],
    ["a mixture of experts with groups", { ...experts(4, 2, 2, 1), ...feedForward(null) }, 6],
    ["linear rope scaling", { "llama.rope.scaling.type": text("linear") }, 6],
    ["a SentencePiece vocabulary with all bytes", spm(byteTokens), 259],
    [
      "one with a plain character for its byte",
      spm([...byteTokens.filter((one) => one !== "<0x61>"), "a"]),
      259,
    ],
  ])("but not %s", async (_, changes, vocabSize) => {
    expect(await factsOf(changes, embeddings(vocabSize))).toMatchObject({ vocabSize });
  });

  it("but not a recurrent model that has no feed-forward part", async () => {
    const facts = await factsOf({
      "general.architecture": text("mamba"),
      "mamba.feed_forward_length": u32(0),
    });
    expect(facts.memory).toBe("recurrent");
  });
});

describe("the tokenizer's hash", () => {
  it.each<[string, Changes]>([
    [
      "a token",
      { "tokenizer.ggml.tokens": { type: "strings", value: [...smallTokens.slice(0, 5), "<other>"] } },
    ],
    ["a token type", { "tokenizer.ggml.token_type": { type: "i32s", value: [2, 3, 3, 1, 1, 3] } }],
    ["a merge", { "tokenizer.ggml.merges": { type: "strings", value: ["b a"] } }],
    ["the pre-tokenizer", { "tokenizer.ggml.pre": text("gpt-2") }],
    ["the kind of tokenizer", { "tokenizer.ggml.model": text("t5") }],
    ["a special id", { "tokenizer.ggml.eos_token_id": u32(1) }],
    ["a flag", { "tokenizer.ggml.add_bos_token": { type: "bool", value: true } }],
    ["a flag that was absent", { "tokenizer.ggml.add_space_prefix": { type: "bool", value: false } }],
  ])("moves with %s", async (_, changes) => {
    expect((await factsOf(changes)).tokenizerSha256).not.toBe((await factsOf()).tokenizerSha256);
  });

  it("stays with another template, another name and another order of keys", async () => {
    const usual = await factsOf();
    const other = await factsOf({
      "tokenizer.chat_template": text("other"),
      "general.name": text("renamed"),
    });
    expect(other.tokenizerSha256).toBe(usual.tokenizerSha256);
    expect(other.chatTemplateSha256).not.toBe(usual.chatTemplateSha256);
    const file = path.join(tempFolder(), "model.gguf");
    const reordered = smallGguf({}, smallTensors(), (entries) => entries.reverse());
    expect(reordered.equals(smallGguf())).toBe(false);
    writeFileSync(file, reordered);
    expect((await readModelFacts(file)).tokenizerSha256).toBe(usual.tokenizerSha256);
  });
});

describe("the memory class", () => {
  it.each([
    ["llama", null, "full_attention"],
    ["qwen3", null, "full_attention"],
    ["llama", 4_096, "sliding_window"],
    ["gemma3", 512, "sliding_window"],
    ["gemma3", null, "sliding_window"],
    ["mamba", null, "recurrent"],
    ["lfm2", null, "hybrid"],
    ["qwen35", null, "hybrid"],
    ["a-new-one", null, "unknown"],
    ["qwen2vl", null, "unknown"],
  ] as const)("of %s with window %s is %s", (architecture, window, expected) => {
    expect(memoryClass(architecture, window)).toBe(expected);
  });

  it("is read from the file", async () => {
    expect((await factsOf({ "llama.attention.sliding_window": u32(32) })).memory).toBe("sliding_window");
    expect((await factsOf({ "llama.attention.sliding_window": u32(0) })).memory).toBe("full_attention");
    expect((await factsOf({ "general.architecture": text("lfm2") })).memory).toBe("hybrid");
  });
});
