import { writeFileSync } from "node:fs";
import path from "node:path";
import { gguf as libraryGguf } from "@huggingface/gguf";
import { describe, expect, inject, it } from "vitest";
import { ImprintError } from "../../../errors/error.ts";
import { limits } from "../../../imprint/limits.ts";
import { readGguf } from "../../../runtime/models/gguf.ts";
import { matrix, smallGguf, smallTensors, smallTokens, u32 } from "./small-gguf.ts";
import { tempFolder } from "./temp-folder.ts";

async function reasonOf(bytes: Uint8Array): Promise<unknown> {
  const file = path.join(tempFolder(), "model.gguf");
  writeFileSync(file, bytes);
  return refusal(readGguf(file));
}

/** The reason of an invalid_model_file, or null when nothing was refused. */
async function refusal(reading: Promise<unknown>): Promise<unknown> {
  try {
    await reading;
    return null;
  } catch (error) {
    if (!(error instanceof ImprintError)) throw error;
    expect(error.code).toBe("invalid_model_file");
    return error.details.reason;
  }
}

/** A copy with some bytes replaced at an offset. */
function patched(bytes: Buffer, offset: number, replacement: Uint8Array): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(replacement, offset);
  return copy;
}

function u64Bytes(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

function u32Bytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Where the value of a key begins: behind the key and its type. */
function valueOffset(bytes: Buffer, key: string): number {
  return bytes.indexOf(key) + key.length + 4;
}

/** Where the info of a tensor goes on behind its name: dimension count. */
function infoOffset(bytes: Buffer, tensor: string): number {
  return bytes.indexOf(tensor) + tensor.length;
}

const maxU64 = 2n ** 64n - 1n;

describe("a GGUF header", () => {
  it("agrees with another reader on metadata, types, shapes and positions", async () => {
    const file = inject("tinyModelPath");
    const ours = await readGguf(file);
    const theirs = await libraryGguf(file, { allowLocalFile: true, typedMetadata: true });
    const typed = Object.entries(theirs.typedMetadata).filter(([key]) => key.includes("."));
    expect([...ours.metadata.entries].map(([key, entry]) => [key, entry.type])).toEqual(
      typed.map(([key, entry]) => [key, entry.type]),
    );
    expect(
      [...ours.tensors.values()].map(({ name, dims, ggmlType, offsetBytes }) => [
        name,
        dims,
        ggmlType,
        offsetBytes,
      ]),
    ).toEqual(
      theirs.tensorInfos.map(({ name, shape, dtype, offset }) => [
        name,
        shape.map(Number),
        dtype,
        Number(theirs.tensorDataOffset + offset),
      ]),
    );
    expect(ours.metadata.stringsAt("tokenizer.ggml.tokens", [0, 5, 300])).toEqual(
      [0, 5, 300].map(
        (id) => (theirs.metadata as unknown as Record<string, string[]>)["tokenizer.ggml.tokens"]?.[id],
      ),
    );
  });

  it("is refused at every length at which the file can be cut, without exception", async () => {
    const whole = smallGguf();
    const file = path.join(tempFolder(), "model.gguf");
    const last = [...smallTensors()].pop()?.values.byteLength ?? 0;
    expect(last % 32).toBe(0); // no padding behind the last tensor, so every byte counts
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(file, whole.subarray(0, length));
      const reason = await refusal(readGguf(file));
      expect(reason, `cut at ${length}`).toBe(length < 4 ? "bad_magic" : "truncated");
    }
    writeFileSync(file, whole);
    expect(await refusal(readGguf(file))).toBeNull();
  });

  it.each([
    ["another magic", (b: Buffer) => patched(b, 0, Buffer.from("GGML")), "bad_magic"],
    ["a page of HTML", () => Buffer.from("<!doctype html><title>sign in</title>"), "bad_magic"],
    ["version 1", (b: Buffer) => patched(b, 4, u32Bytes(1)), "unsupported_version"],
    ["version 4", (b: Buffer) => patched(b, 4, u32Bytes(4)), "unsupported_version"],
    ["big-endian numbers", (b: Buffer) => patched(b, 4, Buffer.of(0, 0, 0, 3)), "unsupported_version"],
    ["2^64-1 tensors", (b: Buffer) => patched(b, 8, u64Bytes(maxU64)), "malformed_metadata"],
    ["2^64-1 keys", (b: Buffer) => patched(b, 16, u64Bytes(maxU64)), "malformed_metadata"],
    [
      "one key more than it has",
      (b: Buffer) => patched(b, 16, u64Bytes(b.readBigUInt64LE(16) + 1n)),
      "truncated",
    ],
    ["a key of no bytes", (b: Buffer) => patched(b, 24, u64Bytes(0n)), "malformed_metadata"],
    ["a key of 2^53 bytes", (b: Buffer) => patched(b, 24, u64Bytes(2n ** 53n - 1n)), "truncated"],
    [
      "an unknown value type",
      (b: Buffer) => patched(b, valueOffset(b, "general.name") - 4, u32Bytes(13)),
      "malformed_metadata",
    ],
    [
      "an array of arrays",
      (b: Buffer) => patched(b, valueOffset(b, "tokenizer.ggml.token_type"), u32Bytes(9)),
      "malformed_metadata",
    ],
    [
      "an array of 2^62 numbers",
      (b: Buffer) => patched(b, valueOffset(b, "tokenizer.ggml.token_type") + 4, u64Bytes(2n ** 62n)),
      "malformed_metadata",
    ],
    [
      "an array of 2^50 strings",
      (b: Buffer) => patched(b, valueOffset(b, "tokenizer.ggml.merges") + 4, u64Bytes(2n ** 50n)),
      "truncated",
    ],
    [
      "a tensor of no dimension",
      (b: Buffer) => patched(b, infoOffset(b, "token_embd.weight"), u32Bytes(0)),
      "malformed_tensors",
    ],
    [
      "a tensor of 5 dimensions",
      (b: Buffer) => patched(b, infoOffset(b, "token_embd.weight"), u32Bytes(5)),
      "malformed_tensors",
    ],
    [
      "an empty tensor",
      (b: Buffer) => patched(b, infoOffset(b, "token_embd.weight") + 4, u64Bytes(0n)),
      "malformed_tensors",
    ],
    [
      "a tensor whose size wraps around 2^64",
      (b: Buffer) =>
        patched(
          b,
          infoOffset(b, "token_embd.weight") + 4,
          Buffer.concat([u64Bytes(2n ** 52n), u64Bytes(2n ** 52n)]),
        ),
      "malformed_tensors",
    ],
    [
      "a tensor of unknown type",
      (b: Buffer) => patched(b, infoOffset(b, "token_embd.weight") + 20, u32Bytes(4)),
      "malformed_tensors",
    ],
    [
      "a row that does not fill its blocks",
      (b: Buffer) => patched(b, infoOffset(b, "token_embd.weight") + 20, u32Bytes(2)),
      "malformed_tensors",
    ],
    [
      "a tensor behind a hole",
      (b: Buffer) => patched(b, infoOffset(b, "blk.0.attn_k.weight") + 24, u64Bytes(1_024n)),
      "malformed_tensors",
    ],
  ])("with %s is refused", async (_, change, reason) => {
    expect(await reasonOf(change(smallGguf()))).toBe(reason);
  });

  it("is refused when a key or a tensor occurs twice", async () => {
    const twiceNamed = [...smallTensors(), matrix("blk.1.attn_v.weight", 8, 4)];
    expect(await reasonOf(smallGguf({}, twiceNamed))).toBe("malformed_tensors");
    const bytes = smallGguf({ "general.nama": u32(1) });
    const sameKey = patched(bytes, bytes.indexOf("general.nama"), Buffer.from("general.name"));
    expect(await reasonOf(sameKey)).toBe("malformed_metadata");
  });

  it.each([3, 0, 48])("is refused with alignment %d", async (alignment) => {
    expect(await reasonOf(smallGguf({ "general.alignment": u32(alignment) }))).toBe("malformed_metadata");
  });

  it("is read through a larger window when the vocabulary is large", async () => {
    const many = Array.from({ length: 60_000 }, (_, i) => `token ${i}`.padEnd(100));
    const tokens = { type: "strings", value: many } as const;
    const bytes = smallGguf({ "tokenizer.ggml.tokens": tokens });
    expect(bytes.length).toBeGreaterThan(6_000_000);
    const file = path.join(tempFolder(), "model.gguf");
    writeFileSync(file, bytes);
    const { metadata, tensors } = await readGguf(file);
    expect(metadata.stringsAt("tokenizer.ggml.tokens", [59_999])).toEqual(["token 59999".padEnd(100)]);
    expect(tensors.size).toBe(smallTensors().length);
  });

  it("is refused when it is larger than any model's", async () => {
    const filler = { type: "strings", value: ["x".repeat(limits.ggufHeaderBytes)] } as const;
    expect(await reasonOf(smallGguf({ "general.tags": filler }))).toBe("header_too_large");
  });

  it("is looked for only in regular files", async () => {
    const folder = tempFolder();
    expect(await refusal(readGguf(folder))).toBe("not_regular");
    expect(await refusal(readGguf(path.join(folder, "absent.gguf")))).toBe("not_found");
  });

  it("decodes only what is asked for, by the type that stands there", async () => {
    const file = path.join(tempFolder(), "model.gguf");
    writeFileSync(file, smallGguf());
    const { metadata } = await readGguf(file);
    expect(metadata.text("general.name")).toBe("small");
    expect(metadata.count("llama.block_count")).toBe(2);
    expect(metadata.flag("tokenizer.ggml.add_bos_token")).toBe(false);
    expect(metadata.float("llama.rope.freq_base")).toBe(500);
    expect(metadata.stringsAt("tokenizer.ggml.tokens", [1, 5])).toEqual([smallTokens[1], smallTokens[5]]);
    expect(metadata.text("general.absent")).toBeNull();
    expect(() => metadata.count("general.name")).toThrow(ImprintError);
    expect(() => metadata.text("llama.block_count")).toThrow(ImprintError);
  });
});
