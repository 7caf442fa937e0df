/**
 * Makes a tiny Llama with random weights and a small real vocabulary, for tests of mechanics:
 * `npx tsx scripts/tiny-model.ts OUT.gguf`. It loads and decodes in milliseconds and means nothing.
 */
import { pathToFileURL } from "node:url";
import { writeFileAtomic } from "../system/files.ts";
import { encodeGguf, type GgufTensor, type GgufValue } from "./tiny-model/gguf.ts";
import { learnVocabulary } from "./tiny-model/vocabulary.ts";

export interface TinyModelOptions {
  /** Other seeds give other weights, nothing else. */
  readonly seed?: number;
  readonly layers?: number;
  /** Trained context size that the file declares. */
  readonly contextTokens?: number;
  /** A Jinja template; null for a model without one. */
  readonly chatTemplate?: string | null;
  /** What the metadata claims to be. The tensors stay a Llama's, so only "llama" loads. */
  readonly architecture?: "llama" | "gemma3" | "mamba" | "lfm2";
  /** Declares a sliding attention window of this many tokens. */
  readonly slidingWindowTokens?: number;
}

/** What a test needs to know about the model that was written. */
export interface TinyModel {
  readonly layerCount: number;
  readonly vocabularySize: number;
  /** Values in one K row and in one V row of a layer. */
  readonly kvWidth: number;
  readonly contextTokens: number;
}

/** ChatML for every role, the shape that small instruct models use. */
export const tinyChatTemplate =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

const vocabulary = learnVocabulary();
const embedding = 128;
const headCount = 4;
const kvHeadCount = 2;
const headSize = embedding / headCount;
const feedForward = 192;

/** The file's bytes: equal options give equal bytes. */
export function tinyModelBytes(options: TinyModelOptions = {}): Uint8Array {
  return encodeGguf(metadata(options), weights(options));
}

/** Writes the model as a private file. @throws file_write_failed */
export async function writeTinyModel(path: string, options: TinyModelOptions = {}): Promise<TinyModel> {
  await writeFileAtomic(path, tinyModelBytes(options));
  return {
    layerCount: layerCountOf(options),
    vocabularySize: vocabulary.tokens.length,
    kvWidth: kvHeadCount * headSize,
    contextTokens: contextTokensOf(options),
  };
}

const layerCountOf = (options: TinyModelOptions) => options.layers ?? 2;
const contextTokensOf = (options: TinyModelOptions) => options.contextTokens ?? 4_096;

function metadata(options: TinyModelOptions): Record<string, GgufValue> {
  const architecture = options.architecture ?? "llama";
  const template = options.chatTemplate === undefined ? tinyChatTemplate : options.chatTemplate;
  return {
    "general.architecture": { type: "string", value: architecture },
    "general.name": { type: "string", value: "tiny random model" },
    "general.file_type": u32(0), // all tensors F32
    ...prefixed(architecture, {
      vocab_size: u32(vocabulary.tokens.length),
      context_length: u32(contextTokensOf(options)),
      embedding_length: u32(embedding),
      block_count: u32(layerCountOf(options)),
      feed_forward_length: u32(feedForward),
      "attention.head_count": u32(headCount),
      "attention.head_count_kv": u32(kvHeadCount),
      "attention.layer_norm_rms_epsilon": { type: "f32", value: 1e-5 },
      "rope.dimension_count": u32(headSize),
      "rope.freq_base": { type: "f32", value: 10_000 },
      ...(options.slidingWindowTokens === undefined
        ? {}
        : { "attention.sliding_window": u32(options.slidingWindowTokens) }),
      ...(architecture === "mamba" ? stateSpaceKeys : {}),
      ...(architecture === "lfm2" ? { "shortconv.l_cache": u32(3) } : {}),
    }),
    "tokenizer.ggml.model": { type: "string", value: "gpt2" },
    "tokenizer.ggml.pre": { type: "string", value: "gpt-2" },
    "tokenizer.ggml.tokens": { type: "strings", value: vocabulary.tokens },
    "tokenizer.ggml.token_type": { type: "i32s", value: vocabulary.tokenTypes },
    "tokenizer.ggml.merges": { type: "strings", value: vocabulary.merges },
    "tokenizer.ggml.bos_token_id": u32(vocabulary.endOfTextId),
    "tokenizer.ggml.eos_token_id": u32(vocabulary.endOfTurnId),
    "tokenizer.ggml.add_bos_token": { type: "bool", value: false },
    ...(template === null ? {} : { "tokenizer.chat_template": { type: "string", value: template } }),
  };
}

const stateSpaceKeys = {
  "ssm.conv_kernel": u32(4),
  "ssm.inner_size": u32(2 * embedding),
  "ssm.state_size": u32(16),
  "ssm.time_step_rank": u32(8),
};

function u32(value: number): GgufValue {
  return { type: "u32", value };
}

function prefixed(prefix: string, values: Record<string, GgufValue>): Record<string, GgufValue> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, value]));
}

function weights(options: TinyModelOptions): GgufTensor[] {
  const random = randomUniform(options.seed ?? 1);
  const matrix = (name: string, inputs: number, outputs: number, gain = 1): GgufTensor => {
    const bound = gain * Math.sqrt(3 / inputs); // standard deviation gain / √inputs
    const values = Float32Array.from({ length: inputs * outputs }, () => bound * (2 * random() - 1));
    return { name, shape: [inputs, outputs], values };
  };
  const norm = (name: string): GgufTensor => ({
    name,
    shape: [embedding],
    values: new Float32Array(embedding).fill(1),
  });
  const kvWidth = kvHeadCount * headSize;
  const layer = (index: number): GgufTensor[] => [
    norm(`blk.${index}.attn_norm.weight`),
    matrix(`blk.${index}.attn_q.weight`, embedding, embedding, 2),
    matrix(`blk.${index}.attn_k.weight`, embedding, kvWidth, 2),
    matrix(`blk.${index}.attn_v.weight`, embedding, kvWidth),
    matrix(`blk.${index}.attn_output.weight`, embedding, embedding),
    norm(`blk.${index}.ffn_norm.weight`),
    matrix(`blk.${index}.ffn_gate.weight`, embedding, feedForward),
    matrix(`blk.${index}.ffn_up.weight`, embedding, feedForward),
    matrix(`blk.${index}.ffn_down.weight`, feedForward, embedding),
  ];
  return [
    matrix("token_embd.weight", embedding, vocabulary.tokens.length, Math.sqrt(embedding)),
    ...Array.from({ length: layerCountOf(options) }, (_, index) => layer(index)).flat(),
    norm("output_norm.weight"),
    matrix("output.weight", embedding, vocabulary.tokens.length, 2), // logits spread over a few nats
  ];
}

/** mulberry32: integer arithmetic only, so the same numbers everywhere. */
function randomUniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [output] = process.argv.slice(2);
  if (output === undefined) {
    process.stderr.write("usage: tsx scripts/tiny-model.ts OUT.gguf\n");
    process.exitCode = 2;
  } else {
    const model = await writeTinyModel(output);
    process.stdout.write(`${output}: ${model.layerCount} layers, ${model.vocabularySize} tokens\n`);
  }
}
