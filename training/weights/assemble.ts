import type { ModelShape } from "./model-shape.ts";
import type { LayerWeights, Matrix, ModelWeights } from "./model-weights.ts";
import { refuseWeights } from "./refusal.ts";
import {
  type LayerRole,
  layerTensor,
  type ModelRole,
  modelTensor,
  type NamedTensor,
} from "./tensor-names.ts";

/** Puts tensors that a plan found whole into their roles. `values` has each by its name in the file. */
export function assembleWeights(shape: ModelShape, values: ReadonlyMap<string, Float32Array>): ModelWeights {
  const find = (role: ModelRole) => values.get(modelTensor(role, shape).name);
  const tokenEmbedding = matrixOf(modelTensor("tokenEmbedding", shape), values);
  return {
    shape,
    tokenEmbedding,
    layers: Array.from({ length: shape.layerCount }, (_, layer) => layerOf(shape, layer, values)),
    outputNorm: vectorOf(modelTensor("outputNorm", shape), values),
    output: find("output") === undefined ? tokenEmbedding : matrixOf(modelTensor("output", shape), values),
    frequencyFactors: usableFactors(find("frequencyFactors") ?? null),
  };
}

function layerOf(shape: ModelShape, layer: number, values: ReadonlyMap<string, Float32Array>): LayerWeights {
  const vector = (role: LayerRole) => vectorOf(layerTensor(role, layer, shape), values);
  const matrix = (role: LayerRole) => matrixOf(layerTensor(role, layer, shape), values);
  const maybe = (role: LayerRole) => values.get(layerTensor(role, layer, shape).name) ?? null;
  return {
    attentionNorm: vector("attentionNorm"),
    query: matrix("query"),
    key: matrix("key"),
    value: matrix("value"),
    output: matrix("output"),
    queryBias: maybe("queryBias"),
    keyBias: maybe("keyBias"),
    valueBias: maybe("valueBias"),
    queryNorm: maybe("queryNorm"),
    keyNorm: maybe("keyNorm"),
    postAttentionNorm: maybe("postAttentionNorm"),
    feedForwardNorm: vector("feedForwardNorm"),
    gate: matrix("gate"),
    up: matrix("up"),
    down: matrix("down"),
    postFeedForwardNorm: maybe("postFeedForwardNorm"),
  };
}

function vectorOf({ name }: NamedTensor, values: ReadonlyMap<string, Float32Array>): Float32Array {
  const data = values.get(name);
  if (data === undefined) throw new TypeError(`${name} was not read`);
  return data;
}

function matrixOf(tensor: NamedTensor, values: ReadonlyMap<string, Float32Array>): Matrix {
  const [columns = 0, rows = 0] = tensor.dims;
  return { data: vectorOf(tensor, values), rows, columns };
}

/** Frequencies are divided by them. */
function usableFactors(factors: Float32Array | null): Float32Array | null {
  if (factors?.some((factor) => factor <= 0)) {
    throw refuseWeights("unusable_weight", "a rope factor is not positive", { tensor: "rope_freqs.weight" });
  }
  return factors;
}
