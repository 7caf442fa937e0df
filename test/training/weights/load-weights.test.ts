import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { describe, expect, inject, it } from "vitest";
import { isImprintError } from "../../../errors/error.ts";
import { sha256 } from "../../../imprint/hash.ts";
import { limits } from "../../../imprint/limits.ts";
import { ggmlType } from "../../../runtime/models/ggml-types.ts";
import { readGguf } from "../../../runtime/models/gguf.ts";
import { fileIdentity } from "../../../system/files.ts";
import { dequantizerOf } from "../../../training/weights/dequantize.ts";
import { type LoadOptions, loadWeights } from "../../../training/weights/load-weights.ts";
import { readShape } from "../../../training/weights/read-shape.ts";
import { planTensors } from "../../../training/weights/tensor-plan.ts";
import { smallTokens } from "../../runtime/models/small-gguf.ts";
import {
  type Changes,
  dims,
  llamaTensors,
  metadataOf,
  modelFile,
  type StoredTensor,
  storedGguf,
  tensor,
} from "./small-model.ts";
import { storedTypes } from "./stored-blocks.ts";

async function load(
  tensors: readonly StoredTensor[],
  {
    architecture = "llama",
    changes = {},
    ...options
  }: LoadOptions & { architecture?: string; changes?: Changes } = {},
) {
  return loadWeights(await modelFile(storedGguf(metadataOf(architecture, changes), tensors)), options);
}

/** Code, reason and tensor of what was thrown. */
async function refusalOf(loading: Promise<unknown>): Promise<unknown> {
  const thrown: unknown = await loading.then(
    () => "accepted",
    (error: unknown) => error,
  );
  if (!isImprintError(thrown)) return thrown;
  const { reason, tensor: name } = thrown.details;
  return [thrown.code, reason, name];
}

