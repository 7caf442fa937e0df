import { describe, expect, it } from "vitest";
import { isImprintError } from "../../../errors/error.ts";
import { readGguf } from "../../../runtime/models/gguf.ts";
import { readShape } from "../../../training/weights/read-shape.ts";
import { smallTokens, text, u32 } from "../../runtime/models/small-gguf.ts";
import { type Changes, dims, f32, metadataOf, modelFile, storedGguf } from "./small-model.ts";

async function shapeOf(architecture: string, changes: Changes = {}) {
  const file = await modelFile(storedGguf(metadataOf(architecture, changes), []));
  return readShape(await readGguf(file.path)).shape;
}

/** Code and reason of the refusal. */
async function refusalOf(architecture: string, changes: Changes = {}): Promise<unknown> {
  try {
    return await shapeOf(architecture, changes);
  } catch (error) {
    if (isImprintError(error)) return [error.code, error.details.reason];
    throw error;
  }
}

describe("a model's shape", () => {
  it("is what a Llama's metadata says", async () => {
    expect(await shapeOf("llama")).toEqual({
      architecture: "llama",
      layerCount: dims.layers,
      hiddenSize: dims.hidden,
      headCount: dims.heads,
      kvHeadCount: dims.kvHeads,
      headSize: dims.headSize,
      feedForwardSize: dims.inner,
      vocabularySize: smallTokens.length,
      normEpsilon: 2 ** -20,
      rotary: { pairing: "adjacent", dimensionCount: dims.headSize, frequencyBase: 500, positionScale: 1 },
      slidingWindow: null,
      scoreScale: 1 / Math.sqrt(dims.headSize),
      embeddingScale: 1,
      activation: "silu",
    });
  });

  it("turns halves of a head in Qwen 2, Qwen 3 and Gemma 3, not neighbours", async () => {
    for (const architecture of ["qwen2", "qwen3", "gemma3"]) {
      expect((await shapeOf(architecture)).rotary.pairing).toBe("halves");
    }
    expect(await shapeOf("qwen3")).toMatchObject({ activation: "silu", embeddingScale: 1 });
  });

  it("of a Gemma 3 has scaled embeddings, GeGLU, and a window in five of six layers", async () => {
    const shape = await shapeOf("gemma3", {
      "gemma3.block_count": u32(8),
      "gemma3.rope.freq_base": f32(1_000_000),
      "gemma3.rope.scaling.type": text("linear"),
      "gemma3.rope.scaling.factor": f32(8),
      "gemma3.attention.sliding_window": u32(512),
    });
    expect(shape).toMatchObject({
      activation: "gelu",
      embeddingScale: 16,
      rotary: { frequencyBase: 1_000_000, positionScale: 1 / 8 },
      slidingWindow: { windowTokens: 512, frequencyBase: 10_000 },
    });
    expect(shape.slidingWindow?.isSliding).toEqual([true, true, true, true, true, false, true, true]);
  });

  it("follows a file's own period and base of sliding layers", async () => {
    const windowOf = async (period: number) =>
      (
        await shapeOf("gemma3", {
          "gemma3.block_count": u32(4),
          "gemma3.attention.sliding_window": u32(512),
          "gemma3.attention.sliding_window_pattern": u32(period),
          "gemma3.rope.freq_base_swa": f32(20_000),
        })
      ).slidingWindow;
    expect(await windowOf(2)).toEqual({
      windowTokens: 512,
      frequencyBase: 20_000,
      isSliding: [true, false, true, false],
    });
    expect((await windowOf(0))?.isSliding).toEqual([true, true, true, true]);
    expect((await windowOf(1))?.isSliding).toEqual([false, false, false, false]);
  });

  it("of a Gemma 3 of 62 layers scales scores by hidden size and heads", async () => {
    const large = await shapeOf("gemma3", { "gemma3.block_count": u32(62) });
    expect(large.scoreScale).toBe(1 / Math.sqrt(dims.hidden / dims.heads));
    expect((await shapeOf("gemma3")).scoreScale).toBe(1 / Math.sqrt(dims.headSize));
  });

  it("scales positions as the engine does: by the old key, not at all for a factor of 0 or the kind none", async () => {
    const scaleOf = async (changes: Changes) => (await shapeOf("llama", changes)).rotary.positionScale;
    expect(await scaleOf({ "llama.rope.scale_linear": f32(4) })).toBe(1 / 4);
    expect(await scaleOf({ "llama.rope.scaling.factor": f32(2), "llama.rope.scale_linear": f32(4) })).toBe(
      1 / 2,
    );
    expect(await scaleOf({ "llama.rope.scaling.factor": f32(0) })).toBe(1);
    expect(
      await scaleOf({ "llama.rope.scaling.type": text("none"), "llama.rope.scaling.factor": f32(4) }),
    ).toBe(1);
  });
});

