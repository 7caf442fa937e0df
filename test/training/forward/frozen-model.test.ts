import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TensorBackend, Tfjs } from "../../../training/backend/backend.ts";
import { openBackend } from "../../../training/backend/open.ts";
import { FrozenModel, type TargetRow } from "../../../training/forward/frozen-model.ts";
import type { Prefix } from "../../../training/forward/prefix.ts";
import type { ModelShape } from "../../../training/weights/model-shape.ts";
import { plainLogits, plainLoss } from "./plain-model.ts";
import { type PlainPrefix, randomModel, randomPrefix, shapes } from "./random-model.ts";
import { torchGradients, torchPython } from "./torch-oracle.ts";

const cellCount = 7;
/** Ragged, so that two of them share a lane; with a window of five, some see all of the prefix and some none. */
const rows: TargetRow[] = [
  { tokens: [3, 9, 27, 1, 5, 39, 0, 2], scored: [4, 6, 7], targets: [only(11), only(2, 0.5), mixed()] },
  { tokens: [8], scored: [0], targets: [only(30)] },
  { tokens: [17, 17, 4, 22, 6], scored: [0, 4], targets: [mixed(), only(0, 2)] },
  { tokens: [2, 21], scored: [1], targets: [only(2, 0)] },
];

function only(token: number, weight = 1) {
  return { tokens: [token], probabilities: [1], weight };
}

/** A teacher's likeliest tokens; what they leave out is not asked for. */
function mixed() {
  return { tokens: [7, 13, 31], probabilities: [0.5, 0.25, 0.125], weight: 1 };
}

let backend: TensorBackend;
let tf: Tfjs;

beforeAll(async () => {
  ({ backend } = await openBackend("wasm", { env: {} }));
  tf = backend.tf;
});

afterAll(() => backend.dispose());

describe.each(Object.entries(shapes))("the forward pass of a random %s", (_name, shape: ModelShape) => {
  const weights = randomModel(shape);
  const plain = randomPrefix(shape, cellCount);
  let model: FrozenModel;
  let prefix: Prefix;

  beforeAll(() => {
    model = new FrozenModel(tf, weights);
    prefix = resident(plain, shape);
  });

  it("gives the logits that a plain model gives token by token, with a prefix and without", () => {
    for (const [given, known] of [[prefix, plain] as const, [null, null] as const]) {
      const logits = model.logits(given, rows);
      const expected = rows.flatMap(({ tokens, scored }) => {
        const all = plainLogits(weights, known, tokens);
        return scored.map((index) => all[index] ?? []);
      });
      expect(logits.shape).toEqual([expected.length, shape.vocabularySize]);
      expect(furthest(logits.dataSync(), expected.flat())).toBeLessThan(2e-4);
    }
  });

  it("gives the cross-entropies of the plain model", () => {
    const expected = plainLoss(weights, plain, rows).losses;
    expect(furthest(model.losses(prefix, rows).dataSync(), expected)).toBeLessThan(2e-4);
    expect(furthest(model.gradients(prefix, rows).losses.dataSync(), expected)).toBeLessThan(2e-4);
  });

  it("gives the gradients that finite differences of the plain model give", () => {
    const gradients = model.gradients(prefix, rows).prefix;
    const errors = (["k", "v"] as const).flatMap((part) =>
      gradients[part].map((tensor, layer) => {
        const expected = differences(plain, part, layer, (moved) => plainLoss(weights, moved, rows).total);
        expect(tensor.shape).toEqual([cellCount, shape.kvHeadCount * shape.headSize]);
        return relativeError(sample(tensor.dataSync()), expected);
      }),
    );
    expect(Math.max(...errors)).toBeLessThan(1e-3);
  });

  it("gives torch's losses and gradients", { timeout: 120_000 }, (context) => {
    if (torchPython === undefined) return context.skip("needs torch in the peers' Python environment");
    const expected = torchGradients(torchPython, weights, plain, rows);
    const { losses, prefix: gradients } = model.gradients(prefix, rows);
    expect(relativeError(losses.dataSync(), expected.losses)).toBeLessThan(1e-3);
    const errors = (["k", "v"] as const).flatMap((part) =>
      gradients[part].map((tensor, layer) => relativeError(tensor.dataSync(), expected[part][layer] ?? [])),
    );
    console.info(`furthest from torch's gradients: ${Math.max(...errors).toExponential(1)} of their norm`);
    expect(Math.max(...errors)).toBeLessThan(1e-3);
  });

  it("continues behind the cells of a text as it continues behind the text", () => {
    const [text, rest] = [
      [5, 30, 12, 12, 19, 2],
      [33, 8, 1, 25],
    ];
    const scored = rest.map((_, index) => index);
    const behind = model.logits(model.cells(null, text), [{ tokens: rest, scored }]);
    const whole = model.logits(null, [
      { tokens: [...text, ...rest], scored: scored.map((at) => text.length + at) },
    ]);
    expect(furthest(behind.dataSync(), whole.dataSync())).toBeLessThan(2e-4);
  });

  it("leaves no tensor behind but those it returns", () => {
    const before = backend.memory().tensors;
    const made = [
      model.logits(prefix, rows),
      model.losses(prefix, rows),
      ...Object.values(model.gradients(prefix, rows).prefix).flat(),
      ...Object.values(model.cells(prefix, [4, 5])).flat(),
    ];
    // One more: the losses that come with the gradients.
    expect(backend.memory().tensors).toBe(before + made.length + 1);
    tf.dispose(made);
    expect(() => model.logits(prefix, [{ tokens: [shape.vocabularySize], scored: [0] }])).toThrow(RangeError);
    expect(backend.memory().tensors).toBe(before + 1);
  });
});

