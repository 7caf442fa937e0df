import type { ModelShape } from "./model-shape.ts";
import type { LayerWeights, ModelWeights } from "./model-weights.ts";

export type LayerRole = keyof LayerWeights;
export type ModelRole = Exclude<keyof ModelWeights, "shape" | "layers">;

/** A tensor's name in a GGUF, and the elements that it must have by dimension, fastest first. */
interface Naming {
  readonly name: string;
  readonly dims: (shape: ModelShape) => readonly number[];
}

const hidden = (shape: ModelShape) => shape.hiddenSize;
const queries = (shape: ModelShape) => shape.headCount * shape.headSize;
const keys = (shape: ModelShape) => shape.kvHeadCount * shape.headSize;
const head = (shape: ModelShape) => shape.headSize;
const inner = (shape: ModelShape) => shape.feedForwardSize;
const tokens = (shape: ModelShape) => shape.vocabularySize;
const pairs = (shape: ModelShape) => shape.rotary.dimensionCount / 2;

type Size = (shape: ModelShape) => number;

function vector(name: string, length: Size): Naming {
  return { name, dims: (shape) => [length(shape)] };
}

function matrix(name: string, inputs: Size, outputs: Size): Naming {
  return { name, dims: (shape) => [inputs(shape), outputs(shape)] };
}

const layerTensors: Readonly<Record<LayerRole, Naming>> = {
  attentionNorm: vector("attn_norm.weight", hidden),
  query: matrix("attn_q.weight", hidden, queries),
  key: matrix("attn_k.weight", hidden, keys),
  value: matrix("attn_v.weight", hidden, keys),
  output: matrix("attn_output.weight", queries, hidden),
  queryBias: vector("attn_q.bias", queries),
  keyBias: vector("attn_k.bias", keys),
  valueBias: vector("attn_v.bias", keys),
  queryNorm: vector("attn_q_norm.weight", head),
  keyNorm: vector("attn_k_norm.weight", head),
  postAttentionNorm: vector("post_attention_norm.weight", hidden),
  feedForwardNorm: vector("ffn_norm.weight", hidden),
  gate: matrix("ffn_gate.weight", hidden, inner),
  up: matrix("ffn_up.weight", hidden, inner),
  down: matrix("ffn_down.weight", inner, hidden),
  postFeedForwardNorm: vector("post_ffw_norm.weight", hidden),
};

const modelTensors: Readonly<Record<ModelRole, Naming>> = {
  tokenEmbedding: matrix("token_embd.weight", hidden, tokens),
  outputNorm: vector("output_norm.weight", hidden),
  output: matrix("output.weight", hidden, tokens),
  frequencyFactors: vector("rope_freqs.weight", pairs),
};

/** A tensor that a model of this shape has or may have. */
export interface NamedTensor {
  readonly name: string;
  readonly dims: readonly number[];
}

export function layerTensor(role: LayerRole, layer: number, shape: ModelShape): NamedTensor {
  const { name, dims } = layerTensors[role];
  return { name: `blk.${layer}.${name}`, dims: dims(shape) };
}

export function modelTensor(role: ModelRole, shape: ModelShape): NamedTensor {
  const { name, dims } = modelTensors[role];
  return { name, dims: dims(shape) };
}
