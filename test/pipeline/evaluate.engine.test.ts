import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { EvalMode } from "../../eval/case.ts";
import type { Question } from "../../eval/question.ts";
import { EvalSession } from "../../pipeline/eval-session.ts";
import type { ModelRuntime } from "../../pipeline/model-runtime.ts";
import { systemClock } from "../../system/clock.ts";
import { toolWith } from "../eval/question-rows.ts";
import { openReal, workFolder } from "./real-runtime.ts";
import { untimed } from "./scripted-eval.ts";

const place = workFolder();
let runtime: ModelRuntime;
beforeAll(async () => {
  runtime = await openReal(inject("tinyModelPath"), path.join(place.path));
});
afterAll(async () => {
  await runtime.dispose();
  place.remove();
});

const tools = [
  toolWith("pay", { amount: { type: "integer" } }),
  toolWith("find", { name: { type: "string" } }),
];
const questions: Question[] = ["Pay 5.", "Who is Ann, and what did she pay last year?", "Hi!"].map(
  (prompt, n) => ({
    id: `question-${n}`,
    prompt,
    tools,
    expected: null,
  }),
);
const deps = { clock: systemClock, signal: new AbortController().signal };

/** The cases of these questions, asked one after the other in one session, free and constrained. */
async function asked(mode: EvalMode, of: readonly Question[]) {
  const session = new EvalSession(runtime, null, 16, deps);
  try {
    const cases = [];
    for (const question of of) {
      cases.push(await session.ask(question, { mode, decoding: "free" }));
      if (mode !== "no_contract") cases.push(await session.ask(question, { mode, decoding: "constrained" }));
    }
    return untimed(cases);
  } finally {
    await session.close();
  }
}

describe("questions that are asked one after the other", () => {
  it.each(["no_contract", "prompt", "exact_imprint"] as const)(
    "come to the same as each in a context of its own: %s",
    async (mode) => {
      const together = await asked(mode, questions);
      const alone = [];
      for (const question of questions) alone.push(...(await asked(mode, [question])));
      expect(together).toEqual(alone);
      expect(together.some(({ text }) => text !== "")).toBe(true);
    },
  );

  it("come to the same behind an exact imprint and with the contract in the prompt, which costs its prefill", async () => {
    const [prompt, exact] = [await asked("prompt", questions), await asked("exact_imprint", questions)];
    const bare = (cases: typeof prompt) => cases.map(({ mode, evaluatedTokens, ...rest }) => rest);
    expect(bare(exact)).toEqual(bare(prompt));
    const saved = prompt.map(({ evaluatedTokens }, n) => evaluatedTokens - (exact[n]?.evaluatedTokens ?? 0));
    expect(new Set(saved).size).toBe(1);
    expect(saved[0]).toBeGreaterThan(0);
  });
});
