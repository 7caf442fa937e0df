import { limits } from "../../imprint/limits.ts";
import { refuseEngineAborts } from "./engine-aborts.ts";
import { type Gguf, readGguf } from "./gguf.ts";
import { refuseGguf } from "./gguf-bytes.ts";
import type { GgufMetadata } from "./gguf-metadata.ts";
import { type MemoryClass, memoryClass } from "./memory-class.ts";
import { readTokenizerFacts, type TokenizerFacts } from "./tokenizer-facts.ts";

export interface RopeFacts {
  readonly freqBase: number;
  /** Dimensions of a head that are rotated. */
  readonly dimensionCount: number;
  readonly scalingType: string | null;
  readonly scalingFactor: number | null;
}

/** What a model file says about itself, read before any native code sees it. */
export interface ModelFacts extends TokenizerFacts {
  readonly architecture: string;
  readonly name: string | null;
  /** The GGUF's number for its mix of tensor types. */
  readonly fileType: number | null;
  readonly fileBytes: number;
  readonly layerCount: number;
  readonly embeddingLength: number;
  readonly feedForwardLength: number | null;
  readonly headCount: number;
  /** K/V heads by layer; 0 where a hybrid's layer has no attention. */
  readonly headCountKv: readonly number[];
  /** Elements of one head's K row and V row. */
  readonly keyLength: number;
  readonly valueLength: number;
  /** Elements of one cell's K and V by layer. Only for `full_attention` do they describe the saved state. */
  readonly kWidths: readonly number[];
  readonly vWidths: readonly number[];
  readonly contextTrainTokens: number;
  readonly rope: RopeFacts;
  readonly rmsNormEpsilon: number | null;
  /** Window of sliding-window layers, or null. */
  readonly slidingWindowTokens: number | null;
  readonly memory: MemoryClass;
}

/**
 * The strict first look at a model file: container, tokenizer, dimensions, that nothing in it makes the engine end
 * the process, and that the K and V weights have the shapes the dimensions announce. Does not check the weights'
 * values.
 *
 * @throws invalid_model_file with `details.reason`
 */
export async function readModelFacts(file: string): Promise<ModelFacts> {
  return modelFactsOf(await readGguf(file));
}

/** The same facts from a header that was read already. @throws invalid_model_file */
export function modelFactsOf(gguf: Gguf): ModelFacts {
  const { metadata } = gguf;
  refuseOtherThanModels(metadata);
  const architecture = metadata.text("general.architecture");
  if (architecture === null) throw refuseGguf("unsuitable_model", "the GGUF names no architecture");
  const slidingWindowTokens = metadata.count(`${architecture}.attention.sliding_window`) || null;
  const facts = {
    architecture,
    name: metadata.text("general.name"),
    fileType: metadata.count("general.file_type"),
    fileBytes: gguf.fileBytes,
    ...dimensions(metadata, architecture),
    ...readTokenizerFacts(metadata),
    slidingWindowTokens,
    memory: memoryClass(architecture, slidingWindowTokens),
  };
  refuseEngineAborts(metadata, facts);
  if (facts.memory === "full_attention") refuseOtherShapes(gguf, facts);
  return facts;
}

/** Adapters, projectors and parts of a split file are GGUFs too; the engine must never be given one. */
function refuseOtherThanModels(metadata: GgufMetadata): void {
  const type = metadata.text("general.type") ?? "model";
  if (type !== "model") throw refuseGguf("unsuitable_model", "the GGUF is not a language model");
  if ((metadata.count("split.count") ?? 1) > 1) {
    throw refuseGguf("split_file", "the GGUF is one part of a split model; merge the parts first");
  }
}

function dimensions(metadata: GgufMetadata, architecture: string) {
  const required = (key: string): number => {
    const value = metadata.count(`${architecture}.${key}`);
    if (value === null || value === 0) throw refuseGguf("unsuitable_model", `the GGUF lacks ${key}`);
    return value;
  };
  const layerCount = required("block_count");
  if (layerCount > limits.modelLayersCount) {
    throw refuseGguf("malformed_metadata", `${layerCount} layers are more than ${limits.modelLayersCount}`);
  }
  const embeddingLength = required("embedding_length");
  const perLayer = (key: string) => metadata.countsByLayer(`${architecture}.attention.${key}`, layerCount);
  const headCount = Math.max(...(perLayer("head_count") ?? [0]));
  if (headCount === 0) throw refuseGguf("unsuitable_model", "the GGUF has no attention heads");
  const headCountKv = perLayer("head_count_kv") ?? new Array<number>(layerCount).fill(headCount);
  const headLength = Math.floor(embeddingLength / headCount);
  const keyLength = metadata.count(`${architecture}.attention.key_length`) ?? headLength;
  const valueLength = metadata.count(`${architecture}.attention.value_length`) ?? headLength;
  return {
    layerCount,
    embeddingLength,
    feedForwardLength: singleCount(metadata, `${architecture}.feed_forward_length`),
    headCount,
    headCountKv,
    keyLength,
    valueLength,
    kWidths: headCountKv.map((heads) => heads * keyLength),
    vWidths: headCountKv.map((heads) => heads * valueLength),
    contextTrainTokens: required("context_length"),
    rope: ropeFacts(metadata, architecture, keyLength),
    rmsNormEpsilon: metadata.float(`${architecture}.attention.layer_norm_rms_epsilon`),
  };
}

/** A count that some architectures give by layer; null then. */
function singleCount(metadata: GgufMetadata, key: string): number | null {
  const value = metadata.countOrCounts(key);
  return typeof value === "number" ? value : null;
}

function ropeFacts(metadata: GgufMetadata, architecture: string, keyLength: number): RopeFacts {
  return {
    // The format's default base.
    freqBase: metadata.float(`${architecture}.rope.freq_base`) ?? 10_000,
    dimensionCount: metadata.count(`${architecture}.rope.dimension_count`) ?? keyLength,
    scalingType: metadata.text(`${architecture}.rope.scaling.type`),
    scalingFactor: metadata.float(`${architecture}.rope.scaling.factor`),
  };
}

type Shaped = Pick<ModelFacts, "embeddingLength" | "vocabSize" | "kWidths" | "vWidths">;

/** Weights may be fused under other names; those that bear these names must have the announced shape. */
function refuseOtherShapes(gguf: Gguf, facts: Shaped): void {
  const { embeddingLength, vocabSize, kWidths, vWidths } = facts;
  const expected: [string, number][] = [
    ["token_embd.weight", vocabSize],
    ...kWidths.map((width, layer): [string, number] => [`blk.${layer}.attn_k.weight`, width]),
    ...vWidths.map((width, layer): [string, number] => [`blk.${layer}.attn_v.weight`, width]),
  ];
  for (const [name, rows] of expected) {
    const dims = gguf.tensors.get(name)?.dims;
    if (dims === undefined) continue;
    if (dims.length !== 2 || dims[0] !== embeddingLength || dims[1] !== rows) {
      throw refuseGguf("malformed_tensors", `${name} is not ${embeddingLength} by ${rows}`);
    }
  }
}
