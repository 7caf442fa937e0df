import { expect, it } from "vitest";
import { sha256 } from "../../../imprint/hash.ts";
import { decodeCheckpoint, encodeCheckpoint } from "../../../training/prefix/checkpoint.ts";
import { type TrainingState, trainPrefix } from "../../../training/prefix/train.ts";
import { rowTo, toyPass } from "./toy-pass.ts";

const run = sha256("run");
const start = [0, 1].map(() => ({ k: Float32Array.of(0, 1, 2, 3), v: Float32Array.of(4, 5, 6, 7) }));

async function stateOfSomeRun(): Promise<TrainingState> {
  const rate = { peakRate: 0.1, warmupSteps: 1, steps: 7 };
  const batch = { rowsCount: 2, answersCount: 0, seed: "s" };
  const rest = { pinnedCells: 0, maxGradientNorm: 1, partTokens: 99, validateEverySteps: 2, patience: 0 };
  return trainPrefix(
    {
      start,
      cellCount: 2,
      practice: [rowTo(1)],
      validation: [rowTo(1)],
      settings: { ...rate, ...batch, ...rest },
      resumed: null,
    },
    { pass: toyPass(), signal: new AbortController().signal, onStep: async () => {} },
  );
}

const encoded = async () => Buffer.concat(encodeCheckpoint(await stateOfSomeRun(), run));

it("a checkpoint gives back the state bit for bit", async () => {
  const state = await stateOfSomeRun();
  expect(decodeCheckpoint(Buffer.concat(encodeCheckpoint(state, run)), start, run)).toEqual(state);
});

it("equal states are equal bytes", async () => {
  expect((await encoded()).equals(await encoded())).toBe(true);
});

it.each([
  ["a run of other inputs", "other_run", (bytes: Buffer) => bytes, start, sha256("another")],
  ["a prefix of another size", "tensors", (bytes: Buffer) => bytes, start.slice(1), run],
  ["a cut file", "container", (bytes: Buffer) => bytes.subarray(0, -1), start, run],
  ["no checkpoint at all", "container", () => Buffer.from("hello"), start, run],
  [
    "a number that changed",
    "data_sha256",
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)]),
    start,
    run,
  ],
  [
    "a header of another schema",
    "header",
    (bytes: Buffer) =>
      Buffer.from(bytes.toString("latin1").replace("checkpoint.v1", "checkpoint.v9"), "latin1"),
    start,
    run,
  ],
] as const)("%s is refused as %s", async (_, reason, change, first, runSha256) => {
  const bytes = change(await encoded());
  expect(() => decodeCheckpoint(bytes, first, runSha256)).toThrow(
    expect.objectContaining({ code: "invalid_training_checkpoint", details: { reason } }),
  );
});
