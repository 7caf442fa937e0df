import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import type { Engine, EngineContext, EngineModel } from "../../../runtime/engine/engine.ts";
import { defaultThreads, openLlamaEngine, type ThreadPlan } from "../../../runtime/engine/llama.ts";
import { refusal } from "../../tools/tool-files.ts";

let folder: string;
let engine: Engine;
let model: EngineModel;
const contexts: EngineContext[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "llama-engine-"));
  engine = await openLlamaEngine();
  model = await engine.openModel(inject("tinyModelPath"));
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.dispose();
});
afterAll(async () => {
  await engine.dispose();
  await rm(folder, { recursive: true, force: true });
});

async function fresh(contextTokens = 512): Promise<EngineContext> {
  const context = await model.openContext(contextTokens);
  contexts.push(context);
  return context;
}

const ids = (count: number, seed = 7) => Array.from({ length: count }, (_, i) => 3 + ((i * 31 + seed) % 600));

async function take(tokens: AsyncIterable<number>, count: number): Promise<number[]> {
  const taken: number[] = [];
  for await (const token of tokens) if (taken.push(token) === count) break;
  return taken;
}

async function stateOf(context: EngineContext, name: string): Promise<Buffer> {
  const file = path.join(folder, name);
  await context.saveState(file);
  return readFile(file);
}

describe("the engine", () => {
  it("says which release of what it is and on what it computes", () => {
    expect(engine.identity).toEqual({
      package: "node-llama-cpp",
      packageVersion: "3.21.1",
      release: { repo: expect.stringMatching(/llama\.cpp$/), tag: expect.stringMatching(/\d/) },
      backend: expect.stringMatching(/^cpu: .+/),
    });
  });

  it("prefills on every core and leaves one to Node while it decodes", () => {
    expect([1, 2, 8].map(defaultThreads)).toEqual([
      { prefill: 1, decode: 1 },
      { prefill: 2, decode: 1 },
      { prefill: 8, decode: 7 },
    ]);
  });

  it.each([
    ["is not there", () => path.join(folder, "gone.gguf")],
    [
      "is cut short",
      async () => {
        const file = path.join(folder, "cut.gguf");
        await writeFile(file, await readFile(inject("tinyModelPath")));
        await truncate(file, 100_000);
        return file;
      },
    ],
    // What is no GGUF at all never comes here: the engine's own reader may not come back from it.
  ])("refuses a model file that %s", async (_, file) => {
    expect(await refusal(engine.openModel(await file()))).toBe("model_load_failed");
  });
});

describe("tokens", () => {
  it("of text that spells a control token are plain ones", () => {
    const tokens = model.tokenize("<|im_start|>user<|im_end|>");
    expect(tokens.filter((id) => id < 3)).toEqual([]);
    expect(model.detokenize(tokens)).toBe("<|im_start|>user<|im_end|>");
  });

  it("give their text back, control tokens nothing, and know the end", () => {
    for (const text of ["a  b\n\tc", "日本 😀", '{"tool_name": "x"}', " lead"])
      expect(model.detokenize(model.tokenize(text))).toBe(text);
    expect(model.detokenize([1, 2])).toBe("");
    expect([0, 1, 2, 50].map((id) => model.isEndOfGeneration(id))).toEqual([true, false, true, false]);
  });
});

