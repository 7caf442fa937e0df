import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { messageOf } from "../../errors/error.ts";
import { type Gguf, readGguf } from "../../runtime/models/gguf.ts";
import { fileIdentity } from "../../system/files.ts";
import { assembleWeights } from "./assemble.ts";
import type { ModelWeights } from "./model-weights.ts";
import { readShape } from "./read-shape.ts";
import { readTensor } from "./read-tensor.ts";
import { refuseWeights } from "./refusal.ts";
import { planTensors } from "./tensor-plan.ts";

/** A model file that was hashed. */
export interface WeightsFile {
  readonly path: string;
  /** What `fileIdentity` said of it before it was hashed. */
  readonly identity: string;
}

export interface LoadOptions {
  readonly signal?: AbortSignal;
  /** Stored bytes of tensors, read and in all. */
  readonly onProgress?: (readBytes: number, totalBytes: number) => void;
}

/**
 * A model's weights as 32-bit floats, dequantized as the Python package `gguf` does it. Everything that can be
 * refused by the header is refused before the first weight is read; in memory are one copy of the weights and a few
 * MiB of the file.
 *
 * @throws invalid_model_file with `details.reason`: no model, a tensor missing or of another shape, a weight that is
 *   no number, or (`changed`) not the file that was hashed
 * @throws unsupported_training_model, unsupported_weight_type
 */
export async function loadWeights(file: WeightsFile, options: LoadOptions = {}): Promise<ModelWeights> {
  const handle = await openModel(file.path);
  try {
    await refuseChanged(file);
    const weights = await readWeights(handle, await readGguf(file.path), options);
    await refuseChanged(file);
    return weights;
  } finally {
    await handle.close();
  }
}

async function readWeights(handle: FileHandle, gguf: Gguf, options: LoadOptions): Promise<ModelWeights> {
  const { signal, onProgress } = options;
  const model = readShape(gguf);
  const plan = planTensors(gguf, model);
  const totalBytes = plan.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const values = new Map<string, Float32Array>();
  let readBytes = 0;
  for (const tensor of plan) {
    const weights = await readTensor(handle, tensor, (bytes) => {
      signal?.throwIfAborted();
      readBytes += bytes;
      onProgress?.(readBytes, totalBytes);
    });
    values.set(tensor.name, weights);
  }
  return assembleWeights(model.shape, values);
}

async function openModel(file: string): Promise<FileHandle> {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw refuseWeights("unreadable", `cannot open ${file}: ${messageOf(error)}`, { cause: error });
  }
}

/** The header and the weights are opened by path: both must be of the file that was hashed. */
async function refuseChanged({ path, identity }: WeightsFile): Promise<void> {
  if ((await fileIdentity(path)) !== identity) {
    throw refuseWeights("changed", `${path} is not the file that was hashed, or was written since`);
  }
}
