import { GgufCursor, ggufTypes, refuseGguf } from "./gguf-bytes.ts";

/** One metadata value: its type and its bytes as they stand in the file (for an array with its head). */
export interface GgufEntry {
  readonly type: number;
  readonly bytes: Buffer;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The metadata of a GGUF. Values are decoded when asked for, because a vocabulary has 10^5 strings of which
 * a chat needs a handful. Getters return null for an absent key.
 * Every getter @throws invalid_model_file when the key has another type.
 */
export class GgufMetadata {
  readonly entries: ReadonlyMap<string, GgufEntry>;

  constructor(entries: ReadonlyMap<string, GgufEntry>) {
    this.entries = entries;
  }

  text(key: string): string | null {
    const entry = this.#typed(key, [ggufTypes.string]);
    return entry === null ? null : decodeText(new GgufCursor(entry.bytes).string());
  }

  flag(key: string): boolean | null {
    const entry = this.#typed(key, [ggufTypes.bool]);
    return entry === null ? null : entry.bytes[0] !== 0;
  }

  /** A non-negative safe integer. */
  count(key: string): number | null {
    const entry = this.entries.get(key);
    return entry === undefined ? null : unsigned(key, entry.type, entry.bytes);
  }

  float(key: string): number | null {
    const entry = this.#typed(key, [ggufTypes.float32, ggufTypes.float64]);
    if (entry === null) return null;
    return entry.type === ggufTypes.float32 ? entry.bytes.readFloatLE() : entry.bytes.readDoubleLE();
  }

  /** One count, or an array of counts (a value for each layer). */
  countOrCounts(key: string): number | readonly number[] | null {
    const entry = this.entries.get(key);
    if (entry === undefined) return null;
    if (entry.type !== ggufTypes.array) return unsigned(key, entry.type, entry.bytes);
    const { elementType, count, elements } = arrayHead(entry);
    const width = count === 0 ? 0 : elements.length / count;
    return Array.from({ length: count }, (_, i) =>
      unsigned(key, elementType, elements.subarray(i * width, (i + 1) * width)),
    );
  }

  /** Number of elements and bytes behind the head of an array of this element type. */
  array(key: string, elementType: number): { count: number; elements: Buffer } | null {
    const entry = this.#typed(key, [ggufTypes.array]);
    if (entry === null) return null;
    const head = arrayHead(entry);
    if (head.elementType !== elementType) throw wrongType(key);
    return head;
  }

  /** A value for each layer; one count stands for all. */
  countsByLayer(key: string, layerCount: number): readonly number[] | null {
    const value = this.countOrCounts(key);
    if (value === null) return null;
    if (typeof value === "number") return new Array<number>(layerCount).fill(value);
    if (value.length !== layerCount) {
      throw refuseGguf("malformed_metadata", `${key} has ${value.length} values for ${layerCount} layers`);
    }
    return value;
  }

  /** The bytes of each string of a string array. */
  *strings(key: string): Generator<Buffer> {
    const array = this.array(key, ggufTypes.string);
    if (array === null) return;
    const cursor = new GgufCursor(array.elements);
    for (let i = 0; i < array.count; i++) yield cursor.string();
  }

  /** The strings at the given ascending indices of a string array; invalid UTF-8 becomes U+FFFD. */
  stringsAt(key: string, indices: readonly number[]): string[] {
    const found: string[] = [];
    let index = 0;
    for (const bytes of this.strings(key)) {
      if (found.length === indices.length) break;
      if (index++ === indices[found.length]) found.push(bytes.toString("utf8"));
    }
    return found;
  }

  #typed(key: string, types: readonly number[]): GgufEntry | null {
    const entry = this.entries.get(key);
    if (entry === undefined) return null;
    if (!types.includes(entry.type)) throw wrongType(key);
    return entry;
  }
}

/** @throws invalid_model_file when the bytes are not UTF-8 */
export function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw refuseGguf("malformed_metadata", "GGUF metadata holds text that is not UTF-8", cause);
  }
}

function arrayHead(entry: GgufEntry): { elementType: number; count: number; elements: Buffer } {
  const cursor = new GgufCursor(entry.bytes);
  const elementType = cursor.uint32();
  const count = cursor.uint64();
  return { elementType, count, elements: entry.bytes.subarray(cursor.offset) };
}

function unsigned(key: string, type: number, bytes: Buffer): number {
  const value = integer(type, bytes);
  if (value === null) throw wrongType(key);
  if (!Number.isSafeInteger(value) || value < 0) {
    throw refuseGguf("malformed_metadata", `GGUF metadata ${key} is out of range`);
  }
  return value;
}

function integer(type: number, bytes: Buffer): number | null {
  if (type === ggufTypes.uint32) return bytes.readUInt32LE();
  if (type === ggufTypes.int32) return bytes.readInt32LE();
  if (type === ggufTypes.uint64) return Number(bytes.readBigUInt64LE());
  if (type === ggufTypes.int64) return Number(bytes.readBigInt64LE());
  if (type === ggufTypes.uint16) return bytes.readUInt16LE();
  if (type === ggufTypes.int16) return bytes.readInt16LE();
  if (type === ggufTypes.uint8) return bytes.readUInt8();
  if (type === ggufTypes.int8) return bytes.readInt8();
  return null;
}

function wrongType(key: string): Error {
  return refuseGguf("malformed_metadata", `GGUF metadata ${key} has an unexpected type`);
}
