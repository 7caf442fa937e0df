import { ImprintError } from "../../errors/error.ts";

/** Why a file is not an acceptable GGUF; stands in `details.reason`. */
export type GgufRefusal =
  | "not_found"
  | "not_regular"
  | "unreadable"
  | "bad_magic"
  | "unsupported_version"
  | "truncated"
  | "header_too_large"
  | "malformed_metadata"
  | "malformed_tensors"
  | "split_file"
  | "unsuitable_model";

/** The one way in which a model file is refused. */
export function refuseGguf(reason: GgufRefusal, message: string, cause?: unknown): ImprintError {
  return new ImprintError("invalid_model_file", message, { details: { reason }, cause });
}

/** The window holds too little of the header; the reader takes a larger one, or the file is cut. */
export class ShortWindow extends Error {}

/** Numbers of the value types of GGUF metadata. */
export const ggufTypes = {
  uint8: 0,
  int8: 1,
  uint16: 2,
  int16: 3,
  uint32: 4,
  int32: 5,
  float32: 6,
  bool: 7,
  string: 8,
  array: 9,
  uint64: 10,
  int64: 11,
  float64: 12,
} as const;

/** Bytes of one scalar by type number; strings and arrays have no fixed width. */
const scalarBytes: readonly (number | undefined)[] = [1, 1, 2, 2, 4, 4, 4, 1, undefined, undefined, 8, 8, 8];

/** Reads forward through a window over the start of a file. Little-endian, as every GGUF that we accept. */
export class GgufCursor {
  readonly #bytes: Buffer;
  offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(length: number): Buffer {
    const start = this.offset;
    if (length > this.#bytes.length - start) throw new ShortWindow();
    this.offset = start + length;
    return this.#bytes.subarray(start, this.offset);
  }

  uint32(): number {
    if (this.#bytes.length - this.offset < 4) throw new ShortWindow();
    const value = this.#bytes.readUInt32LE(this.offset);
    this.offset += 4;
    return value;
  }

  /** @throws invalid_model_file beyond 2^53: no length, count or offset of a real file is there */
  uint64(): number {
    const low = this.uint32();
    const high = this.uint32();
    const value = high * 0x1_0000_0000 + low;
    if (!Number.isSafeInteger(value)) {
      throw refuseGguf("malformed_metadata", "a length in the GGUF header is absurd");
    }
    return value;
  }

  /** A length-prefixed string's bytes. */
  string(): Buffer {
    return this.take(this.uint64());
  }

  /** Skips one value of a type and returns its bytes as they stand in the file. */
  value(type: number): Buffer {
    const start = this.offset;
    if (type === ggufTypes.string) this.string();
    else if (type === ggufTypes.array) this.#array();
    else this.take(widthOf(type));
    return this.#bytes.subarray(start, this.offset);
  }

  #array(): void {
    const elementType = this.uint32();
    const count = this.uint64();
    if (elementType === ggufTypes.string) {
      for (let i = 0; i < count; i++) this.string();
      return;
    }
    // The engine refuses arrays of arrays too.
    this.take(count * widthOf(elementType));
  }
}

function widthOf(type: number): number {
  const width = scalarBytes[type];
  if (width === undefined) {
    throw refuseGguf("malformed_metadata", `GGUF metadata has a value of unsupported type ${type}`);
  }
  return width;
}