/** What two arrays of the same bits have in common; comparing them value by value takes seconds. */
function digestOf(values: Float32Array): string {
  return sha256(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
}

/** Matrices and vectors by their digests, everything else as it is. */
function digested(parts: object): object {
  return Object.fromEntries(
    Object.entries(parts).map(([role, part]: [string, unknown]) => [role, digestedPart(part)]),
  );
}

function digestedPart(part: unknown): unknown {
  if (part instanceof Float32Array) return digestOf(part);
  return typeof part === "object" && part !== null ? digested(part) : part;
}

/** The tensor's values as the function for its type makes them. */
function valuesOf({ typeId, bytes, dims: shape }: StoredTensor): Float32Array {
  const values = new Float32Array(shape.reduce((product, dim) => product * dim, 1));
  dequantizerOf(ggmlType(typeId)?.name ?? "")?.(bytes, values);
  return values;
}

function named(tensors: readonly StoredTensor[], name: string): StoredTensor {
  const found = tensors.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

function replaced(tensors: readonly StoredTensor[], changed: StoredTensor): StoredTensor[] {
  return tensors.map((one) => (one.name === changed.name ? changed : one));
}

function gemmaTensors(): StoredTensor[] {
  const { hidden, headSize, layers } = dims;
  const norms = Array.from({ length: layers }, (_, layer) => [
    tensor(`blk.${layer}.attn_q_norm.weight`, [headSize]),
    tensor(`blk.${layer}.attn_k_norm.weight`, [headSize]),
    tensor(`blk.${layer}.post_attention_norm.weight`, [hidden]),
    tensor(`blk.${layer}.post_ffw_norm.weight`, [hidden]),
  ]);
  return [...llamaTensors("Q8_0"), ...norms.flat()];
}

describe("weights of a model", () => {
  it("stand in their roles, with rows for outputs and columns for inputs", async () => {
    const tensors = llamaTensors("Q4_0");
    const { shape, layers, ...model } = await load(tensors);
    const { hidden, heads, kvHeads, headSize, inner } = dims;
    const matrix = (name: string, rows: number, columns: number) => ({
      data: valuesOf(named(tensors, name)),
      rows,
      columns,
    });
    expect(shape.architecture).toBe("llama");
    expect(layers).toHaveLength(dims.layers);
    for (const [index, layer] of layers.entries()) {
      const at = `blk.${index}`;
      expect(digested(layer)).toEqual(
        digested({
          attentionNorm: valuesOf(named(tensors, `${at}.attn_norm.weight`)),
          query: matrix(`${at}.attn_q.weight`, heads * headSize, hidden),
          key: matrix(`${at}.attn_k.weight`, kvHeads * headSize, hidden),
          value: matrix(`${at}.attn_v.weight`, kvHeads * headSize, hidden),
          output: matrix(`${at}.attn_output.weight`, hidden, heads * headSize),
          queryBias: null,
          keyBias: null,
          valueBias: null,
          queryNorm: null,
          keyNorm: null,
          postAttentionNorm: null,
          feedForwardNorm: valuesOf(named(tensors, `${at}.ffn_norm.weight`)),
          gate: matrix(`${at}.ffn_gate.weight`, inner, hidden),
          up: matrix(`${at}.ffn_up.weight`, inner, hidden),
          down: matrix(`${at}.ffn_down.weight`, hidden, inner),
          postFeedForwardNorm: null,
        }),
      );
    }
    expect(digested(model)).toEqual(
      digested({
        tokenEmbedding: matrix("token_embd.weight", smallTokens.length, hidden),
        outputNorm: valuesOf(named(tensors, "output_norm.weight")),
        output: matrix("token_embd.weight", smallTokens.length, hidden),
        frequencyFactors: null,
      }),
    );
    expect(model.output).toBe(model.tokenEmbedding);
  });

  it("are read from every type that can be", async () => {
    for (const { name } of storedTypes) {
      const tensors = llamaTensors(name);
      const { layers } = await load(tensors);
      const down = layers[1]?.down.data ?? Float32Array.of();
      expect(digestOf(down), name).toBe(digestOf(valuesOf(named(tensors, "blk.1.ffn_down.weight"))));
    }
  });

  it("have an output matrix of their own, biases and rope factors where the file has them", async () => {
    const { hidden, heads, headSize } = dims;
    const factors = { ...tensor("rope_freqs.weight", [headSize / 2]), bytes: floats(headSize / 2, 8) };
    const own = tensor("output.weight", [hidden, smallTokens.length], "Q6_K");
    const bias = tensor("blk.1.attn_q.bias", [heads * headSize]);
    const { output, layers, frequencyFactors } = await load([...llamaTensors(), own, bias, factors]);
    expect(output.data).toEqual(valuesOf(own));
    expect(layers.map(({ queryBias }) => queryBias)).toEqual([null, valuesOf(bias)]);
    expect(frequencyFactors).toEqual(new Float32Array(headSize / 2).fill(8));
  });

  it("have norms of heads in Qwen 3, and post norms too in Gemma 3", async () => {
    const tensors = gemmaTensors();
    const qwen = tensors.filter(({ name }) => !name.includes("post_"));
    const [, layer] = (await load(tensors, { architecture: "gemma3" })).layers;
    expect(layer?.postAttentionNorm).toEqual(valuesOf(named(tensors, "blk.1.post_attention_norm.weight")));
    expect(layer?.postFeedForwardNorm).toEqual(valuesOf(named(tensors, "blk.1.post_ffw_norm.weight")));
    expect(layer?.keyNorm).toEqual(valuesOf(named(tensors, "blk.1.attn_k_norm.weight")));
    const [first] = (await load(qwen, { architecture: "qwen3" })).layers;
    expect(first?.queryNorm).toEqual(valuesOf(named(tensors, "blk.0.attn_q_norm.weight")));
    expect(first?.postAttentionNorm).toBeNull();
  });

  it("are the numbers that the engine's own test model was made of", async () => {
    const path = inject("tinyModelPath");
    const { shape, output, tokenEmbedding } = await loadWeights({ path, identity: await fileIdentity(path) });
    expect(shape).toMatchObject({ layerCount: 2, hiddenSize: 128, headSize: 32 });
    expect(output).not.toBe(tokenEmbedding);
    expect(tokenEmbedding.data).toHaveLength(shape.vocabularySize * shape.hiddenSize);
  });

  it("are the same when a tensor takes several reads", async () => {
    const [rows, tokens] = [5_000, Array.from({ length: 5_000 }, (_, id) => `t${id}`)];
    const embedding = tensor("token_embd.weight", [dims.hidden, rows]);
    const read: number[] = [];
    const { tokenEmbedding } = await load(replaced(llamaTensors(), embedding), {
      changes: {
        "tokenizer.ggml.tokens": { type: "strings", value: tokens },
        "tokenizer.ggml.token_type": { type: "i32s", value: tokens.map(() => 1) },
      },
      onProgress: (readBytes, totalBytes) => read.push(readBytes / totalBytes),
    });
    expect(Buffer.compare(Buffer.from(tokenEmbedding.data.buffer), embedding.bytes)).toBe(0);
    expect(read.length).toBe(2 + llamaTensors().length - 1);
    expect(read).toEqual(read.toSorted((a, b) => a - b));
    expect(read.at(-1)).toBe(1);
  });

  it("stop being read when nobody wants them any more", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const loading = load(llamaTensors(), {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await expect(loading).rejects.toBe(reason);
  });
});

describe("a model whose tensors are not what its architecture has", () => {
  it("is refused for each tensor that is missing, by its name", async () => {
    const tensors = gemmaTensors();
    for (const { name } of tensors) {
      const loading = load(
        tensors.filter((one) => one.name !== name),
        { architecture: "gemma3" },
      );
      expect(await refusalOf(loading)).toEqual(["invalid_model_file", "missing_tensor", name]);
    }
  });

  it("is refused for each tensor of another shape, by its name", async () => {
    for (const { name, dims: shape } of gemmaTensors()) {
      const tensors = replaced(gemmaTensors(), tensor(name, shape.with(-1, (shape.at(-1) ?? 0) + 32)));
      const loading = load(tensors, { architecture: "gemma3" });
      expect(await refusalOf(loading)).toEqual(["invalid_model_file", "wrong_shape", name]);
    }
    const turned = tensor("blk.0.attn_q.weight", [dims.heads * dims.headSize, dims.hidden]);
    expect(await refusalOf(load(replaced(llamaTensors(), turned)))).toEqual([
      "invalid_model_file",
      "wrong_shape",
      turned.name,
    ]);
  });

  it("is refused for a tensor that the forward pass would leave out, by its name", async () => {
    const { hidden, inner, headSize } = dims;
    const extras: [string, StoredTensor][] = [
      ["llama", tensor("blk.0.attn_output.bias", [hidden])],
      ["llama", tensor("blk.1.ffn_up.bias", [inner])],
      ["llama", tensor("blk.0.attn_q_norm.weight", [headSize])],
      ["llama", tensor("blk.2.attn_norm.weight", [hidden])],
      ["qwen2", tensor("rope_freqs.weight", [headSize / 2])],
      ["qwen2", tensor("output.bias", [smallTokens.length])],
    ];
    for (const [architecture, extra] of extras) {
      const loading = load([...llamaTensors("Q8_0"), extra], { architecture });
      expect(await refusalOf(loading)).toEqual(["unsupported_training_model", "extra_tensor", extra.name]);
    }
  });

  it("is refused for weights of a type that is not read, by its name", async () => {
    const others = Array.from({ length: 64 }, (_, id) => ({ id, type: ggmlType(id) })).filter(
      ({ type }) => type !== undefined && dequantizerOf(type.name) === undefined,
    );
    expect(others.length).toBeGreaterThan(15);
    for (const { id, type } of others) {
      if (type === undefined) continue;
      const weights = dims.hidden * dims.inner;
      const bytes = new Uint8Array((weights / type.blockElements) * type.blockBytes);
      const gate = { name: "blk.1.ffn_gate.weight", dims: [dims.hidden, dims.inner], typeId: id, bytes };
      const thrown: unknown = await load(replaced(llamaTensors("Q8_0"), gate)).catch(
        (error: unknown) => error,
      );
      expect(isImprintError(thrown, "unsupported_weight_type"), type.name).toBe(true);
      expect(thrown).toMatchObject({ details: { tensor: gate.name, type: type.name } });
    }
  });

  it("is refused when all its weights together are too many", async () => {
    const { path } = await modelFile(storedGguf(metadataOf("llama"), llamaTensors("Q8_0")));
    const gguf = await readGguf(path);
    const { shape, architecture } = readShape(gguf);
    const planOf = (vocabularySize: number) => {
      const embedding = gguf.tensors.get("token_embd.weight");
      if (embedding === undefined) throw new Error("no embedding");
      const grown = { ...embedding, dims: [dims.hidden, vocabularySize] };
      const tensors = new Map([...gguf.tensors, [embedding.name, grown]]);
      return planTensors({ ...gguf, tensors }, { shape: { ...shape, vocabularySize }, architecture });
    };
    const fitting = Math.floor(limits.trainingWeightsBytes / 4 / dims.hidden) - 10_000;
    expect(planOf(fitting)).toHaveLength(gguf.tensors.size);
    expect(await refusalOf(Promise.resolve().then(() => planOf(fitting + 10_000)))).toEqual([
      "unsupported_training_model",
      "too_large",
      undefined,
    ]);
  });
});

describe("weights that are no numbers", () => {
  it("are refused by the tensor's name, whatever its type", async () => {
    for (const type of storedTypes) {
      const name = "blk.1.ffn_up.weight";
      for (const half of [0x7c00, 0xfc00, 0x7e00]) {
        const spoilt = tensor(name, [dims.hidden, dims.inner], type.name);
        const bytes = Buffer.from(spoilt.bytes);
        const at = bytes.length - type.blockBytes;
        if (type.name === "F32") bytes.writeUInt32LE(((half << 16) | 0x0380_0000) >>> 0, at);
        else if (type.name === "BF16") bytes.writeUInt16LE(half | 0x0380, at);
        else bytes.writeUInt16LE(half, at + (type.scaleOffsets.at(-1) ?? 0));
        const tensors = replaced(llamaTensors("Q8_0"), { ...spoilt, bytes });
        expect(await refusalOf(load(tensors)), `${type.name} ${half}`).toEqual([
          "invalid_model_file",
          "non_finite_weight",
          name,
        ]);
      }
    }
  });

  it("nor may a rope factor be zero or below", async () => {
    for (const factor of [0, -1]) {
      const factors = {
        ...tensor("rope_freqs.weight", [dims.headSize / 2]),
        bytes: floats(dims.headSize / 2, factor),
      };
      expect(await refusalOf(load([...llamaTensors("Q8_0"), factors]))).toEqual([
        "invalid_model_file",
        "unusable_weight",
        "rope_freqs.weight",
      ]);
    }
  });
});

describe("a file that is not the one that was hashed", () => {
  const changed = ["invalid_model_file", "changed", undefined];

  it("is refused when it was written or replaced before", async () => {
    const bytes = storedGguf(metadataOf("llama"), llamaTensors("Q8_0"));
    const file = await modelFile(bytes);
    writeFileSync(`${file.path}.new`, bytes);
    renameSync(`${file.path}.new`, file.path);
    expect(await refusalOf(loadWeights(file))).toEqual(changed);
    const now = { path: file.path, identity: await fileIdentity(file.path) };
    expect((await loadWeights(now)).layers).toHaveLength(dims.layers);
    expect(await refusalOf(loadWeights({ ...now, identity: "" }))).toEqual(changed);
  });

  it("is refused when it is written, cut or replaced while it is read", async () => {
    const bytes = storedGguf(metadataOf("llama"), llamaTensors("Q8_0"));
    const meddlings: ((path: string) => void)[] = [
      (path) => appendFileSync(path, "\0"),
      (path) => writeFileSync(path, bytes.subarray(0, bytes.length / 2)),
      (path) => renameSync(path, `${path}.old`),
    ];
    for (const meddle of meddlings) {
      const file = await modelFile(bytes);
      let isFirst = true;
      const onProgress = () => {
        if (isFirst) meddle(file.path);
        isFirst = false;
      };
      expect(await refusalOf(loadWeights(file, { onProgress }))).toEqual(changed);
    }
  });

  it("is refused when it is cut anywhere", async () => {
    const bytes = storedGguf(metadataOf("llama"), llamaTensors("Q4_K"));
    for (let length = 0; length < bytes.length; length += 10_007) {
      expect(await refusalOf(loadWeights(await modelFile(bytes.subarray(0, length))))).toEqual([
        "invalid_model_file",
        length === 0 ? "bad_magic" : "truncated",
        undefined,
      ]);
    }
  });

  it("is refused when it is not there", async () => {
    const file = await modelFile(Buffer.of());
    expect(await refusalOf(loadWeights({ ...file, path: `${file.path}.missing` }))).toEqual([
      "invalid_model_file",
      "unreadable",
      undefined,
    ]);
  });
});

/** 32-bit floats of one value, as they are stored. */
function floats(count: number, value: number): Uint8Array {
  return new Uint8Array(new Float32Array(count).fill(value).buffer);
}
