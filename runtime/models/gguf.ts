import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { messageOf } from "../../errors/error.ts";
import { limits } from "../../imprint/limits.ts";
import { ggmlType } from "./ggml-types.ts";
import { GgufCursor, refuseGguf, ShortWindow } from "./gguf-bytes.ts";
import { decodeText, type GgufEntry, GgufMetadata } from "./gguf-metadata.ts";

/** One tensor of a GGUF. */
export interface GgufTensor {
  readonly name: string;
  /** Elements by dimension, fastest first: a matrix [in, out]. */
  readonly dims: readonly number[];
  readonly ggmlType: number;
  /** Absolute position in the file, bytes. */
  readonly offsetBytes: number;
  readonly sizeBytes: number;
}

/** What stands before the tensor data of a GGUF, checked against the length of the file. */
export interface Gguf {
  readonly version: number;
  readonly metadata: GgufMetadata;
  readonly tensors: ReadonlyMap<string, GgufTensor>;
  readonly fileBytes: number;
}

const magic = "GGUF";
const defaultAlignmentBytes = 32;
/** Most headers fit the first window; a larger vocabulary takes one more read. */
const firstWindowBytes = 4 * 1_048_576;
const maxKeyBytes = 65_535;
const maxDimensions = 4;
const maxTensorNameBytes = 63;

/**
 * Reads and checks the header of a GGUF v2 or v3 file: little-endian, keys unique, no nested arrays, tensors
 * of known types laid out without holes and inside the file. The library `@huggingface/gguf` reads cut
 * headers as zeros (100 bytes of a model pass as a whole one), so it serves our tests as a second opinion.
 * Does not check the weights themselves.
 *
 * @throws invalid_model_file with `details.reason`
 */
export async function readGguf(file: string): Promise<Gguf> {
  const handle = await openModel(file);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw refuseGguf("not_regular", `${file} is not a regular file`);
    return await readHeader(handle, stats.size);
  } finally {
    await handle.close();
  }
}

async function openModel(file: string): Promise<FileHandle> {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw refuseGguf(missing ? "not_found" : "unreadable", `cannot open ${file}: ${messageOf(error)}`, error);
  }
}

async function readHeader(handle: FileHandle, fileBytes: number): Promise<Gguf> {
  const largest = Math.min(fileBytes, limits.ggufHeaderBytes);
  for (let windowBytes = Math.min(firstWindowBytes, largest); ; windowBytes = largest) {
    const window = Buffer.allocUnsafe(windowBytes);
    const { bytesRead } = await handle.read(window, 0, windowBytes, 0);
    if (bytesRead < windowBytes) throw refuseGguf("truncated", "the model file shrank while it was read");
    try {
      return parseGguf(window, fileBytes);
    } catch (error) {
      if (!(error instanceof ShortWindow)) throw error;
      if (windowBytes < largest) continue;
      if (largest === fileBytes) throw refuseGguf("truncated", "the model file ends inside its header");
      throw refuseGguf(
        "header_too_large",
        `the GGUF header is larger than ${limits.ggufHeaderBytes} bytes, which no model needs`,
      );
    }
  }
}

function parseGguf(window: Buffer, fileBytes: number): Gguf {
  const cursor = new GgufCursor(window);
  if (fileBytes < 4 || cursor.take(4).toString("latin1") !== magic) {
    throw refuseGguf("bad_magic", "the model file is not a GGUF");
  }
  const version = cursor.uint32();
  if (version !== 2 && version !== 3) {
    throw refuseGguf("unsupported_version", `GGUF version ${version} is not one of 2 and 3 (little-endian)`);
  }
  const tensorCount = cursor.uint64();
  const keyCount = cursor.uint64();
  if (tensorCount > limits.ggufTensorsCount || keyCount > limits.ggufKeysCount) {
    throw refuseGguf("malformed_metadata", `GGUF declares ${tensorCount} tensors and ${keyCount} keys`);
  }
  const metadata = new GgufMetadata(readEntries(cursor, keyCount));
  const alignment = metadata.count("general.alignment") ?? defaultAlignmentBytes;
  if (!isPowerOfTwo(alignment)) {
    throw refuseGguf("malformed_metadata", `GGUF alignment ${alignment} is not a power of two`);
  }
  const tensors = readTensors(cursor, tensorCount, alignment);
  return {
    version,
    metadata,
    tensors: placed(tensors, padded(cursor.offset, alignment), fileBytes),
    fileBytes,
  };
}

