import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseEngineState } from "../../imprint/state/parse.ts";
import { type LayerRows, rowsOf } from "../../imprint/state/rows.ts";
import { contextTokensFor, type ModelRuntime } from "../../pipeline/model-runtime.ts";
import type { TensorBackend } from "../../training/backend/backend.ts";
import { openBackend } from "../../training/backend/open.ts";
import { FrozenModel } from "../../training/forward/frozen-model.ts";
import type { Prefix } from "../../training/forward/prefix.ts";
import type { Tensor } from "../../training/forward/tfjs.ts";
import { loadWeights } from "../../training/weights/load-weights.ts";
import type { ModelWeights } from "../../training/weights/model-weights.ts";
import { openReal, workFolder } from "../pipeline/real-runtime.ts";
import { realModel, realModelPath } from "../real-model.ts";

/** A contract, and people who talk: what prefixes and practice rows are made of. */
const text = `[tools]
name: book_table. Reserve a table in a restaurant. Parameters: restaurant (string, required), guests (integer, 1 to 20, required), date (string, YYYY-MM-DD, required), terrace (boolean).
name: find_route. Find the fastest way between two places. Parameters: from (string, required), to (string, required), by (one of "train", "bus", "bicycle").

The old ferry left the harbour shortly after seven, when the fog had lifted far enough to show the lighthouse. Maria stood at the rail with a cup of coffee and watched the houses become smaller. She had promised her brother to call him from the island, but her telephone had no signal, and so she put it back into her bag.
"Is this your first time here?" asked an elderly man beside her. He carried a basket full of bread.
"No," she said, "I came every summer as a child. We used to walk from the village to the northern beach, and in the evening my grandfather told us stories about the storms of his youth."
The man laughed. "Then you must know that the path was closed two years ago. The sea took a part of it. If you want to go north, take the bus that leaves from the church at noon, or ask the teacher whether she can lend you a bicycle."
Maria thanked him. Water boils at one hundred degrees, and 12 times 12 is 144; the capital of France is Paris.`;
const prefixTokens = 120;

const folder = workFolder();
let runtime: ModelRuntime;
let backend: TensorBackend;
let weights: ModelWeights;
let model: FrozenModel;
let tokens: number[];

beforeAll(async () => {
  if (realModelPath === undefined) return;
  runtime = await openReal(realModelPath, folder.path);
  ({ backend } = await openBackend("auto", { env: process.env }));
  weights = await loadWeights(runtime.file);
  model = new FrozenModel(backend.tf, weights);
  tokens = runtime.model.tokenize(text);
});

afterAll(async () => {
  model?.dispose();
  backend?.dispose();
  await runtime?.dispose();
  folder.remove();
});

describe("the forward pass of SmolLM2-135M beside the engine's", () => {
  beforeEach((context) => {
    realModel(context);
  });

  it("fills a text's cells with the engine's K and V, but for its 8-bit products, in every layer", async () => {
    const engine = await engineRows(tokens);
    const ours = model.cells(null, tokens);
    const lines = engine.map((layer, at) => {
      const [k, v] = (["k", "v"] as const).map((part) => compare(ours[part][at]?.dataSync(), layer[part]));
      return { k: k as Difference, v: v as Difference };
    });
    for (const [at, { k, v }] of lines.entries()) {
      console.info(`layer ${at}: K ${inWords(k)}, V ${inWords(v)}`);
    }
    expect(lines).toHaveLength(30);
    expect(lines[0]?.k.relative).toBeLessThan(0.01);
    expect(Math.max(...lines.flatMap(({ k, v }) => [k.relative, v.relative]))).toBeLessThan(0.1);
    disposePrefix(ours);

    // V of layer 0 has a product of the model's width behind it and nothing else.
    const rounded = compare(tokens.flatMap(firstValues), engine[0]?.v ?? new Float32Array());
    console.info(`layer 0 with its input rounded to 8 bits: V ${inWords(rounded)}`);
    expect(rounded.relative).toBeLessThan((lines[0]?.v.relative ?? 0) / 4);
  });

  it("says the engine's next token at 97 of 100 places, and behind the engine's own cells as behind the text", async () => {
    const places = tokens.map((_, index) => index).slice(prefixTokens);
    const engine = await engineDistributions(prefixTokens);
    const whole = logDistributions(model.logits(null, [{ tokens, scored: places }]));
    const cells = residentPrefix(await engineRows(tokens.slice(0, prefixTokens)));
    const rest = { tokens: tokens.slice(prefixTokens), scored: places.map((at) => at - prefixTokens) };
    const behind = logDistributions(model.logits(cells, [rest]));
    disposePrefix(cells);

    const floor = judge(engine, whole);
    const behindEngine = judge(engine, behind);
    const among = judge(whole.map(exponentials), behind);
    console.info(`${places.length} places; ours against the engine: ${floor.words}`);
    console.info(`behind the engine's cells, against the engine: ${behindEngine.words}`);
    console.info(`behind the engine's cells, against ours of the whole text: ${among.words}`);
    expect(places.length).toBeGreaterThanOrEqual(200);
    expect(floor.agreement).toBeGreaterThanOrEqual(0.97);
    // Where they differ, the engine itself hardly prefers one.
    expect(Math.max(floor.mostLost, behindEngine.mostLost)).toBeLessThan(0.25);
    expect(among.agreement).toBeGreaterThanOrEqual(floor.agreement);
    expect(among.meanKl).toBeLessThanOrEqual(floor.meanKl);
    expect(floor.meanKl).toBeLessThan(0.02);
  });
});

