import { expect, it } from "vitest";
import { openChat } from "../../pipeline/chat.ts";
import { ScriptedEngine, type ScriptedModel } from "../scripted-engine.ts";
import { onLinux } from "../tools/namespaces.ts";
import { newMark, processesWith } from "../tools/processes.ts";
import { describeWithPython, testRunner, toolsFile } from "../tools/tool-files.ts";
import { scriptedDeps, scriptedOptions } from "./scripted-chat.ts";

const fee = "@edge_tool\ndef fee(amount: float): return amount\n";

/** Its model opens, and has no memory for a conversation. */
class Contextless extends ScriptedEngine {
  override async openModel(): Promise<ScriptedModel> {
    const model = await super.openModel();
    return Object.assign(model, {
      openContext: () => Promise.reject(new Error("no context")),
    });
  }
}

/** The outside of a chat; every process of its runner carries the word. */
function markedPlace(engine = new ScriptedEngine(["Hi."])) {
  const mark = newMark();
  const runner = testRunner({ env: { ...process.env, EDGE_TEST_MARK: mark } });
  return { deps: { ...scriptedDeps(engine), runner }, waiting: () => processesWith(mark) };
}

describeWithPython("the interpreter that waits for a chat's next call", () => {
  it("is there while a chat with a tools file is open, and ends with it", async ({ skip }) => {
    if (!onLinux) skip("looks for processes in /proc");
    const { deps, waiting } = markedPlace();
    const session = await openChat(scriptedOptions(toolsFile(fee)), deps);
    expect(waiting()).not.toEqual([]);
    await session.dispose();
    expect(waiting()).toEqual([]);
  });

  it("ends with a chat that could not be opened", async ({ skip }) => {
    if (!onLinux) skip("looks for processes in /proc");
    const { deps, waiting } = markedPlace(new Contextless(["Hi."]));
    await expect(openChat(scriptedOptions(toolsFile(fee)), deps)).rejects.toThrow("no context");
    expect(waiting()).toEqual([]);
  });

  it("is not started for a chat without tools", async ({ skip }) => {
    if (!onLinux) skip("looks for processes in /proc");
    const { deps, waiting } = markedPlace();
    const session = await openChat(scriptedOptions(null), deps);
    expect(waiting()).toEqual([]);
    await session.dispose();
  });
});
