import { expect, it } from "vitest";
import { openBackend } from "../../../training/backend/open.ts";
import { crossEntropies, crossEntropiesBack, type Target } from "../../../training/forward/output-head.ts";
import { randomNormal } from "./random-model.ts";

const [width, vocabulary, positions] = [6, 11, 130];

it("gives the losses and gradients of many positions as it gives those of each", async () => {
  const { backend } = await openBackend("wasm", { env: {} });
  const { tf } = backend;
  const draw = randomNormal(7);
  const values = Float32Array.from({ length: vocabulary * width }, draw);
  const head = {
    norm: { weight: tf.ones([width]), epsilon: 1e-5 },
    weight: tf.tensor2d(values, [vocabulary, width]),
    values,
  };
  const input = tf.tensor2d(Float32Array.from({ length: positions * width }, draw), [positions, width]);
  const targets = Array.from({ length: positions }, (_, at): Target => {
    return { tokens: [at % vocabulary], probabilities: [1], weight: 1 + (at % 3) };
  });

  const all = crossEntropiesBack(tf, head, input, targets);
  const each = targets.map((target, at) =>
    crossEntropiesBack(tf, head, tf.slice(input, [at, 0], [1, width]), [target]),
  );
  expect(all.losses.shape).toEqual([positions]);
  expect(all.input.shape).toEqual([positions, width]);
  expect(
    furthest(
      all.losses.dataSync(),
      each.flatMap(({ losses }) => [...losses.dataSync()]),
    ),
  ).toBeLessThan(1e-5);
  expect(
    furthest(
      all.input.dataSync(),
      each.flatMap((one) => [...one.input.dataSync()]),
    ),
  ).toBeLessThan(1e-5);
  expect([...crossEntropies(tf, head, input, targets).dataSync()]).toEqual([...all.losses.dataSync()]);
  backend.dispose();
});

function furthest(actual: ArrayLike<number>, expected: readonly number[]): number {
  expect(actual.length).toBe(expected.length);
  return Math.max(...Array.from(actual, (value, at) => Math.abs(value - (expected[at] ?? Number.NaN))));
}
