import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, inject, it } from "vitest";
import { describeWithPython } from "../tools/tool-files.ts";
import { edge, onlyDocument, root, testFolder } from "./edge-process.ts";

const whyNoTrace =
  spawnSync("strace", ["-f", "-o", "/dev/null", "true"]).status === 0 ? null : "strace does not work here";

/** The system calls of a command and of all that it starts, one a line. */
async function traced(calls: string, argv: readonly string[], options: { cwd?: string } = {}) {
  const folder = testFolder();
  const trace = path.join(folder, "trace");
  const through = ["strace", "-f", "-qq", "-e", `trace=${calls}`, "-o", trace];
  const run = await edge(path.join(folder, "data"), argv, { ...options, through });
  return { ...run, lines: readFileSync(trace, "utf8").split("\n") };
}

const model = () => ["--model", inject("tinyModelPath"), "--max-tokens", "2"];

describe("what a chat opens", { timeout: 120_000 }, () => {
  describeWithPython("with tools", () => {
    it("A4 is no listening socket, neither of edge nor of what it starts", async ({ skip }) => {
      if (whyNoTrace !== null) skip(whyNoTrace);
      const tools = ["--tools", path.join(root, "samples/tools/first.py")];
      const argv = ["demo", "chat", ...model(), ...tools, "--prompt", "Say hello.", "--json"];
      const { exit, stdout, lines } = await traced("bind,listen,execve", argv);
      const { tool_calls: calls } = onlyDocument(stdout) as unknown as { tool_calls: object[] };
      expect([exit, calls[0]]).toMatchObject([0, { status: "completed", runner_secret_verified: true }]);
      // The trace does cover the runner.
      expect(lines.filter((line) => /execve\(.*runner.* = 0/.test(line)).length).toBeGreaterThan(0);
      expect(lines.filter((line) => /\blisten\(.* = 0/.test(line))).toEqual([]);
      expect(lines.filter((line) => /\bbind\(.*AF_INET.* = 0/.test(line))).toEqual([]);
    });
  });

  it("A86 is no tools file that --tools does not name, though one lies there", async ({ skip }) => {
    if (whyNoTrace !== null) skip(whyNoTrace);
    const cwd = testFolder();
    writeFileSync(path.join(cwd, "tools.py"), "raise SystemExit('this file was run')\n");
    const argv = ["demo", "chat", ...model(), "--prompt", "Say hello.", "--json"];
    const { exit, lines } = await traced("open,openat,execve", argv, { cwd });
    expect(exit).toBe(0);
    expect(lines.some((line) => line.includes(path.basename(inject("tinyModelPath"))))).toBe(true);
    expect(lines.filter((line) => /\.py"|execve\(.*python/.test(line))).toEqual([]);
  });
});
