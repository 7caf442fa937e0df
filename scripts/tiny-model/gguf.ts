/** GGUF v3 writer: little-endian, tensors at multiples of the default alignment, 32 bytes. */

export type GgufValue =
  | { readonly type: "u32" | "f32"; readonly value: number }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "strings"; readonly value: readonly string[] }
  | { readonly type: "i32s"; readonly value: readonly number[] };

/** F32 values; `shape` in GGUF order, the contiguous dimension first. */
export interface GgufTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

const alignmentBytes = 32;
/** Value type ids of the GGUF specification. */
const typeIds = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 } as const;
/** ggml type id of F32. */
const tensorTypeF32 = 0;

/** The bytes of a GGUF file, metadata and tensors in the order given. */
export function encodeGguf(
  metadata: Readonly<Record<string, GgufValue>>,
  tensors: readonly GgufTensor[],
): Uint8Array {
  const entries = Object.entries(metadata);
  const head: Buffer[] = [Buffer.from("GGUF"), u32(3), u64(tensors.length), u64(entries.length)];
  for (const [key, value] of entries) head.push(string(key), ...encodeValue(value));
  let offset = 0;
  for (const { name, shape, values } of tensors) {
    head.push(string(name), u32(shape.length), ...shape.map(u64), u32(tensorTypeF32), u64(offset));
    offset += aligned(values.byteLength);
  }
  const data = tensors.map(({ values }) => padded(float32Bytes(values)));
  return Buffer.concat([padded(Buffer.concat(head)), ...data]);
}

function encodeValue(value: GgufValue): Buffer[] {
  switch (value.type) {
    case "u32":
      return [u32(typeIds.u32), u32(value.value)];
    case "f32":
      return [u32(typeIds.f32), float32Bytes(Float32Array.of(value.value))];
    case "bool":
      return [u32(typeIds.bool), Buffer.of(value.value ? 1 : 0)];
    case "string":
      return [u32(typeIds.string), string(value.value)];
    case "strings":
      return [u32(typeIds.array), u32(typeIds.string), u64(value.value.length), ...value.value.map(string)];
    case "i32s":
      return [u32(typeIds.array), u32(typeIds.i32), u64(value.value.length), ...value.value.map(u32)];
  }
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function string(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  return Buffer.concat([u64(bytes.length), bytes]);
}

function float32Bytes(values: Float32Array): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    bytes.writeFloatLE(value, index * 4);
  });
  return bytes;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)]);
}

function aligned(size: number): number {
  return Math.ceil(size / alignmentBytes) * alignmentBytes;
}
