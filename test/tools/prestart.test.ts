import { execFile } from "node:child_process";
import { appendFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { systemClock } from "../../system/clock.ts";
import { executeCall } from "../../tools/call.ts";
import { loadTools } from "../../tools/load.ts";
import { onLinux } from "./namespaces.ts";
import { newMark, processesWith, zombieChildren } from "./processes.ts";
import {
  describeWithPython,
  refusal,
  sourceOf,
  type TestRunnerOptions,
  testRunner,
  toolsFile,
} from "./tool-files.ts";

const counting = `import os
count = 0
@edge_tool
def f() -> list[int]:
    global count
    count += 1
    return [count]
`;

/** A frozen file, and a runner that starts ahead; `mark` is in the environment of all of its processes. */
async function prestarted(options: TestRunnerOptions = {}, content = counting) {
  const mark = newMark();
  const runner = testRunner({ ...options, env: { ...process.env, EDGE_TEST_MARK: mark } });
  const tools = await loadTools({ file: toolsFile(content) }, { runner });
  runner.prestart();
  const call = () => executeCall({ clock: systemClock }, tools, { toolName: "f", arguments: {} });
  return { runner, tools, call, waiting: () => processesWith(mark) };
}

describeWithPython("a runner that starts ahead", () => {
  it("has an interpreter waiting before and after each call, and none once it is disposed", async ({
    skip,
  }) => {
    if (!onLinux) skip("looks for processes in /proc");
    const { runner, call, waiting } = await prestarted();
    for (let round = 0; round < 3; round++) {
      await expect.poll(() => waiting().length).toBeGreaterThan(0);
      const [spare] = waiting();
      expect(await call()).toMatchObject({ status: "completed" });
      expect(waiting()).not.toContain(spare);
    }
    await runner.dispose();
    expect([waiting(), zombieChildren()]).toEqual([[], []]);
  });

  it("A72 runs the file afresh in each call, and one process serves one call", async () => {
    const { call } = await prestarted();
    for (let round = 0; round < 3; round++) expect(await call()).toMatchObject({ result: { result: [1] } });
  });

  it("A14 notices a file that changed while an interpreter was waiting", async () => {
    const { tools, call } = await prestarted();
    appendFileSync(sourceOf(tools).path, "# changed\n");
    expect(await call()).toMatchObject({ status: "tools_file_changed", isolation: null });
  });

  it("replaces one that died while it waited", async ({ skip }) => {
    if (!onLinux) skip("looks for processes in /proc");
    const { call, waiting } = await prestarted();
    await expect.poll(() => waiting().length).toBeGreaterThan(0);
    for (const pid of waiting()) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It went with another one.
      }
    }
    await expect.poll(waiting).toEqual([]);
    expect(await call()).toMatchObject({ status: "completed" });
    expect(zombieChildren()).toEqual([]);
  });

  it("does not give a waiting interpreter's time to the call, nor takes it away", async () => {
    const content = "import time\n@edge_tool\ndef f(): time.sleep(60)\n";
    const { call } = await prestarted({ timeoutMs: 1_500 }, content);
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    const outcome = await call();
    expect(outcome.status).toBe("runner_timeout");
    expect(outcome.elapsedMs).toBeGreaterThanOrEqual(1_490);
  });

  it("uses one for discovery too, and can be used again after it was disposed", async () => {
    const { runner, tools, call } = await prestarted();
    expect((await runner.discover(sourceOf(tools))).tools).toHaveLength(1);
    await runner.dispose();
    expect(await call()).toMatchObject({ status: "completed" });
  });

  it("starts none after an interruption", async ({ skip }) => {
    if (!onLinux) skip("looks for processes in /proc");
    const { runner, tools, waiting } = await prestarted(
      {},
      "import time\ntime.sleep(0.5)\n@edge_tool\ndef f(): pass\n",
    );
    const signal = AbortSignal.timeout(100);
    expect(await refusal(runner.discover(sourceOf(tools), { signal }))).toBe("interrupted");
    expect(waiting()).toEqual([]);
  });

  it("does not keep its program from ending, and ends with it", async ({ skip }) => {
    if (!onLinux) skip("looks for processes in /proc");
    const mark = newMark();
    const child = path.join(import.meta.dirname, "prestart-child.ts");
    const env = { ...process.env, EDGE_TEST_MARK: mark };
    const argv = ["--import", "tsx", child, toolsFile(counting)];
    const { stdout } = await promisify(execFile)(process.execPath, argv, { env, timeout: 15_000 });
    expect(stdout).toBe("ending\n");
    await expect.poll(() => processesWith(mark), { timeout: 5_000 }).toEqual([]);
  });
});
