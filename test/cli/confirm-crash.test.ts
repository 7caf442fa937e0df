import { spawn } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { breaches, crash, type FaultPoint } from "../../scripts/confirm/crash.ts";
import { whyNoInjection } from "../../scripts/confirm/fault.ts";
import { openProposals } from "../../scripts/confirm/proposals.ts";
import { Worker } from "../../scripts/confirm/worker-process.ts";
import { describeWithPython } from "../tools/tool-files.ts";
import { testFolder } from "./edge-process.ts";

const why = whyNoInjection();

describeWithPython("a confirmation that is killed", () => {
  it("A92 at a file-system call never runs twice, nor is lost without a record", {
    timeout: 180_000,
  }, async ({ skip }) => {
    if (why !== null) skip(why);
    // Some of its calls; `npx tsx scripts/confirm/crash.ts` looks at each.
    const points = await crash(13, "KILL");
    expect(points.length).toBeGreaterThan(6);
    expect(points.filter(({ wasClaimed }) => wasClaimed).length).toBeGreaterThan(2);
    expect(points.filter(({ wasClaimed }) => !wasClaimed).length).toBeGreaterThan(2);
    expect(breaches(points)).toEqual([]);
  });

  it("A92 has its claim on the disk, folder and all, before its tool is started", {
    timeout: 60_000,
  }, async ({ skip }) => {
    if (why !== null) skip(why);
    const folder = realpathSync(testFolder());
    const proposals = await openProposals(folder);
    const { path: file, token } = await proposals.propose({ order_id: "A-1" });
    const worker = new Worker();
    await worker.next("ready");
    const trace = path.join(folder, "trace");
    const calls = "trace=?link,?linkat,fsync,?rename,?renameat,?renameat2,execve";
    const argv = ["-f", "-y", "-s", "4096", "-o", trace, "-e", calls, "-p", `${worker.child.pid}`];
    const strace = spawn("strace", argv);
    await new Promise((resolve) => strace.stderr.once("data", resolve));
    const done = worker.next("done");
    worker.order({ path: file, token, barrier: "start", goAt: 0 });
    expect(await done).toMatchObject({ outcome: "completed" });
    strace.kill("SIGINT");
    await new Promise((resolve) => strace.once("exit", resolve));
    await worker.end();
    const lines = readFileSync(trace, "utf8").split("\n");
    const action = path.dirname(file);
    const at = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line));
    const order = [
      at(new RegExp(`fsync\\(.*<${action}/\\.claim\\.json\\..*> *\\)`)),
      at(new RegExp(`link.*"${action}/claim\\.json"`)),
      at(new RegExp(`fsync\\(.*<${action}>`)),
      at(/execve\(.*runner\/__main__\.py/),
      at(new RegExp(`rename.*"${action}/receipt\\.json"`)),
    ];
    expect(order[0], lines.join("\n")).toBeGreaterThanOrEqual(0);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });
});

const sound: FaultPoint = {
  thread: "fileThread",
  call: "fsync",
  n: 2,
  injected: true,
  first: null,
  wasClaimed: true,
  effectsBefore: 1,
  effectsAfter: 1,
  second: "unknown_outcome",
  hasReceipt: true,
};

it.each<[string, Partial<FaultPoint>, RegExp[]]>([
  ["nothing in a sound point", {}, []],
  ["nothing where a settled one was refused", { second: "confirmation_token_claimed" }, []],
  [
    "nothing where one that was never claimed ran after all",
    { wasClaimed: false, effectsBefore: 0, second: "completed" },
    [],
  ],
  ["an outcome without a code", { first: "TypeError: x" }, [/no code/]],
  [
    "a result without an effect",
    { first: "completed", effectsBefore: 0, effectsAfter: 0 },
    [/without its effect/],
  ],
  ["two effects", { effectsAfter: 2 }, [/two effects/, /run again/]],
  ["an effect without a claim", { wasClaimed: false, second: "completed" }, [/without a claim/]],
  ["a claim without a record", { hasReceipt: false }, [/no record/]],
  ["a claim that is told as something else", { second: "confirmation_token_expired" }, [/claimed, then/]],
  [
    "an open one that cannot be confirmed any more",
    { wasClaimed: false, effectsBefore: 0, effectsAfter: 0, second: "invalid_pending_action" },
    [/open, then/],
  ],
])("A92 the search for breaches finds %s", (_, change, expected) => {
  const found = breaches([{ ...sound, ...change }]);
  expect(found).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(found[index]).toMatch(pattern);
});
