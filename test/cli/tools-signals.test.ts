import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import { newMark, processesWith } from "../tools/processes.ts";
import { describeWithPython, toolsFile } from "../tools/tool-files.ts";
import { edgeArgv, root } from "./edge-process.ts";

const [node = "", ...entry] = edgeArgv;

interface Interrupted {
  readonly exit: number | null;
  readonly stdout: string;
  /** In the environment of the runner and of what the tools file started. */
  readonly mark: string;
}

/** Starts `edge tools validate --json` on a file that hangs as `hanging` says, and ends edge with a signal. */
async function interrupted(signal: NodeJS.Signals, hanging: string, isolate: string): Promise<Interrupted> {
  const mark = newMark();
  const file = toolsFile(`import os, re, signal, subprocess, sys, time
subprocess.Popen(["sleep", "60"], start_new_session=True)
def hang():
    print("hanging")
    time.sleep(60)
${hanging}
`);
  const argv = [...entry, "tools", "validate", file, "--json", "--isolate", isolate];
  const edge = spawn(node, argv, { cwd: root, env: { ...process.env, EDGE_TEST_MARK: mark } });
  let stdout = "";
  edge.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  edge.stderr.once("data", () => edge.kill(signal));
  const exit = await new Promise<number | null>((resolve) => edge.on("close", resolve));
  return { exit, stdout, mark };
}

const allGone = (mark: string) => expect.poll(() => processesWith(mark), { timeout: 5_000 }).toEqual([]);

describeWithPython("edge that is told to end while a tools file runs", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "by %s ends as interrupted, and takes it along",
    async (signal) => {
      const { exit, stdout, mark } = await interrupted(signal, "hang()", "processes");
      expect([exit, JSON.parse(stdout).status]).toEqual([130, "interrupted"]);
      await allGone(mark);
    },
  );

  it.each([
    ["sleeps", "hang()"],
    ["never lets its interpreter go", 'print("hanging")\nre.match("(a|a)*$", "a" * 60 + "b")'],
    ["ignores signals", "for n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\nhang()"],
    ["closes every descriptor but its channels", "print('hanging')\nos.closerange(0, 100)\ntime.sleep(60)"],
    ["has stopped its supervisor", "os.kill(os.getppid(), signal.SIGSTOP)\nhang()"],
  ])("by SIGKILL takes a file along that %s", async (_, hanging) => {
    for (const isolate of ["processes", "none"]) {
      const { mark } = await interrupted("SIGKILL", hanging, isolate);
      await allGone(mark);
    }
  });
});