describe("a model that training does not follow", () => {
  const unsupported = (reason: string) => ["unsupported_training_model", reason];

  it("is refused by its architecture", async () => {
    for (const architecture of ["phi3", "gemma2", "mamba", "__proto__", "constructor"]) {
      expect(await refusalOf(architecture)).toEqual(unsupported("architecture"));
    }
  });

  it("is refused by its kind of rope scaling", async () => {
    for (const kind of ["yarn", "longrope"]) {
      expect(await refusalOf("llama", { "llama.rope.scaling.type": text(kind) })).toEqual(
        unsupported("rope_scaling"),
      );
    }
  });

  it("is refused by each setting that changes the engine's pass, and not by that setting's neutral value", async () => {
    const settings: [string, string, Changes[string], Changes[string] | undefined][] = [
      ["llama", "attention.causal", { type: "bool", value: false }, { type: "bool", value: true }],
      ["llama", "attention.value_length", u32(8), u32(dims.headSize)],
      ["llama", "rope.dimension_count", u32(8), u32(dims.headSize)],
      ["llama", "rope.scaling.attn_factor", f32(0.5), f32(1)],
      ["llama", "nextn_predict_layers", u32(1), u32(0)],
      ["qwen2", "attention.sliding_window", u32(64), u32(0)],
      ["gemma3", "final_logit_softcapping", f32(30), f32(0)],
      ["gemma3", "attention.key_length_swa", u32(8), u32(dims.headSize)],
      ["gemma3", "attention.value_length_swa", u32(8), u32(dims.headSize)],
      ["gemma3", "rope.dimension_count_swa", u32(8), u32(dims.headSize)],
    ];
    for (const [architecture, key, value, neutral] of settings) {
      expect(await refusalOf(architecture, { [`${architecture}.${key}`]: value ?? null }), key).toEqual(
        unsupported("setting"),
      );
      expect(
        await refusalOf(architecture, { [`${architecture}.${key}`]: neutral ?? null }),
        key,
      ).toHaveProperty("layerCount");
    }
    const experts = { "llama.expert_count": u32(8), "llama.expert_used_count": u32(2) };
    expect(await refusalOf("llama", experts)).toEqual(unsupported("setting"));
  });

  it("is refused when its layers differ", async () => {
    for (const key of ["head_count", "head_count_kv"]) {
      const counts = { type: "i32s", value: [2, 1] } as const;
      expect(await refusalOf("gemma3", { [`gemma3.attention.${key}`]: counts })).toEqual(
        unsupported("layers_differ"),
      );
    }
  });
});

describe("metadata that is no model's", () => {
  it("is refused when a number is missing", async () => {
    const key = "llama.attention.layer_norm_rms_epsilon";
    expect(await refusalOf("llama", { [key]: null })).toEqual(["invalid_model_file", "missing_key"]);
    expect(await refusalOf("gemma3", { "gemma3.feed_forward_length": null })).toEqual([
      "invalid_model_file",
      "missing_key",
    ]);
  });

  it("is refused when numbers contradict each other", async () => {
    const contradictions: Changes[] = [
      { "gemma3.attention.head_count_kv": u32(3) },
      { "gemma3.rope.freq_base": f32(0) },
      { "gemma3.rope.freq_base": f32(Number.POSITIVE_INFINITY) },
      { "gemma3.rope.scaling.factor": f32(-2) },
      { "gemma3.rope.scaling.factor": f32(Number.NaN) },
      { "gemma3.attention.sliding_window": u32(64), "gemma3.rope.freq_base_swa": f32(-1) },
    ];
    for (const changes of contradictions) {
      expect(await refusalOf("gemma3", changes), JSON.stringify(changes)).toEqual([
        "invalid_model_file",
        "contradicting_keys",
      ]);
    }
  });
});