function readEntries(cursor: GgufCursor, count: number): Map<string, GgufEntry> {
  const entries = new Map<string, GgufEntry>();
  for (let i = 0; i < count; i++) {
    const keyBytes = cursor.string();
    if (keyBytes.length === 0 || keyBytes.length > maxKeyBytes) {
      throw refuseGguf("malformed_metadata", `a GGUF key has ${keyBytes.length} bytes`);
    }
    const key = decodeText(keyBytes);
    if (entries.has(key)) throw refuseGguf("malformed_metadata", `GGUF key ${key} occurs twice`);
    const type = cursor.uint32();
    entries.set(key, { type, bytes: cursor.value(type) });
  }
  return entries;
}

/** Tensor infos in file order; offsets still count from the start of the tensor data. */
function readTensors(cursor: GgufCursor, count: number, alignment: number): GgufTensor[] {
  const tensors: GgufTensor[] = [];
  let expectedOffset = 0;
  for (let i = 0; i < count; i++) {
    const tensor = readTensor(cursor);
    if (tensor.offsetBytes !== expectedOffset) {
      throw refuseGguf("malformed_tensors", `GGUF tensor ${tensor.name} is not where its predecessor ends`);
    }
    expectedOffset = padded(expectedOffset + tensor.sizeBytes, alignment);
    tensors.push(tensor);
  }
  return tensors;
}

function readTensor(cursor: GgufCursor): GgufTensor {
  const nameBytes = cursor.string();
  if (nameBytes.length === 0 || nameBytes.length > maxTensorNameBytes) {
    throw refuseGguf("malformed_tensors", `a GGUF tensor name has ${nameBytes.length} bytes`);
  }
  const name = decodeText(nameBytes);
  const dimCount = cursor.uint32();
  if (dimCount === 0 || dimCount > maxDimensions) {
    throw refuseGguf("malformed_tensors", `GGUF tensor ${name} has ${dimCount} dimensions`);
  }
  const dims = Array.from({ length: dimCount }, () => cursor.uint64());
  const typeId = cursor.uint32();
  return {
    name,
    dims,
    ggmlType: typeId,
    sizeBytes: tensorBytes(name, dims, typeId),
    offsetBytes: cursor.uint64(),
  };
}

function tensorBytes(name: string, dims: readonly number[], typeId: number): number {
  const type = ggmlType(typeId);
  if (type === undefined) {
    throw refuseGguf(
      "malformed_tensors",
      `GGUF tensor ${name} is of type ${typeId}, which is not known here`,
    );
  }
  const rowElements = dims[0] ?? 0;
  const elements = dims.reduce((product, dim) => product * dim, 1);
  const bytes = (elements / type.blockElements) * type.blockBytes;
  if (elements === 0 || rowElements % type.blockElements !== 0 || !Number.isSafeInteger(bytes)) {
    throw refuseGguf("malformed_tensors", `GGUF tensor ${name} has an impossible shape`);
  }
  return bytes;
}

/** Tensors by name with absolute offsets, all inside the file. */
function placed(
  tensors: readonly GgufTensor[],
  dataOffset: number,
  fileBytes: number,
): Map<string, GgufTensor> {
  const byName = new Map<string, GgufTensor>();
  for (const tensor of tensors) {
    if (byName.has(tensor.name)) {
      throw refuseGguf("malformed_tensors", `GGUF tensor ${tensor.name} occurs twice`);
    }
    const offsetBytes = dataOffset + tensor.offsetBytes;
    if (offsetBytes + tensor.sizeBytes > fileBytes) {
      throw refuseGguf("truncated", `the model file ends before its tensor ${tensor.name}`);
    }
    byName.set(tensor.name, { ...tensor, offsetBytes });
  }
  return byName;
}

function padded(offset: number, alignment: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

function isPowerOfTwo(value: number): boolean {
  return value >= 1 && Number.isInteger(Math.log2(value));
}
