import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { decodeContainer } from "../../artifacts/safetensors.ts";
import { sha256 } from "../../imprint/hash.ts";
import { parseHeader } from "../../imprint/header.ts";
import { bake } from "../../pipeline/bake.ts";
import { contextTokensFor, type ModelRuntime } from "../../pipeline/model-runtime.ts";
import { type TinyModelOptions, tinyChatTemplate, writeTinyModel } from "../../scripts/tiny-model.ts";
import { systemClock } from "../../system/clock.ts";
import { refusal } from "../tools/tool-files.ts";
import { bakeInChild } from "./bake-in-child.ts";
import { contractOf, standInProfile, toolSchema } from "./imprint-files.ts";
import { bakeAndSeal, openReal, workFolder } from "./real-runtime.ts";

const contract = contractOf(toolSchema(), toolSchema({ name: "order_status" }));
const folder = workFolder();
let runtime: ModelRuntime;

beforeAll(async () => {
  runtime = await openReal(inject("tinyModelPath"), folder.path);
});

afterAll(async () => {
  await runtime.dispose();
  folder.remove();
});

describe("a bake on the real engine", () => {
  it("is a file whose concatenated tensors are the state file that the engine saves", async () => {
    const { baked, sealed } = await bakeAndSeal(runtime, contract, standInProfile, folder.path);
    const context = await runtime.model.openContext(contextTokensFor(runtime, baked.prefix.tokens.length));
    await context.prefill(baked.prefix.tokens);
    const saved = path.join(folder.path, "saved");
    await context.saveState(saved);
    await context.dispose();
    const bytes = readFileSync(sealed.path);
    const { tensors, data, metadata } = decodeContainer(bytes);
    const joined = Buffer.concat(tensors.map(({ start, end }) => data.subarray(start, end)));
    expect(Buffer.compare(joined, readFileSync(saved))).toBe(0);
    expect(tensors).toHaveLength(1 + 4 * runtime.geometry.layerCount);
    expect(sealed.descriptor).toMatchObject({ digest: sha256(bytes), sizeBytes: bytes.length });
    expect(parseHeader(metadata.imprint)).toEqual(sealed.header);
    expect(sealed.header).toMatchObject({ ...runtime.identity, profile_text: standInProfile });
  });

  it("of the same inputs is one blob, of another profile another", async () => {
    const digestOf = async (profile: string) =>
      (await bakeAndSeal(runtime, contract, profile, folder.path)).sealed.descriptor.digest;
    expect(await digestOf(standInProfile)).toBe(await digestOf(standInProfile));
    expect(await digestOf(`${standInProfile}!`)).not.toBe(await digestOf(standInProfile));
  });

  it("has the same bytes in any process, folder, locale and time zone, with one thread or two", async () => {
    const model = inject("tinyModelPath");
    const one = await bakeInChild(model, folder.path, "first place", { threads: 1 });
    const two = await bakeInChild(model, folder.path, "second", {
      threads: 2,
      env: { TZ: "Asia/Kolkata", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", HOME: folder.path },
    });
    expect(one.length).toBeGreaterThan(10_000);
    expect(Buffer.compare(one, two)).toBe(0);
    for (const trace of ["first place", folder.path, model]) expect(one.includes(trace)).toBe(false);
  });
});

/** A bake on a tiny model of these options: the code that it is refused with. */
async function refusedOn(options: TinyModelOptions): Promise<string> {
  const file = path.join(folder.path, "other.gguf");
  await writeTinyModel(file, options);
  const other = await openReal(file, folder.path);
  try {
    const input = { runtime: other, contract, profileText: standInProfile };
    return await refusal(bake(input, { clock: systemClock }));
  } finally {
    await other.dispose();
  }
}

describe("a bake on the real engine is refused", () => {
  it("for a model with a sliding window", async () => {
    expect(await refusedOn({ slidingWindowTokens: 64 })).toBe("unsupported_model_memory");
  });

  it("for a prefix longer than the model's context", async () => {
    expect(await refusedOn({ contextTokens: 256 })).toBe("context_too_small");
  });

  it("for a template without a seam between system text and first turn", async () => {
    const chatTemplate = "{% for message in messages %}{{ message['content'] + '\\n' }}{% endfor %}";
    expect(await refusedOn({ chatTemplate })).toBe("prefix_split_marker_missing");
  });

  it("for a template that moves the system text into the first turn", async () => {
    const chatTemplate =
      "{% if messages[1] %}{{ '<|im_start|>user\\n' + messages[0]['content'] + messages[1]['content'] + '<|im_end|>' }}" +
      "{% else %}{{ '<|im_start|>system\\n' + messages[0]['content'] + '<|im_end|>' }}{% endif %}";
    expect(await refusedOn({ chatTemplate })).toBe("prefix_split_marker_missing");
  });

  it("for a template that takes no system text", async () => {
    const chatTemplate = `{% if messages[0]['role'] == 'system' %}{{ raise_exception('no') }}{% endif %}${tinyChatTemplate}`;
    expect(await refusedOn({ chatTemplate })).toBe("prefix_render_failed");
  });

  it("for nothing to bake", async () => {
    const input = { runtime, contract: null, profileText: "" };
    expect(await refusal(bake(input, { clock: systemClock }))).toBe("prefix_token_ids_empty");
  });
});
