import { readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { runDialog } from "../../cli/dialog.ts";
import { isImprintError } from "../../errors/error.ts";
import { systemClock } from "../../system/clock.ts";
import { scriptedDeps, scriptedOptions } from "../pipeline/scripted-chat.ts";
import { callText, type Script, ScriptedEngine } from "../scripted-engine.ts";
import { describeWithPython, toolsFile } from "../tools/tool-files.ts";

const tools = `@edge_tool
def fee(amount: float) -> dict: return {"fee": amount}
`;

/** A conversation with a model that follows the script; `interruptAt` is Ctrl-C when stderr shows it. */
async function dialog(script: Script, lines: string[], options: { interruptAt?: RegExp } = {}) {
  const interruption = new AbortController();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const shown = { stdout: "", stderr: "" };
  stdout.on("data", (chunk) => {
    shown.stdout += chunk;
  });
  stderr.on("data", (chunk) => {
    shown.stderr += chunk;
    if (options.interruptAt?.test(shown.stderr)) interruption.abort();
  });
  const deps = { ...scriptedDeps(new ScriptedEngine(script)), signal: interruption.signal };
  const io = {
    env: deps.env,
    cwd: deps.cwd,
    clock: systemClock,
    signal: interruption.signal,
    stdin,
    stdout,
    stderr,
  };
  stdin.end(lines.join("\n"));
  const error = await runDialog(io, scriptedOptions(toolsFile(tools)), false, deps).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const receipts = [...shown.stderr.matchAll(/^\[chat:receipt\] (.+)$/gm)].map(([, file = ""]) =>
    JSON.parse(readFileSync(file, "utf8")),
  );
  return { ...shown, error, receipts };
}

describeWithPython("a conversation", () => {
  it("goes on behind a prompt that does not fit, which has no receipt", async () => {
    const lines = ["hello", "y".repeat(6_000), "and now?"];
    const { error, receipts, stdout, stderr } = await dialog(["Hello to you.", "Well."], lines);
    expect(error).toBeNull();
    expect(stderr).toMatch(/^\[chat:refused\] context_too_small: the conversation needs \d+ tokens/m);
    expect(stdout).toContain("assistant> Well.\n");
    expect(receipts).toMatchObject([
      { turn_index: 1, history_turn_count: 0, status: "completed" },
      { turn_index: 2, history_turn_count: 1, status: "completed" },
    ]);
  });

  it("that is interrupted behind a call leaves that turn's receipt", async () => {
    const script = [callText("fee", { amount: 1 }), "unreached"];
    const { error, receipts } = await dialog(script, ["fee?", "more?"], { interruptAt: /^\[chat:call\]/m });
    expect(isImprintError(error, "interrupted")).toBe(true);
    expect(receipts).toMatchObject([
      { turn_index: 1, status: "interrupted", tool_calls: [{ name: "fee", status: "completed" }] },
    ]);
  });
});