/** K and V of the text's prefill, from the state that the engine saves. */
async function engineRows(ids: readonly number[]): Promise<LayerRows[]> {
  const context = await runtime.model.openContext(contextTokensFor(runtime, ids.length));
  try {
    await context.prefill(ids);
    const file = path.join(folder.path, `state-${ids.length}`);
    await context.saveState(file);
    return rowsOf(parseEngineState(readFileSync(file), runtime.geometry));
  } finally {
    await context.dispose();
  }
}

/** A token's V in layer 0, with the product's input rounded as the engine does it: blocks of 32, steps of max/127. */
function firstValues(token: number): number[] {
  const { tokenEmbedding, layers, shape } = weights;
  const [layer] = layers;
  if (layer === undefined) throw new Error("a model without layers");
  const { data, columns } = tokenEmbedding;
  const embedded = data.subarray(token * columns, (token + 1) * columns);
  const rms = Math.sqrt(
    embedded.reduce((sum, value) => sum + value * value, 0) / columns + shape.normEpsilon,
  );
  const normed = embedded.map((value, at) => (value / rms) * (layer.attentionNorm[at] ?? 0));
  const input = normed.map((value, at) => {
    const block = normed.subarray(at - (at % 32), at - (at % 32) + 32);
    const step = block.reduce((most, each) => Math.max(most, Math.abs(each)), 0) / 127;
    return step * Math.round(value / step);
  });
  return Array.from({ length: layer.value.rows }, (_, row) =>
    input.reduce((sum, value, at) => sum + value * (layer.value.data[row * columns + at] ?? 0), 0),
  );
}

/** The engine's probabilities after each token from `first` on, by token id. */
async function engineDistributions(first: number): Promise<Float64Array[]> {
  const context = await runtime.model.openContext(contextTokensFor(runtime, tokens.length));
  try {
    await context.prefill(tokens.slice(0, first));
    const all: Float64Array[] = [];
    for (const token of tokens.slice(first)) {
      const probabilities = new Float64Array(runtime.geometry.vocabSize);
      for (const [id, probability] of await context.distribution([token])) probabilities[id] = probability;
      all.push(probabilities);
    }
    return all;
  } finally {
    await context.dispose();
  }
}

function residentPrefix(layers: readonly LayerRows[]): Prefix {
  const width = runtime.geometry.kWidths[0] ?? 0;
  const tensor = (values: Float32Array) =>
    backend.tf.tensor2d(values, [values.length / width, width]) as Tensor;
  return { k: layers.map(({ k }) => tensor(k)), v: layers.map(({ v }) => tensor(v)) };
}

function disposePrefix({ k, v }: Prefix): void {
  backend.tf.dispose([...k, ...v]);
}

interface Difference {
  readonly furthest: number;
  /** ‖ours − theirs‖ / ‖theirs‖ */
  readonly relative: number;
}

function compare(ours: ArrayLike<number> | undefined, theirs: Float32Array): Difference {
  expect(ours?.length).toBe(theirs.length);
  const off = theirs.map((value, at) => (ours?.[at] ?? Number.NaN) - value);
  const length = (values: Float32Array) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  const furthest = off.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return { furthest, relative: length(off) / length(theirs) };
}

function inWords({ furthest, relative }: Difference): string {
  return `at most ${furthest.toFixed(4)} off, ${(100 * relative).toFixed(2)}% of the norm`;
}

/** log softmax of each row; frees the logits. */
function logDistributions(logits: Tensor): Float64Array[] {
  const [count = 0, vocabulary = 0] = logits.shape;
  const values = logits.dataSync();
  logits.dispose();
  return Array.from({ length: count }, (_, row) => {
    const z = Float64Array.from(values.subarray(row * vocabulary, (row + 1) * vocabulary));
    const peak = z.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
    const logSum = peak + Math.log(z.reduce((sum, value) => sum + Math.exp(value - peak), 0));
    return z.map((value) => value - logSum);
  });
}

function exponentials(logs: Float64Array): Float64Array {
  return logs.map(Math.exp);
}

/** How often the likeliest token is the same, what the expected one loses where it is not, and KL(expected ‖ actual) in nats. */
function judge(expected: readonly Float64Array[], actualLogs: readonly Float64Array[]) {
  const kls = expected.map((probabilities, at) =>
    probabilities.reduce(
      (sum, p, token) => (p > 0 ? sum + p * (Math.log(p) - (actualLogs[at]?.[token] ?? 0)) : sum),
      0,
    ),
  );
  const same = expected.filter((row, at) => likeliest(row) === likeliest(actualLogs[at] ?? row)).length;
  const agreement = same / expected.length;
  const meanKl = kls.reduce((a, b) => a + b, 0) / kls.length;
  const lost = expected.map((row, at) =>
    Math.log((row[likeliest(row)] ?? 0) / (row[likeliest(actualLogs[at] ?? row)] ?? 0)),
  );
  const mostLost = Math.max(...lost);
  const words = `${same} of ${expected.length} next tokens the same, mean KL ${meanKl.toExponential(2)} nats, ${mostLost.toFixed(2)} nats lost at most`;
  return { agreement, meanKl, mostLost, words };
}

function likeliest(values: Float64Array): number {
  return values.reduce((best, value, token) => (value > (values[best] ?? 0) ? token : best), 0);
}
