import { expect, it } from "vitest";
import type { LayerRows } from "../../../imprint/state/rows.ts";
import type { TrainingSettings } from "../../../training/prefix/settings.ts";
import {
  type TrainingInput,
  type TrainingState,
  type TrainingStep,
  trainPrefix,
} from "../../../training/prefix/train.ts";
import { rowTo, toyPass } from "./toy-pass.ts";

const settings: TrainingSettings = {
  peakRate: 0.1,
  warmupSteps: 2,
  steps: 40,
  rowsCount: 4,
  answersCount: 1,
  seed: "s",
  pinnedCells: 1,
  maxGradientNorm: 1,
  partTokens: 6,
  validateEverySteps: 5,
  patience: 0,
};

function start(): LayerRows[] {
  // Three cells, two numbers each.
  return [{ k: new Float32Array(6), v: new Float32Array(6) }];
}

function input(changes: Partial<TrainingInput> = {}): TrainingInput {
  const practice = [rowTo(1), rowTo(1), rowTo(1, "call", 3), rowTo(1, "answer")];
  return {
    start: start(),
    cellCount: 3,
    practice,
    validation: [rowTo(1)],
    settings,
    resumed: null,
    ...changes,
  };
}

async function run(given: TrainingInput, until = Number.POSITIVE_INFINITY) {
  const steps: TrainingStep[] = [];
  const states: TrainingState[] = [];
  const abort = new AbortController();
  const state = await trainPrefix(given, {
    pass: toyPass(),
    signal: abort.signal,
    onStep: async (step, state) => {
      steps.push(step);
      states.push(state);
      if (step.step === until) abort.abort(new Error("stopped"));
    },
  }).catch((error: Error) => {
    if (error.message !== "stopped") throw error;
    return states.at(-1) as TrainingState;
  });
  return { state, steps };
}

it("moves the prefix to where the loss is least, and leaves pinned cells where they are", async () => {
  const { state, steps } = await run(input());
  const [{ k, v } = { k: [], v: [] }] = state.best.rows;
  expect([...k].slice(0, 2)).toEqual([0, 0]);
  expect([...v].slice(0, 2)).toEqual([0, 0]);
  for (const number of [...k.slice(2), ...v.slice(2)]) expect(Math.abs(number - 1)).toBeLessThan(0.1);
  expect(steps.at(-1)?.loss).toBeLessThan((steps[0]?.loss ?? 0) / 2);
});

it("leaves the start untouched", async () => {
  const given = input();
  await run(given);
  expect(given.start).toEqual(start());
});

it("keeps the best prefix on the validation rows, and not the last", async () => {
  // Practice pulls away from what the validation rows want.
  const { state } = await run(input({ practice: [rowTo(-3)], validation: [rowTo(0)] }));
  expect(state.best.step).toBe(0);
  expect(state.best.rows).toEqual(start());
  expect(state.moving.rows).not.toEqual(start());
});

it("ends early when validations no longer get better", async () => {
  const patient = { ...settings, patience: 2 };
  const { state } = await run(input({ practice: [rowTo(-3)], validation: [rowTo(0)], settings: patient }));
  expect(state.step).toBe(10);
});

it("validates at its interval and behind the last step", async () => {
  const { steps } = await run(input({ settings: { ...settings, steps: 12 } }));
  expect(steps.filter(({ validation }) => validation !== null).map(({ step }) => step)).toEqual([5, 10, 12]);
});

it("a run that goes on where another was broken comes to the same numbers", async () => {
  const unbroken = await run(input());
  const broken = await run(input(), 17);
  expect(broken.state.step).toBe(17);
  const resumed = await run(input({ resumed: broken.state }));
  expect(resumed.state).toEqual(unbroken.state);
  expect([...broken.steps, ...resumed.steps]).toEqual(unbroken.steps);
});

it("another seed deals the rows in another order", async () => {
  const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((goal) => rowTo(goal));
  const unbounded = { ...settings, steps: 3, maxGradientNorm: 1e9 };
  const a = await run(input({ practice: rows, settings: unbounded }));
  const b = await run(input({ practice: rows, settings: { ...unbounded, seed: "t" } }));
  expect(a.steps.map(({ loss }) => loss)).not.toEqual(b.steps.map(({ loss }) => loss));
});

it("a long gradient is shortened to the limit, and said as it was", async () => {
  const far = input({ practice: [rowTo(1000)], settings: { ...settings, steps: 1, warmupSteps: 0 } });
  const { steps, state } = await run(far);
  expect(steps[0]?.gradientNorm).toBeGreaterThan(1000);
  const moments = state.moving.moments[0]?.k.first ?? [];
  expect(Math.hypot(...moments) * 10).toBeLessThanOrEqual(1);
});
