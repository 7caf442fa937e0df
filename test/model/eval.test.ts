import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type EvalRun, evaluate } from "../../pipeline/evaluate.ts";
import { openLlamaEngine } from "../../runtime/engine/llama.ts";
import { scriptedDeps } from "../pipeline/scripted-chat.ts";
import { casesIn } from "../pipeline/scripted-eval.ts";
import { realModel } from "../real-model.ts";
import { ScriptedEngine } from "../scripted-engine.ts";
import { temporaryFolder } from "../tools/tool-files.ts";

const bfclFolder = path.resolve(import.meta.dirname, "../../../shared/vectors/bfcl");

function evaluated(modelRef: string, set: string, out: string): Promise<EvalRun> {
  const deps = { ...scriptedDeps(new ScriptedEngine([])), openEngine: () => openLlamaEngine() };
  return evaluate(
    {
      set,
      modelRef,
      tools: null,
      withImprint: null,
      bfclFolder,
      out,
      limit: 3,
      modes: ["prompt", "exact_imprint"],
      decodings: ["constrained"],
      maxTokens: 32,
      fresh: false,
    },
    deps,
  );
}

describe("SmolLM2-135M on the first rows of the leaderboard", () => {
  it.for(["bfcl:multiple", "bfcl:irrelevance"])(
    "%s: an exact imprint and the contract in the prompt give the same calls, none of them invalid",
    async (set, context) => {
      if (!existsSync(bfclFolder)) context.skip(`needs the leaderboard's files at ${bfclFolder}`);
      const out = path.join(temporaryFolder(), "run");
      const { paths, summary } = await evaluated(realModel(context), set, out);
      const cases = casesIn(paths.cases);
      const of = (mode: string) =>
        cases
          .filter((evalCase) => evalCase.mode === mode)
          .map(({ id, attempt, forced, gate, text }) => ({ id, attempt, forced, gate, text }));
      expect(of("exact_imprint")).toHaveLength(summary.set.rowsCount - summary.set.unfit.length);
      expect(of("exact_imprint")).toEqual(of("prompt"));
      expect(summary.settings.map(({ figures }) => figures.forced?.invalid.hits)).toEqual([0, 0]);
    },
  );
});
