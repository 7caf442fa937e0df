import { ImprintError } from "../../errors/error.ts";
import { limits } from "../../imprint/limits.ts";
import { ggmlType } from "../../runtime/models/ggml-types.ts";
import type { Gguf, GgufTensor } from "../../runtime/models/gguf.ts";
import { dequantizerOf } from "./dequantize.ts";
import type { TrainableModel } from "./read-shape.ts";
import { refuseTraining, refuseWeights } from "./refusal.ts";
import { layerTensor, modelTensor, type NamedTensor } from "./tensor-names.ts";

/**
 * The tensors of a model in the order of the file, after all of them were found to be what the architecture has, in
 * shape and in kind, with none missing and none over: one that nobody asks for would be a part of the model that
 * the forward pass leaves out.
 *
 * @throws invalid_model_file for a tensor that is missing or has another shape
 * @throws unsupported_training_model for one over, or when all together are too many
 * @throws unsupported_weight_type
 */
export function planTensors({ tensors }: Gguf, { shape, architecture }: TrainableModel): GgufTensor[] {
  const { required, optional } = expectedTensors({ shape, architecture });
  const known = new Map([...required, ...optional].map((tensor) => [tensor.name, tensor]));
  for (const { name } of required) {
    if (!tensors.has(name)) {
      throw refuseWeights("missing_tensor", `the model has no tensor ${name}`, { tensor: name });
    }
  }
  const planned = [...tensors.values()].sort((a, b) => a.offsetBytes - b.offsetBytes);
  for (const tensor of planned) {
    const expected = known.get(tensor.name);
    if (expected === undefined) {
      throw refuseTraining(
        "extra_tensor",
        `${shape.architecture} models with a tensor ${tensor.name} cannot be trained`,
        { architecture: shape.architecture, tensor: tensor.name },
      );
    }
    refuseOtherShape(tensor, expected);
    refuseOtherType(tensor);
  }
  refuseTooMany(planned);
  return planned;
}

function expectedTensors({ shape, architecture }: TrainableModel) {
  const layers = Array.from({ length: shape.layerCount }, (_, layer) => layer);
  return {
    required: [
      modelTensor("tokenEmbedding", shape),
      modelTensor("outputNorm", shape),
      ...layers.flatMap((layer) =>
        architecture.layer.required.map((role) => layerTensor(role, layer, shape)),
      ),
    ],
    optional: [
      ...architecture.model.optional.map((role) => modelTensor(role, shape)),
      ...layers.flatMap((layer) =>
        architecture.layer.optional.map((role) => layerTensor(role, layer, shape)),
      ),
    ],
  };
}

function refuseOtherShape({ name, dims }: GgufTensor, expected: NamedTensor): void {
  const wanted = expected.dims.join("×");
  const found = dims.join("×");
  if (found !== wanted) {
    throw refuseWeights("wrong_shape", `the tensor ${name} is ${found}, not ${wanted}`, { tensor: name });
  }
}

function refuseOtherType({ name, ggmlType: id }: GgufTensor): void {
  const type = ggmlType(id)?.name ?? String(id);
  if (dequantizerOf(type) === undefined) {
    throw new ImprintError(
      "unsupported_weight_type",
      `the tensor ${name} is of type ${type}, which training cannot read`,
      { details: { tensor: name, type } },
    );
  }
}

function refuseTooMany(tensors: readonly GgufTensor[]): void {
  const weightCount = tensors.reduce((sum, tensor) => sum + elementCount(tensor), 0);
  const bytes = weightCount * Float32Array.BYTES_PER_ELEMENT;
  if (bytes > limits.trainingWeightsBytes) {
    throw refuseTraining(
      "too_large",
      `the model's ${weightCount} weights take ${bytes} bytes, more than ${limits.trainingWeightsBytes}`,
      { weight_count: weightCount, bytes },
    );
  }
}

export function elementCount({ dims }: Pick<GgufTensor, "dims">): number {
  return dims.reduce((product, dim) => product * dim, 1);
}
