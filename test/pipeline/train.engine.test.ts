import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createStore } from "../../artifacts/store.ts";
import { sha256 } from "../../imprint/hash.ts";
import type { TrainedHeader } from "../../imprint/header.ts";
import { admit, admitContract, passOrThrow } from "../../pipeline/admit.ts";
import { type BakedState, bake } from "../../pipeline/bake.ts";
import type { ModelRuntime } from "../../pipeline/model-runtime.ts";
import { type PractisedRows, practise } from "../../pipeline/practise.ts";
import { restore } from "../../pipeline/restore.ts";
import { type SealedImprint, seal } from "../../pipeline/seal.ts";
import { train } from "../../pipeline/train.ts";
import { TrainingFolder } from "../../pipeline/training-folder.ts";
import { systemClock } from "../../system/clock.ts";
import type { TensorBackend } from "../../training/backend/backend.ts";
import { openBackend } from "../../training/backend/open.ts";
import { practiceSet } from "../../training/practice/set/practice-set.ts";
import type { TrainingSettings } from "../../training/prefix/settings.ts";
import type { TrainingStep } from "../../training/prefix/train.ts";
import { loadWeights } from "../../training/weights/load-weights.ts";
import type { ModelWeights } from "../../training/weights/model-weights.ts";
import { contractOf, toolSchema } from "./imprint-files.ts";
import { openReal, workFolder } from "./real-runtime.ts";

const contract = contractOf(toolSchema(), toolSchema({ name: "order_status" }));
const settings: TrainingSettings = {
  steps: 6,
  peakRate: 0.02,
  warmupSteps: 2,
  rowsCount: 4,
  answersCount: 1,
  seed: "seed",
  pinnedCells: 1,
  maxGradientNorm: 1,
  partTokens: 256,
  validateEverySteps: 2,
  patience: 0,
};
const folder = workFolder();
const store = createStore(path.join(folder.path, "store"));
let runtime: ModelRuntime;
let backend: TensorBackend;
let baked: BakedState;
let rows: PractisedRows;
let weights: ModelWeights;

beforeAll(async () => {
  runtime = await openReal(inject("tinyModelPath"), folder.path);
  ({ backend } = await openBackend("wasm", { env: process.env }));
  baked = await bake({ runtime, contract, profileText: "", gateOf: null }, { clock: systemClock });
  const set = practiceSet(contract, { size: 24 });
  const { signal } = new AbortController();
  rows = await practise({ runtime, prefix: baked.prefix, profileText: "", rows: set }, { signal });
  weights = await loadWeights(runtime.file);
});

afterAll(async () => {
  backend.dispose();
  await runtime.dispose();
  folder.remove();
});

/** Trains in a folder of its own name, stopping behind a step when one is said. */
async function trainedIn(
  name: string,
  options: { until?: number; resume?: boolean; seed?: string } = {},
): Promise<{ sealed: SealedImprint; steps: TrainingStep[]; log: string; checkpoint: string }> {
  const steps: TrainingStep[] = [];
  const abort = new AbortController();
  const run = { sha256: sha256("run"), resume: options.resume ?? false, signal: abort.signal };
  return TrainingFolder.with(path.join(folder.path, name), run, async (files) => {
    const seeded = { ...settings, seed: options.seed ?? settings.seed };
    const onStep = (step: TrainingStep) => {
      steps.push(step);
      if (step.step === options.until) abort.abort(new Error("stopped"));
    };
    const input = { baked, rows, weights, backend, settings: seeded, folder: files };
    const sealed = await seal(await train(input, { signal: abort.signal, onStep }), store);
    return { sealed, steps, log: files.log, checkpoint: files.checkpoint };
  });
}

describe("a trained imprint", () => {
  it("has a lower loss than the exact one, and says in its header where it is from", async () => {
    const { sealed, steps } = await trainedIn("first");
    const { kind, training } = sealed.header as TrainedHeader;
    expect(kind).toBe("trained");
    expect(training.start).toEqual({
      state_sha256: sha256(baked.state.bytes),
      cell_count: baked.prefix.tokens.length,
    });
    expect(training.practice.rows_sha256).toBe(rows.sha256);
    expect(training.after.loss).toBeLessThan(training.before.loss);
    expect(training.best_step).toBeGreaterThan(0);
    expect(steps.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(steps.at(-1)?.loss).toBeLessThan(steps[0]?.loss ?? 0);
  });

  it("passes the gate with its contract and is restored; with another contract it is refused", async () => {
    const { sealed } = await trainedIn("first");
    const file = { path: sealed.path, expectedDigest: sealed.descriptor.digest };
    const pass = passOrThrow(await admit(passOrThrow(await admitContract(file, contract)), runtime));
    const session = await restore(pass, runtime, { clock: systemClock });
    expect(session.context.tokens()).toEqual(baked.prefix.tokens);
    await session.context.dispose();
    expect(await admitContract(file, contractOf(toolSchema()))).toMatchObject({
      ok: false,
      refusals: [{ code: "imprint_tool_active_set_mismatch" }],
    });
  });

  it("of the same inputs is one blob, of another seed another", async () => {
    const digestOf = async (name: string, seed?: string) =>
      (await trainedIn(name, seed === undefined ? {} : { seed })).sealed.descriptor.digest;
    expect(await digestOf("once")).toBe(await digestOf("again"));
    expect(await digestOf("another", "other seed")).not.toBe(await digestOf("once"));
  });

  it("broken off and gone on with has the bytes and the log of an unbroken run", async () => {
    const unbroken = await trainedIn("unbroken");
    await expect(trainedIn("broken", { until: 3 })).rejects.toThrow("stopped");
    const resumed = await trainedIn("broken", { resume: true });
    expect(resumed.steps.map(({ step }) => step)).toEqual([4, 5, 6]);
    expect(resumed.sealed.descriptor).toEqual(unbroken.sealed.descriptor);
    expect(readFileSync(resumed.log, "utf8")).toBe(readFileSync(unbroken.log, "utf8"));
    expect(readFileSync(resumed.checkpoint).equals(readFileSync(unbroken.checkpoint))).toBe(true);
  });

  it("is measured anew, so that the state it began with has no call gate and cannot be sealed", async () => {
    expect(baked.callGate).toBeNull();
    await expect(seal(baked, store)).rejects.toThrow(TypeError);
    expect((await trainedIn("first")).sealed.header.decode.call_gate).not.toBeNull();
  });

  it("leaves no tensor behind", async () => {
    const before = backend.memory().tensors;
    await trainedIn("counted");
    expect(backend.memory().tensors).toBe(before);
  });
});

describe("a run that cannot go on", () => {
  it("says that there is no checkpoint", async () => {
    await expect(trainedIn("never begun", { resume: true })).rejects.toMatchObject({
      code: "invalid_training_checkpoint",
      details: { reason: "not_found" },
    });
  });

  it("says that another process is at it, and leaves that one's files alone", async () => {
    const run = { sha256: sha256("run"), resume: false, signal: new AbortController().signal };
    await TrainingFolder.with(path.join(folder.path, "busy"), run, async (files) => {
      await expect(trainedIn("busy")).rejects.toMatchObject({ code: "training_run_busy" });
      expect(existsSync(files.log)).toBe(false);
    });
  });
});
