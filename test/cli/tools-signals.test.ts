import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { describeWithPython, temporaryFolder, toolsFile } from "../tools/tool-files.ts";
import { edgeArgv, root } from "./edge-process.ts";

const [node = "", ...entry] = edgeArgv;

interface Interrupted {
  readonly exit: number | null;
  readonly stdout: string;
  /** The runner and a process that the tools file started. */
  readonly pids: readonly number[];
}

/** Starts `edge tools validate --json` on a file that hangs as `hanging` says, and ends edge with a signal. */
async function interrupted(signal: NodeJS.Signals, hanging: string): Promise<Interrupted> {
  const pidFile = path.join(temporaryFolder(), "pids");
  const file = toolsFile(`import os, re, subprocess, sys, time
child = subprocess.Popen(["sleep", "60"])
with open(${JSON.stringify(pidFile)}, "w") as f: f.write(f"{os.getpid()} {child.pid}")
print("hanging")
${hanging}
`);
  const edge = spawn(node, [...entry, "tools", "validate", file, "--json"], { cwd: root });
  let stdout = "";
  edge.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  edge.stderr.once("data", () => edge.kill(signal));
  const exit = await new Promise<number | null>((resolve) => edge.on("close", resolve));
  return { exit, stdout, pids: readFileSync(pidFile, "utf8").split(" ").map(Number) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A killed orphan stays a zombie until its new parent collects it.
  return (
    !existsSync(`/proc/${pid}/status`) || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  );
}

const allGone = (pids: readonly number[]) =>
  expect.poll(() => pids.filter(isRunning), { timeout: 5_000 }).toEqual([]);

describeWithPython("edge that is told to end while a tools file runs", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "by %s ends as interrupted, and takes it along",
    async (signal) => {
      const { exit, stdout, pids } = await interrupted(signal, "time.sleep(60)");
      expect([exit, JSON.parse(stdout).status]).toEqual([130, "interrupted"]);
      await allGone(pids);
    },
  );

  it.each([
    ["sleeps", "time.sleep(60)"],
    ["never lets its interpreter go", 're.match("(a|a)*$", "a" * 60 + "b")'],
    [
      "ignores signals",
      "import signal\nfor n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\ntime.sleep(60)",
    ],
    ["closes every descriptor but its channels", "os.closerange(0, 100)\ntime.sleep(60)"],
  ])("by SIGKILL takes a file along that %s", async (_, hanging) => {
    const { pids } = await interrupted("SIGKILL", hanging);
    await allGone(pids);
  });
});
