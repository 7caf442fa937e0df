import { type ErrorDetails, ImprintError } from "../errors/error.ts";
import type { JsonObject, JsonValue } from "../imprint/canonical.ts";
import type { TensorSpan, TensorType } from "../imprint/state/tensors.ts";

/** The data types that an imprint may hold, with the bytes of one value. */
const valueBytes: Readonly<Record<TensorType, bigint>> = { U8: 1n, F16: 2n, BF16: 2n, F32: 4n };

/** Lower-case dotted names; nothing that an object could inherit. */
const tensorName = /^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+$/;

/**
 * The tensor entries of a safetensors header, in order of offset.
 *
 * @throws imprint_container_invalid
 */
export function readTensorTable(entries: JsonObject): TensorSpan[] {
  return Object.entries(entries)
    .map(([name, entry]) => readTensor(name, entry))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * The tensors follow each other from 0 to `sizeBytes`, each of the size that its type and shape say.
 *
 * @throws imprint_container_invalid
 */
export function assertContiguous(tensors: readonly TensorSpan[], sizeBytes: number): void {
  let end = 0;
  for (const tensor of tensors) {
    const at = { tensor: tensor.name, expected: end, actual: tensor.start };
    if (tensor.start > end) refuseContainer("hole", at);
    if (tensor.start < end) refuseContainer("overlap", at);
    end = tensor.end;
    assertSize(tensor);
  }
  if (end > sizeBytes) refuseContainer("truncated", { expected: end, actual: sizeBytes });
  if (end < sizeBytes) refuseContainer("trailing_bytes", { expected: end, actual: sizeBytes });
}

export function refuseContainer(reason: string, details: ErrorDetails = {}): never {
  throw new ImprintError("imprint_container_invalid", `imprint container: ${reason}`, {
    details: { reason, ...details },
  });
}

function readTensor(name: string, entry: JsonValue): TensorSpan {
  const at = { tensor: name };
  if (!tensorName.test(name)) refuseContainer("tensor_name", at);
  if (entry === null || typeof entry !== "object" || Array.isArray(entry))
    refuseContainer("tensor_entry", at);
  const { dtype, shape, data_offsets: offsets, ...others } = entry;
  if (Object.keys(others).length > 0) refuseContainer("tensor_entry", at);
  if (!isTensorType(dtype)) refuseContainer("tensor_type", at);
  if (!isSizes(shape)) refuseContainer("tensor_shape", at);
  if (!isSizes(offsets)) refuseContainer("tensor_offsets", at);
  const [start, end, ...rest] = offsets;
  if (start === undefined || end === undefined || rest.length > 0) refuseContainer("tensor_offsets", at);
  return { name, dtype, shape, start, end };
}

/** Big integers: a product of shapes that wraps or rounds must not come out right. */
function assertSize({ name, dtype, shape, start, end }: TensorSpan): void {
  const expected = shape.reduce((product, size) => product * BigInt(size), valueBytes[dtype]);
  const actual = end - start;
  if (actual <= 0) refuseContainer("empty_tensor", { tensor: name });
  if (expected !== BigInt(actual))
    refuseContainer("tensor_size", { tensor: name, expected: `${expected}`, actual });
}

function isTensorType(value: JsonValue | undefined): value is TensorType {
  return typeof value === "string" && Object.hasOwn(valueBytes, value);
}

function isSizes(value: JsonValue | undefined): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isInteger(item) && Number(item) >= 0);
}
