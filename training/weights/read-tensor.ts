import type { FileHandle } from "node:fs/promises";
import { messageOf } from "../../errors/error.ts";
import { ggmlType } from "../../runtime/models/ggml-types.ts";
import type { GgufTensor } from "../../runtime/models/gguf.ts";
import { dequantizerOf } from "./dequantize.ts";
import { refuseWeights } from "./refusal.ts";
import { elementCount } from "./tensor-plan.ts";

/** Stored bytes that are in memory at a time, beside the weights made of them. */
export const chunkBytes = 4 * 1_048_576;

/**
 * One tensor's weights in the order of the file. `onBytes` is told after each chunk how many bytes it had.
 * The tensor must be one of a plan.
 *
 * @throws invalid_model_file when the file ends early, or a weight is NaN or infinite
 */
export async function readTensor(
  handle: FileHandle,
  tensor: GgufTensor,
  onBytes: (bytes: number) => void,
): Promise<Float32Array> {
  const type = ggmlType(tensor.ggmlType);
  const dequantize = type && dequantizerOf(type.name);
  if (type === undefined || dequantize === undefined) throw new TypeError(`${tensor.name} is in no plan`);
  const values = new Float32Array(elementCount(tensor));
  const chunkBlocks = Math.floor(chunkBytes / type.blockBytes);
  const blockCount = values.length / type.blockElements;
  const chunk = Buffer.allocUnsafeSlow(Math.min(chunkBlocks, blockCount) * type.blockBytes);
  for (let block = 0; block < blockCount; block += chunkBlocks) {
    const end = Math.min(block + chunkBlocks, blockCount);
    const bytes = chunk.subarray(0, (end - block) * type.blockBytes);
    await readExactly(handle, bytes, tensor.offsetBytes + block * type.blockBytes);
    const part = values.subarray(block * type.blockElements, end * type.blockElements);
    dequantize(bytes, part);
    refuseNonFinite(tensor.name, part);
    onBytes(bytes.length);
  }
  return values;
}

async function readExactly(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await handle
      .read(bytes, done, bytes.length - done, position + done)
      .catch((error: unknown) => {
        throw refuseWeights("unreadable", `the model file cannot be read: ${messageOf(error)}`, {
          cause: error,
        });
      });
    if (bytesRead === 0) throw refuseWeights("changed", "the model file shrank while it was read");
    done += bytesRead;
  }
}

/** All bits of the exponent: set together only in NaN and infinity. */
const exponentBits = 0x7f80_0000;

/** One such weight would make every logit NaN. */
function refuseNonFinite(tensor: string, values: Float32Array): void {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < words.length; i++) {
    if (((words[i] ?? 0) & exponentBits) === exponentBits) {
      throw refuseWeights("non_finite_weight", `the tensor ${tensor} has a weight that is no number`, {
        tensor,
      });
    }
  }
}