describe("a model with frozen weights", () => {
  const plain = randomPrefix(shapes.llama, cellCount);
  let model: FrozenModel;
  beforeAll(() => {
    model = new FrozenModel(tf, randomModel(shapes.llama));
  });
  afterAll(() => model.dispose());

  it("gives the same bytes for the same rows and prefix", () => {
    const prefix = resident(plain, shapes.llama);
    const [first, second] = [model.gradients(prefix, rows), model.gradients(prefix, rows)].map(
      ({ losses, prefix: { k, v } }) => [losses, ...k, ...v].map((tensor) => [...tensor.dataSync()]),
    );
    expect(first).toEqual(second);
  });

  it("gives each row the losses that it has alone", () => {
    const prefix = resident(plain, shapes.llama);
    const together = model.losses(prefix, rows).dataSync();
    const alone = rows.flatMap((row) => [...model.losses(prefix, [row]).dataSync()]);
    expect(furthest(together, alone)).toBeLessThan(1e-5);
  });

  it("refuses prefixes of another shape, and targets that are not one for each scored token", () => {
    const prefix = resident(plain, shapes.llama);
    const narrow = tf.zeros([cellCount, 4]);
    const refused = [
      { k: prefix.k.slice(1), v: prefix.v },
      { k: prefix.k, v: [narrow, narrow] },
      { k: [], v: [] },
    ];
    for (const wrong of refused) expect(() => model.losses(wrong, rows)).toThrow(RangeError);
    expect(() => model.losses(prefix, [{ tokens: [1], scored: [0], targets: [] }])).toThrow(RangeError);
    expect(() => model.logits(prefix, [{ tokens: [1], scored: [] }])).toThrow(RangeError);
  });
});

it("frees the weights with the model", () => {
  const before = backend.memory().tensors;
  const model = new FrozenModel(tf, randomModel(shapes.gemma3));
  expect(backend.memory().tensors).toBeGreaterThan(before);
  model.dispose();
  expect(backend.memory().tensors).toBe(before);
});

function resident({ k, v, cellCount: cells }: PlainPrefix, shape: ModelShape): Prefix {
  const tensor = (rowsOf: Float32Array | Float64Array) =>
    tf.tensor2d(Float32Array.from(rowsOf), [cells, shape.kvHeadCount * shape.headSize]);
  return { k: k.map(tensor), v: v.map(tensor) };
}

/** Every fifth of the values: of each head and of each pair, and of every cell. */
function sample<T>(values: ArrayLike<T>): T[] {
  return Array.from(values).filter((_, index) => index % 5 === 0);
}

/** Central differences of the sampled values, each moved by itself. */
function differences(
  prefix: PlainPrefix,
  part: "k" | "v",
  layer: number,
  loss: (moved: PlainPrefix) => number,
): number[] {
  const step = 1e-4;
  const movedBy = (index: number, by: number): PlainPrefix => {
    const layers = [...prefix[part]];
    const values = Float64Array.from(layers[layer] ?? []);
    values[index] = (values[index] ?? 0) + by;
    layers[layer] = values;
    return { ...prefix, [part]: layers };
  };
  return sample([...(prefix[part][layer] ?? []).keys()]).map(
    (index) => (loss(movedBy(index, step)) - loss(movedBy(index, -step))) / (2 * step),
  );
}

function furthest(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  expect(actual.length).toBe(expected.length);
  return Math.max(...Array.from(actual, (value, at) => Math.abs(value - (expected[at] ?? Number.NaN))));
}

/** ‖a − b‖ / ‖b‖ */
function relativeError(actual: ArrayLike<number>, expected: readonly number[]): number {
  const off = Array.from(actual, (value, at) => value - (expected[at] ?? Number.NaN));
  return Math.hypot(...off) / Math.hypot(...expected);
}
