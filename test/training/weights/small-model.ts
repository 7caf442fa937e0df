import { writeFileSync } from "node:fs";
import path from "node:path";
import type { GgufValue } from "../../../scripts/tiny-model/gguf.ts";
import { fileIdentity } from "../../../system/files.ts";
import type { WeightsFile } from "../../../training/weights/load-weights.ts";
import { smallGguf, smallTokens, u32 } from "../../runtime/models/small-gguf.ts";
import { tempFolder } from "../../runtime/models/temp-folder.ts";
import { finiteBlocks, storedTypes } from "./stored-blocks.ts";

export type Changes = Record<string, GgufValue | null>;

/** A tensor as it is stored; dims fastest first. */
export interface StoredTensor {
  readonly name: string;
  readonly dims: readonly number[];
  /** Number of the type in a GGUF. */
  readonly typeId: number;
  readonly bytes: Uint8Array;
}

/** Wide enough for one block of 256, narrow enough to be written in a moment. */
export const dims = { layers: 2, hidden: 256, heads: 4, kvHeads: 2, headSize: 16, inner: 256 };

export function f32(value: number): GgufValue {
  return { type: "f32", value };
}

/** Metadata of a model of these dimensions; changed keys replace the usual ones, null takes one away. */
export function metadataOf(architecture: string, changes: Changes = {}): Changes {
  return {
    "general.architecture": { type: "string", value: architecture },
    [`${architecture}.block_count`]: u32(dims.layers),
    [`${architecture}.embedding_length`]: u32(dims.hidden),
    [`${architecture}.feed_forward_length`]: u32(dims.inner),
    [`${architecture}.attention.head_count`]: u32(dims.heads),
    [`${architecture}.attention.head_count_kv`]: u32(dims.kvHeads),
    [`${architecture}.attention.key_length`]: u32(dims.headSize),
    [`${architecture}.attention.value_length`]: u32(dims.headSize),
    [`${architecture}.attention.layer_norm_rms_epsilon`]: f32(2 ** -20),
    ...changes,
  };
}

/** Seeded weights of a type, F32 when none is named. */
export function tensor(name: string, shape: readonly number[], typeName = "F32"): StoredTensor {
  const type = storedTypes.find((stored) => stored.name === typeName);
  if (type === undefined) throw new Error(`no type ${typeName}`);
  const count = shape.reduce((product, dim) => product * dim, 1) / type.blockElements;
  return { name, dims: shape, typeId: type.id, bytes: finiteBlocks(type, count, name) };
}

/** The tensors that a Llama has, each matrix of the type. */
export function llamaTensors(typeName = "F32"): StoredTensor[] {
  const { layers, hidden, heads, kvHeads, headSize, inner } = dims;
  const layer = (index: number): StoredTensor[] => [
    tensor(`blk.${index}.attn_norm.weight`, [hidden]),
    tensor(`blk.${index}.attn_q.weight`, [hidden, heads * headSize], typeName),
    tensor(`blk.${index}.attn_k.weight`, [hidden, kvHeads * headSize], typeName),
    tensor(`blk.${index}.attn_v.weight`, [hidden, kvHeads * headSize], typeName),
    // Its rows have 64 columns, less than a block of 256.
    tensor(
      `blk.${index}.attn_output.weight`,
      [heads * headSize, hidden],
      /_K$/.test(typeName) ? "Q8_0" : typeName,
    ),
    tensor(`blk.${index}.ffn_norm.weight`, [hidden]),
    tensor(`blk.${index}.ffn_gate.weight`, [hidden, inner], typeName),
    tensor(`blk.${index}.ffn_up.weight`, [hidden, inner], typeName),
    tensor(`blk.${index}.ffn_down.weight`, [inner, hidden], typeName),
  ];
  return [
    tensor("token_embd.weight", [hidden, smallTokens.length], typeName),
    tensor("output_norm.weight", [hidden]),
    ...Array.from({ length: layers }, (_, index) => layer(index)).flat(),
  ];
}

/** The bytes of a GGUF with tensors of any type: the F32 writer's, with types and data put in their places. */
export function storedGguf(metadata: Changes, tensors: readonly StoredTensor[]): Buffer {
  const sizes = tensors.map(({ bytes }) => Math.ceil(bytes.length / 4));
  const bytes = smallGguf(
    metadata,
    tensors.map(({ name, dims: shape }, index) => ({
      name,
      shape,
      values: new Float32Array(sizes[index] ?? 0),
    })),
  );
  let dataAt = bytes.length - sizes.reduce((sum, size) => sum + aligned(4 * size), 0);
  let infoAt = 0;
  for (const [index, { name, dims: shape, typeId, bytes: data }] of tensors.entries()) {
    infoAt = bytes.indexOf(`${lengthPrefix(name)}${name}`, infoAt, "latin1") + 8 + name.length;
    bytes.writeUInt32LE(typeId, infoAt + 4 + 8 * shape.length);
    bytes.set(data, dataAt);
    dataAt += aligned(4 * (sizes[index] ?? 0));
  }
  return bytes;
}

/** Writes a model that lives as long as the test. */
export async function modelFile(bytes: Uint8Array): Promise<WeightsFile> {
  const file = path.join(tempFolder(), "model.gguf");
  writeFileSync(file, bytes);
  return { path: file, identity: await fileIdentity(file) };
}

function lengthPrefix(name: string): string {
  return `${String.fromCharCode(name.length)}${"\0".repeat(7)}`;
}

function aligned(size: number): number {
  return Math.ceil(size / 32) * 32;
}
