import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, inject, it } from "vitest";
import { parseEngineState } from "../../imprint/state/parse.ts";
import { learn, type StageRunner } from "../../pipeline/learn.ts";
import { pendingActionOf } from "../../pipeline/turn-record.ts";
import { commitTool } from "../../scripts/confirm/proposals.ts";
import { buildState, geometryOf } from "../imprint/state/build-state.ts";
import { callText, ScriptedContext, ScriptedEngine, type ScriptedModel } from "../scripted-engine.ts";
import { describeWithPython, temporaryFolder, toolsFile } from "../tools/tool-files.ts";
import { scriptedDeps } from "./scripted-chat.ts";

/** The memory of the tiny model. */
const shape = { layerCount: 2, kWidth: 64, vWidth: 64, type: "F16" } as const;

/** A scripted engine whose states are of the engine's own form, so that they can be sealed and admitted. */
class SealableEngine extends ScriptedEngine {
  override async openModel(): Promise<ScriptedModel> {
    const model = await super.openModel();
    return Object.assign(model, {
      openContext: async (contextTokens: number) => new SealableContext(model, contextTokens),
    });
  }
}

class SealableContext extends ScriptedContext {
  override async saveState(file: string): Promise<void> {
    await writeFile(file, buildState({ ...shape, tokens: this.tokens() }), { flag: "wx" });
  }

  override async loadState(file: string): Promise<void> {
    const { tokens } = parseEngineState(await readFile(file), {
      ...geometryOf(shape),
      vocabSize: 2 ** 31 - 1,
    });
    await writeFile(`${file}.json`, JSON.stringify([...tokens]));
    await super.loadState(`${file}.json`);
  }
}

const stage: StageRunner = (_, action) => action(() => {});

describeWithPython("a learn run whose model calls a commit tool", () => {
  it("A48 A60 ends its answer there, runs nothing and leaves no action to confirm", async () => {
    const effects = path.join(temporaryFolder(), "effects");
    const engine = new SealableEngine(["Before.", callText("submit_order", { order_id: "A-1" })]);
    const deps = scriptedDeps(engine);
    const { after } = await learn(
      {
        sample: { sampleFile: path.resolve(import.meta.dirname, "../../samples/learn/service_fees.json") },
        modelRef: inject("tinyModelPath"),
        tools: { surface: "python_file", file: toolsFile(commitTool(effects)), names: [], tags: [] },
        question: null,
        maxTokens: null,
        prepare: false,
      },
      deps,
      stage,
    );
    expect(after).toMatchObject({ status: "tool_confirmation_required", answerSource: "safe_answer" });
    expect(pendingActionOf(after)).toBeNull();
    expect(existsSync(deps.folders.pendingActions)).toBe(false);
    expect(existsSync(effects)).toBe(false);
  });
});
