import { encodeGguf, type GgufTensor, type GgufValue } from "../../../scripts/tiny-model/gguf.ts";

/** Dimensions of the file that `smallGguf` makes: a Llama of a few numbers, complete but of no use. */
export const small = {
  layers: 2,
  embedding: 8,
  heads: 2,
  headsKv: 1,
  headSize: 4,
  context: 64,
  feedForward: 16,
};
export const smallTokens = ["<unk>", "<|im_start|>", "<|im_end|>", "a", "b", "<extra>"];
export const smallTemplate = "{{ messages }}";

type Metadata = Record<string, GgufValue>;

/** A valid GGUF of about 2 KB; changed keys replace the usual ones, null takes one away. */
export function smallGguf(
  changes: Record<string, GgufValue | null> = {},
  tensors: readonly GgufTensor[] = smallTensors(),
  order: (entries: [string, GgufValue][]) => [string, GgufValue][] = (entries) => entries,
): Buffer {
  const architecture = changes["general.architecture"];
  const name = architecture?.type === "string" ? architecture.value : "llama";
  const merged = { ...usualMetadata(name), ...changes };
  const kept = Object.entries(merged).filter((entry): entry is [string, GgufValue] => entry[1] !== null);
  return Buffer.from(encodeGguf(Object.fromEntries(order(kept)), tensors));
}

export function text(value: string): GgufValue {
  return { type: "string", value };
}

export function u32(value: number): GgufValue {
  return { type: "u32", value };
}

export function matrix(name: string, inputs: number, outputs: number): GgufTensor {
  return { name, shape: [inputs, outputs], values: new Float32Array(inputs * outputs) };
}

export function smallTensors(): GgufTensor[] {
  const { embedding, headsKv, headSize, layers } = small;
  return [
    matrix("token_embd.weight", embedding, smallTokens.length),
    ...Array.from({ length: layers }, (_, layer) => [
      matrix(`blk.${layer}.attn_k.weight`, embedding, headsKv * headSize),
      matrix(`blk.${layer}.attn_v.weight`, embedding, headsKv * headSize),
    ]).flat(),
  ];
}

function usualMetadata(architecture: string): Metadata {
  return {
    "general.architecture": text(architecture),
    "general.name": text("small"),
    "general.file_type": u32(0),
    [`${architecture}.block_count`]: u32(small.layers),
    [`${architecture}.embedding_length`]: u32(small.embedding),
    [`${architecture}.context_length`]: u32(small.context),
    [`${architecture}.feed_forward_length`]: u32(small.feedForward),
    [`${architecture}.attention.head_count`]: u32(small.heads),
    [`${architecture}.attention.head_count_kv`]: u32(small.headsKv),
    [`${architecture}.rope.freq_base`]: { type: "f32", value: 500 },
    "tokenizer.ggml.model": text("gpt2"),
    "tokenizer.ggml.pre": text("smollm"),
    "tokenizer.ggml.tokens": { type: "strings", value: smallTokens },
    "tokenizer.ggml.token_type": { type: "i32s", value: [2, 3, 3, 1, 1, 4] },
    "tokenizer.ggml.merges": { type: "strings", value: ["a b"] },
    "tokenizer.ggml.bos_token_id": u32(1),
    "tokenizer.ggml.eos_token_id": u32(2),
    "tokenizer.ggml.add_bos_token": { type: "bool", value: false },
    "tokenizer.chat_template": text(smallTemplate),
  };
}
