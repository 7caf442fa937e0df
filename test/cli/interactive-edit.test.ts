import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { sha256 } from "../../imprint/hash.ts";
import { callText, type Script } from "../scripted-engine.ts";
import { describeWithPython, temporaryFolder, toolsFile } from "../tools/tool-files.ts";
import { testFolder } from "./edge-process.ts";
import { chatArgv, scriptedEdge } from "./scripted-edge.ts";

/** A user's session: each prompt is typed when the receipt of the one before is there. */
async function session(file: string, script: Script, lines: readonly (string | (() => void))[]) {
  const stdin = new PassThrough();
  const data = path.join(testFolder(), "data");
  const left = [...lines];
  const type = () => {
    for (let line = left.shift(); line !== undefined; line = left.shift()) {
      if (typeof line === "string") return void stdin.write(`${line}\n`);
      line();
    }
    stdin.end("/exit\n");
  };
  let told = 0;
  const onStderr = (stderr: string) => {
    const receipts = [...stderr.matchAll(/^\[chat:receipt\] .+$/gm)].length;
    if (receipts > told || (told === 0 && stderr.endsWith("[chat:ready] hidden_turns\n"))) setImmediate(type);
    told = receipts;
  };
  const run = await scriptedEdge(chatArgv(file, "--interactive"), { script, stdin, data, onStderr });
  const receipts = [...run.ownStderr.matchAll(/^\[chat:receipt\] (.+)$/gm)].map(([, receipt = ""]) =>
    JSON.parse(readFileSync(receipt, "utf8")),
  );
  return { ...run, receipts };
}

describeWithPython("edge demo chat --interactive", () => {
  it("A75 refuses the call behind an edit and goes on talking; a new session runs the edited file", async () => {
    const log = path.join(temporaryFolder(), "runs.txt");
    const file = toolsFile(`@edge_tool
def fee(amount: float) -> dict:
    open(${JSON.stringify(log)}, "a").write("x")
    return {"fee": amount}
`);
    const runs = () => (existsSync(log) ? readFileSync(log, "utf8").length : 0);
    const frozen = sha256(readFileSync(file));
    const call = (amount: number) => callText("fee", { amount });
    const script = [call(1), "It is 1.", call(2), "I can still talk.", call(3)];
    const edit = () => appendFileSync(file, "# edited\n");
    const first = await session(file, script, ["one?", edit, "two?", "and?", "three?"]);
    expect(first.exit, first.stderr).toBe(0);
    expect(first.receipts.map(({ status }) => status)).toEqual([
      "completed",
      "tools_file_changed",
      "completed",
      "tools_file_changed",
    ]);
    expect(first.receipts.map(({ tools_file_sha256 }) => tools_file_sha256)).toEqual(Array(4).fill(frozen));
    expect(first.stdout).toContain(
      "assistant> I cannot answer that: the tool fee did not give a result (tools_file_changed).\n",
    );
    expect(runs()).toBe(1);

    const second = await session(file, [call(2), "It is 2."], ["two?"]);
    expect([second.exit, second.receipts.map(({ status }) => status), runs()]).toEqual([0, ["completed"], 2]);
    expect(second.receipts[0].tools_file_sha256).not.toBe(frozen);
    expect(second.receipts[0].active_set_sha256).toBe(first.receipts[0].active_set_sha256);
  });
});
