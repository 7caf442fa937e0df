import { spawn } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import path from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";
import { edgeArgv, onlyDocument, root, testFolder } from "./edge-process.ts";

type Output = "read" | "closed" | number;
const fullDisk = "/dev/full";

/** Runs `edge` while somebody reads an output, or left before it began, or with a file in its place. */
async function edgeWith(argv: readonly string[], outputs: { stdout: Output; stderr: Output }) {
  const [node = "", ...args] = [...edgeArgv, ...argv];
  const stdio = ([outputs.stdout, outputs.stderr] as const).map((output) =>
    typeof output === "number" ? output : "pipe",
  );
  const env = { ...process.env, EDGE_DATA_DIR: path.join(testFolder(), "data") };
  // Its input stays open, as a terminal where nobody types.
  const child = spawn(node, args, { cwd: root, env, stdio: ["pipe", ...stdio] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const heard = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    if (outputs[name] === "closed") child[name]?.destroy();
    child[name]?.on("data", (chunk) => {
      heard[name] += chunk;
    });
  }
  const exit = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { exit, ...heard };
}

const failing = ["models", "where", "no-such-model", "--json"];

it("a run that fails says so by its exit code, even if nobody reads its result", async () => {
  expect((await edgeWith(failing, { stdout: "closed", stderr: "read" })).exit).toBe(1);
  const usage = ["models", "where", "--json"];
  expect((await edgeWith(usage, { stdout: "closed", stderr: "read" })).exit).toBe(2);
});

it("a run that succeeds succeeds, even if nobody reads its result", async () => {
  const run = await edgeWith(["models", "list"], { stdout: "closed", stderr: "read" });
  expect(run).toEqual({ exit: 0, stdout: "", stderr: "" });
});

it("with nobody at stderr the result is whole, and the exit code is the run's own", async () => {
  // Without a command edge prints its help on stderr, then its error as the one document.
  const run = await edgeWith(["--json"], { stdout: "read", stderr: "closed" });
  expect(run.exit).toBe(2);
  expect(onlyDocument(run.stdout)).toMatchObject({ ok: false, status: "invalid_usage" });
});

it("with nobody at either end the exit code is left", async () => {
  const argv = ["tools", "validate", "no-such-file.py"];
  expect((await edgeWith(argv, { stdout: "closed", stderr: "closed" })).exit).toBe(1);
});

it("a result that the disk had no room for is a failure", async ({ skip }) => {
  if (!existsSync(fullDisk)) skip(`needs ${fullDisk}`);
  const run = await edgeWith(["models", "list"], { stdout: openSync(fullDisk, "w"), stderr: "read" });
  expect(run.exit).toBe(1);
});

it("a conversation ends when nobody reads its answers any more", async () => {
  const argv = ["demo", "chat", "--interactive", "--model", inject("tinyModelPath")];
  const run = await edgeWith(argv, { stdout: "closed", stderr: "read" });
  expect(run.exit, run.stderr).toBe(0);
});