describe("a context", () => {
  it("meters what it evaluates: without logits as input, with logits as output", async () => {
    const context = await fresh();
    expect([context.tokens(), context.meter()]).toEqual([[], { input: 0, output: 0 }]);
    await context.prefill(ids(10));
    expect(context.meter()).toEqual({ input: 10, output: 0 });
    await context.distribution(ids(4));
    expect(context.meter()).toEqual({ input: 13, output: 1 });
    expect(context.tokens()).toEqual([...ids(10), ...ids(4)]);
    const taken = await take(context.generate([50, 51]), 5);
    // Two are new to it, and four of the five were fed back.
    expect(context.meter()).toEqual({ input: 14, output: 1 + 1 + 4 });
    expect(context.tokens()).toEqual([...ids(10), ...ids(4), 50, 51, ...taken.slice(0, 4)]);
  });

  it("gives the whole vocabulary's probabilities, likeliest first, and decodes the likeliest", async () => {
    const context = await fresh();
    const distribution = await context.distribution(ids(12));
    const probabilities = [...distribution.values()];
    expect(distribution.size).toBeGreaterThan(600);
    expect(new Set(distribution.keys()).size).toBe(distribution.size);
    expect(probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 4);
    expect(probabilities.every((p, i) => i === 0 || p <= (probabilities[i - 1] ?? 0))).toBe(true);
    const [likeliest] = distribution.keys();
    const [first] = await take((await fresh()).generate(ids(12)), 1);
    expect(first).toBe(likeliest);
  });

  it("decodes the same tokens each time", async () => {
    const decode = async () => take((await fresh()).generate(ids(20)), 40);
    expect(await decode()).toEqual(await decode());
  });

  it("after a truncation goes on as if the rest had never been", async () => {
    const detour = await fresh();
    await detour.prefill(ids(20));
    await detour.prefill(ids(30, 99));
    await detour.truncate(20);
    expect(detour.tokens()).toEqual(ids(20));
    const straight = await fresh();
    await straight.prefill(ids(20));
    expect([...(await detour.distribution([42]))]).toEqual([...(await straight.distribution([42]))]);
    await detour.truncate(100);
    expect(detour.tokens()).toEqual([...ids(20), 42]);
  });

  it("can be interrupted between two batches", async () => {
    const context = await fresh(2_048);
    const interruption = new AbortController();
    interruption.abort();
    await expect(context.prefill(ids(600), interruption.signal)).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(context.meter().input).toBe(0);
    const later = new AbortController();
    const running = context.prefill(ids(1_500), later.signal);
    setTimeout(() => later.abort(), 0);
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    expect(context.meter().input).toBeLessThan(1_500);
    expect(context.meter().input % 512).toBe(0);
  });
});

describe("a full context", () => {
  const size = 256;
  it.each([
    ["a prefill", (context: EngineContext) => context.prefill(ids(10))],
    ["a distribution", (context: EngineContext) => context.distribution(ids(10))],
    ["decoding", (context: EngineContext) => take(context.generate(ids(10)), 1)],
  ])("refuses %s that does not fit, and holds what it held", async (_, action) => {
    const context = await fresh(size);
    await context.prefill(ids(size - 10));
    expect(await refusal(action(context))).toBe("context_too_small");
    expect(context.tokens()).toEqual(ids(size - 10));
  });

  it("takes exactly what fits beside one free cell", async () => {
    const context = await fresh(size);
    await context.prefill(ids(size - 1));
    expect(context.tokens()).toHaveLength(size - 1);
    expect(await refusal(context.prefill([5]))).toBe("context_too_small");
  });

  it("ends decoding with context_too_small instead of dropping its beginning", async () => {
    const context = await fresh(size);
    await context.prefill(ids(size - 20));
    // A model that may not stop.
    const grammar = model.compileGrammar('root ::= "ab"{200}', {
      accepts: "ab".repeat(200),
      refuses: ["ab"],
    });
    expect(await refusal(take(context.generate([50], { grammar }), 100))).toBe("context_too_small");
    expect(context.tokens().slice(0, size - 20)).toEqual(ids(size - 20));
    expect(context.tokens()).toHaveLength(size - 1);
  });
});

