import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { assumedLog10Threshold } from "../../imprint/call-gate.ts";
import { limits } from "../../imprint/limits.ts";
import { type ChatStage, openChat } from "../../pipeline/chat.ts";
import { runChat } from "../../pipeline/run-chat.ts";
import { type Script, ScriptedEngine } from "../scripted-engine.ts";
import { describeWithPython, refusal, temporaryFolder, toolsFile } from "../tools/tool-files.ts";
import { type ScriptedChatOptions, scriptedDeps, scriptedOptions } from "./scripted-chat.ts";

const fee = "@edge_tool\ndef fee(amount: float): return amount\n";

/** Counts how often the engine and its parts were opened and given back. */
class CountedEngine extends ScriptedEngine {
  opened = 0;
  disposed = 0;
  override async dispose() {
    this.disposed++;
  }
}

function place(script: Script = []) {
  const engine = new CountedEngine(script);
  const deps = {
    ...scriptedDeps(engine),
    openEngine: async () => {
      engine.opened++;
      return engine;
    },
  };
  return { engine, deps };
}

describeWithPython("opening a chat", () => {
  it.each<[string, string, () => [string | null, ScriptedChatOptions]]>([
    ["a missing tools file", "tools_file_not_found", () => ["/nowhere/tools.py", {}]],
    ["a tools file without tools", "no_tools_found", () => [toolsFile("x = 1"), {}]],
    [
      "a choice that the file does not have",
      "unknown_tool_selection",
      () => [toolsFile(fee), { names: ["x"] }],
    ],
    [
      "a level that is none",
      "unsupported_execution_level",
      () => [toolsFile('@edge_tool(execution_level="admin")\ndef f(): pass\n'), {}],
    ],
    ["a missing imprint", "imprint_path_not_found", () => [toolsFile(fee), { withImprint: "./gone" }]],
    ["a model that nobody knows", "unknown_model", () => [toolsFile(fee), { modelRef: "no-such-model" }]],
    ["a model file that is none", "invalid_model_file", () => [null, { modelRef: notAModel() }]],
  ])("is refused for %s (%s), and no engine is opened", async (_, code, given) => {
    const { engine, deps } = place();
    const [file, options] = given();
    expect(await refusal(openChat(scriptedOptions(file, options), deps))).toBe(code);
    expect(engine.opened).toBe(0);
  });

  it("A86 looks at no file that it was not given", async () => {
    const { deps } = place(["Hi."]);
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, "tools.py"), "raise SystemExit('loaded')");
    mkdirSync(path.join(folder, "tools"));
    const session = await openChat(scriptedOptions(null), { ...deps, cwd: folder });
    expect([session.mode, session.contract, session.tools]).toEqual([null, null, null]);
  });

  it("says what it does, and how the model learns of the tools", async () => {
    const { deps } = place();
    const stages: [ChatStage, string][] = [];
    const session = await openChat(scriptedOptions(toolsFile(fee)), deps, (...stage) => stages.push(stage));
    expect(stages.map(([stage]) => stage)).toEqual(["load", "gate", "ready"]);
    expect(stages[2]?.[1]).toBe("hidden_turns");
    expect(session.contract?.tools.map(({ schema }) => schema.name)).toEqual(["fee"]);
    expect(session.maxTokens).toBe(limits.answerTokens);
    expect(session.callGate?.log10_threshold).toBe(assumedLog10Threshold);
  });

  it("gives the engine back when it is closed", async () => {
    const { engine, deps } = place();
    const session = await openChat(scriptedOptions(null), deps);
    expect([engine.opened, engine.disposed]).toEqual([1, 0]);
    await session.dispose();
    expect(engine.disposed).toBe(1);
  });

  it("gives the engine back when the conversation cannot begin", async () => {
    const { engine, deps } = place();
    engine.openModel = async () => {
      const model = await CountedEngine.prototype.openModel.call(engine);
      model.openContext = async () => {
        throw new Error("out of memory");
      };
      return model;
    };
    await expect(openChat(scriptedOptions(null), deps)).rejects.toThrow("out of memory");
    expect([engine.opened, engine.disposed]).toEqual([1, 1]);
  });
});

describe("one prompt", () => {
  it("gives the engine back, after a failure too", async () => {
    const { engine, deps } = place(["Hi."]);
    const chat = { ...scriptedOptions(null), prompt: "Hello!", includeText: false };
    await runChat(chat, deps);
    expect([engine.opened, engine.disposed]).toEqual([1, 1]);
    await expect(runChat(chat, deps)).rejects.toThrow("the script has no further turn");
    expect([engine.opened, engine.disposed]).toEqual([2, 2]);
  });

  it("that is interrupted ends at once and leaves no receipt", async () => {
    const { engine, deps } = place(["Hello to you, and then some."]);
    const interruption = new AbortController();
    const chat = { ...scriptedOptions(null), prompt: "Hello!", includeText: false };
    const events = { onText: () => interruption.abort() };
    const run = runChat(chat, { ...deps, signal: interruption.signal }, events);
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
    expect([engine.disposed, engine.writtenTokens]).toEqual([1, 2]);
    expect(existsSync(deps.folders.runs)).toBe(false);
  });
});

function notAModel(): string {
  const file = path.join(temporaryFolder(), "model.gguf");
  writeFileSync(file, "GGUF and then nothing of the kind");
  return file;
}
