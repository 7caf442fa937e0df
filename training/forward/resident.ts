import type { LayerWeights, Matrix, ModelWeights } from "../weights/model-weights.ts";
import type { Layer } from "./layer.ts";
import type { OutputHead } from "./output-head.ts";
import type { Projection } from "./projection.ts";
import type { RmsNorm } from "./rms-norm.ts";
import type { Tensor, Tfjs } from "./tfjs.ts";

/** A model's weights in the backend. They are never changed and live until they are disposed of. */
export interface ResidentModel {
  readonly layers: readonly Layer[];
  readonly head: OutputHead;
  dispose(): void;
}

/**
 * Copies the weights into the backend. Nothing here refers to `weights` afterwards but to its output matrix, so
 * that the rest can be freed.
 */
export function residentModel(tf: Tfjs, weights: ModelWeights): ResidentModel {
  const { normEpsilon, activation } = weights.shape;
  const owned: Tensor[] = [];
  const keep = (tensor: Tensor): Tensor => {
    owned.push(tf.keep(tensor));
    return tensor;
  };
  const norm = (weight: Float32Array): RmsNorm => ({
    weight: keep(tf.tensor1d(weight)),
    epsilon: normEpsilon,
  });
  const optionalNorm = (weight: Float32Array | null) => (weight === null ? undefined : norm(weight));
  const matrix = ({ data, rows, columns }: Matrix) => keep(tf.tensor2d(data, [rows, columns]));
  const projection = (weight: Matrix, bias: Float32Array | null = null): Projection => ({
    weight: matrix(weight),
    bias: bias === null ? undefined : keep(tf.tensor1d(bias)),
  });
  const layer = (from: LayerWeights): Layer => ({
    attention: {
      query: projection(from.query, from.queryBias),
      key: projection(from.key, from.keyBias),
      value: projection(from.value, from.valueBias),
      output: projection(from.output),
      queryNorm: optionalNorm(from.queryNorm),
      keyNorm: optionalNorm(from.keyNorm),
    },
    attentionNorms: { before: norm(from.attentionNorm), after: optionalNorm(from.postAttentionNorm) },
    feedForward: {
      gate: projection(from.gate),
      up: projection(from.up),
      down: projection(from.down),
      activation,
    },
    feedForwardNorms: { before: norm(from.feedForwardNorm), after: optionalNorm(from.postFeedForwardNorm) },
  });
  return {
    layers: weights.layers.map(layer),
    head: { norm: norm(weights.outputNorm), weight: matrix(weights.output), values: weights.output.data },
    dispose: () => tf.dispose(owned),
  };
}