describe("a state", () => {
  it("read back gives the same probabilities over the whole vocabulary, and the same bytes", async () => {
    const baked = await fresh();
    await baked.prefill(ids(100));
    const bytes = await stateOf(baked, "round-trip");
    const restored = await fresh();
    await restored.loadState(path.join(folder, "round-trip"));
    expect(restored.tokens()).toEqual(ids(100));
    expect(restored.meter()).toEqual({ input: 0, output: 0 });
    expect(Buffer.compare(await stateOf(restored, "round-trip-again"), bytes)).toBe(0);

    const prefilled = await fresh();
    await prefilled.prefill(ids(100));
    const suffix = ids(9, 3);
    const wanted = [...(await prefilled.distribution(suffix))];
    expect([...(await restored.distribution(suffix))]).toEqual(wanted);
    expect(restored.meter()).toEqual({ input: 8, output: 1 });

    // Another beginning gives other figures: the comparison can fail.
    const other = await fresh();
    await other.prefill(ids(100, 8));
    expect([...(await other.distribution(suffix))]).not.toEqual(wanted);
  });

  it("with one changed byte of K gives other probabilities", async () => {
    const baked = await fresh();
    await baked.prefill(ids(100));
    const bytes = await stateOf(baked, "to-change");
    // Head, 100 ids, stream and cell counts, 100 cells of 12 bytes, V order, layers, then the first K record's head.
    const firstK = 12 + 4 * 100 + 8 + 12 * 100 + 8 + 12;
    // The high byte of the sixth cell's first half-precision value: sign and exponent.
    const at = firstK + 5 * 2 * 64 + 1;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0xc0, at);
    await writeFile(path.join(folder, "changed"), bytes);
    const [changed, intact] = [await fresh(), await fresh()];
    await changed.loadState(path.join(folder, "changed"));
    await intact.loadState(path.join(folder, "to-change"));
    expect([...(await changed.distribution([42]))]).not.toEqual([...(await intact.distribution([42]))]);
  });

  it("has the same bytes whatever the number of threads", async () => {
    const bake = async (threads: ThreadPlan, name: string) => {
      const other = await openLlamaEngine({ threads });
      try {
        const context = await (await other.openModel(inject("tinyModelPath"))).openContext(2_048);
        await context.prefill(ids(700));
        return await stateOf(context, name);
      } finally {
        await other.dispose();
      }
    };
    const one = await bake({ prefill: 1, decode: 1 }, "one-thread");
    const two = await bake({ prefill: 2, decode: 1 }, "two-threads");
    expect(one.length).toBeGreaterThan(700 * 2 * 2 * 64);
    expect(Buffer.compare(one, two)).toBe(0);
  });

  it("loads only into a fresh context", async () => {
    const baked = await fresh();
    await baked.prefill(ids(10));
    await stateOf(baked, "state");
    const used = await fresh();
    await used.prefill([5]);
    expect(await refusal(used.loadState(path.join(folder, "state")))).toBe("imprint_restore_failed");
    expect(used.tokens()).toEqual([5]);
    const twice = await fresh();
    await twice.loadState(path.join(folder, "state"));
    expect(await refusal(twice.loadState(path.join(folder, "state")))).toBe("imprint_restore_failed");
    // A context that was emptied again is not a fresh one.
    await used.truncate(0);
    expect(await refusal(used.loadState(path.join(folder, "state")))).toBe("imprint_restore_failed");
  });

  it.each([
    ["is not there", "gone", null],
    ["is empty", "empty", Buffer.alloc(0)],
    ["is not a state", "text", Buffer.from("this is no state, not at all, by no means")],
  ])("is refused when the file %s, and another context answers as ever", async (_, name, bytes) => {
    const file = path.join(folder, name);
    if (bytes !== null) await writeFile(file, bytes);
    const failed = await fresh();
    expect(await refusal(failed.loadState(file))).toBe("imprint_restore_failed");
    const before = await take((await fresh()).generate(ids(20)), 10);
    expect(await take((await fresh()).generate(ids(20)), 10)).toEqual(before);
  });

  it("is refused when it is longer than the context", async () => {
    const baked = await fresh(1_024);
    await baked.prefill(ids(600));
    await stateOf(baked, "long");
    expect(await refusal((await fresh(256)).loadState(path.join(folder, "long")))).toBe(
      "imprint_restore_failed",
    );
  });
});

describe("a grammar", () => {
  const gbnf = 'root ::= "yes" | "no"';
  it("binds what is decoded, whatever the model would rather say", async () => {
    const grammar = model.compileGrammar(gbnf, { accepts: "yes", refuses: ["maybe"] });
    const tokens = await take((await fresh()).generate(ids(20), { grammar }), 20);
    expect(["yes", "no"]).toContain(model.detokenize(tokens));
  });

  it.each([
    ["does not parse", "root ::= [", "yes", ["maybe"]],
    ["does not accept what it must", gbnf, "maybe", ["perhaps"]],
    ["accepts what it must not", gbnf, "yes", ["maybe", "no"]],
    ["is empty", "", "yes", ["maybe"]],
    ["has nothing to refuse", gbnf, "yes", []],
  ])("that %s is not used", async (_, text, accepts, refuses) => {
    const compile = async () => model.compileGrammar(text, { accepts, refuses });
    expect(await refusal(compile())).toBe("generation_failed");
  });
});
