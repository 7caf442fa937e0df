import { ImprintError, isImprintError } from "../errors/error.ts";
import { canonicalBytes, canonicalJson, type JsonObject, type JsonValue } from "../imprint/canonical.ts";
import { parseJsonStrict } from "../imprint/json-text.ts";
import { limits } from "../imprint/limits.ts";
import type { TensorSpan } from "../imprint/state/tensors.ts";
import { assertContiguous, readTensorTable, refuseContainer } from "./tensor-table.ts";

/** An imprint file taken apart; see docs/format.md. */
export interface Container {
  /** The closed set of metadata: the header document as canonical JSON text, not yet looked at. */
  readonly metadata: { readonly imprint: string };
  /** In order of offset; they cover `data` without holes. */
  readonly tensors: readonly TensorSpan[];
  /** Where the data section starts in the file; a multiple of 64. */
  readonly dataStart: number;
  /** The data section, a view into the bytes that were decoded: the engine's state file. */
  readonly data: Uint8Array;
}

/** The data section starts at a multiple of this, for readers that map the file. */
const alignmentBytes = 64;
/** The header's length, u64. */
const lengthBytes = 8;

/**
 * The imprint file in two parts: the head with `header` as canonical JSON, and `state` itself, not copied. Equal inputs give equal bytes.
 * `tensors` must cover the state in order.
 *
 * @throws invalid_json_value, imprint_container_invalid
 */
export function encodeImprint(
  header: object,
  state: Uint8Array,
  tensors: readonly TensorSpan[],
): Uint8Array[] {
  assertContiguous(tensors, state.length);
  return [encodeHead(canonicalJson(header), tensors), state];
}

/**
 * Takes a file apart, strictly: what this accepts, `encodeImprint` would write again byte for byte.
 * Not checked: the header document, and whether the tensors are those of an engine state.
 *
 * @throws imprint_container_invalid with `reason`
 */
export function decodeContainer(bytes: Uint8Array): Container {
  const dataStart = lengthBytes + headerLength(bytes);
  const { __metadata__: metadata, ...entries } = parseHeader(bytes.subarray(lengthBytes, dataStart));
  const imprint = readMetadata(metadata);
  const tensors = readTensorTable(entries);
  const data = bytes.subarray(dataStart);
  assertContiguous(tensors, data.length);
  if (Buffer.compare(encodeHead(imprint, tensors), bytes.subarray(0, dataStart)) !== 0) {
    refuseContainer("header_not_canonical");
  }
  return { metadata: { imprint }, tensors, dataStart, data };
}

/**
 * The tensors of the file are exactly those that the parsed state has: names, types, shapes, offsets.
 *
 * @throws imprint_container_invalid
 */
export function assertStateCovered(container: Container, tensors: readonly TensorSpan[]): void {
  for (let index = 0; index < Math.max(tensors.length, container.tensors.length); index++) {
    const [expected, actual] = [tensors[index], container.tensors[index]];
    if (expected && actual && sameTensor(expected, actual)) continue;
    refuseContainer("tensors_differ_from_state", {
      expected: expected?.name ?? null,
      actual: actual?.name ?? null,
    });
  }
}

function sameTensor(a: TensorSpan, b: TensorSpan): boolean {
  const sameShape = a.shape.length === b.shape.length && a.shape.every((size, i) => size === b.shape[i]);
  return a.name === b.name && a.dtype === b.dtype && sameShape && a.start === b.start && a.end === b.end;
}

/** Length, canonical JSON with sorted names, and as few spaces as bring the data to its alignment. */
function encodeHead(imprint: string, tensors: readonly TensorSpan[]): Uint8Array {
  const entries = tensors.map((tensor): [string, JsonObject] => [tensor.name, tensorEntry(tensor)]);
  const json = canonicalBytes({ __metadata__: { imprint }, ...Object.fromEntries(entries) });
  const size = Math.ceil((lengthBytes + json.length) / alignmentBytes) * alignmentBytes;
  if (size - lengthBytes > limits.imprintHeaderBytes) {
    refuseContainer("header_too_large", { expected: limits.imprintHeaderBytes, actual: size - lengthBytes });
  }
  const head = new Uint8Array(size).fill(0x20);
  new DataView(head.buffer).setBigUint64(0, BigInt(size - lengthBytes), true);
  head.set(json, lengthBytes);
  return head;
}

function tensorEntry({ dtype, shape, start, end }: TensorSpan): JsonObject {
  return { dtype, shape: [...shape], data_offsets: [start, end] };
}

function headerLength(bytes: Uint8Array): number {
  if (bytes.length < lengthBytes)
    refuseContainer("truncated", { expected: lengthBytes, actual: bytes.length });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getBigUint64(0, true);
  if (length > BigInt(limits.imprintHeaderBytes)) {
    refuseContainer("header_too_large", { expected: limits.imprintHeaderBytes, actual: `${length}` });
  }
  const left = bytes.length - lengthBytes;
  if (Number(length) > left) refuseContainer("truncated", { expected: Number(length), actual: left });
  return Number(length);
}

function parseHeader(bytes: Uint8Array): JsonObject {
  let header: JsonValue;
  try {
    header = parseJsonStrict(bytes);
  } catch (cause) {
    if (!isImprintError(cause)) throw cause;
    const { reason, offset } = cause.details;
    throw new ImprintError("imprint_container_invalid", `imprint container: ${cause.message}`, {
      details: { reason: "header_not_strict_json", json: reason, offset },
      cause,
    });
  }
  if (header === null || typeof header !== "object" || Array.isArray(header)) {
    refuseContainer("header_not_object");
  }
  return header;
}

function readMetadata(metadata: JsonValue | undefined): string {
  if (metadata === null || typeof metadata !== "object" || Array.isArray(metadata)) {
    refuseContainer("metadata_not_closed");
  }
  const { imprint, ...others } = metadata;
  if (typeof imprint !== "string" || Object.keys(others).length > 0) refuseContainer("metadata_not_closed");
  return imprint;
}
