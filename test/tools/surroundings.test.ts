import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { limits } from "../../imprint/limits.ts";
import { systemClock } from "../../system/clock.ts";
import { executeCall } from "../../tools/call.ts";
import { loadTools } from "../../tools/load.ts";
import { cappedOutput } from "../../tools/python/capped-output.ts";
import { createPythonRunner } from "../../tools/python/runner.ts";
import { call, describeWithPython, type Printed, python, temporaryFolder, toolsFile } from "./tool-files.ts";

const environment = `import os
@edge_tool
def f() -> list[str]: return sorted(os.environ)
`;

describeWithPython("--clean-env", () => {
  it("starts from nothing: what a tool finds is what Python and the runner put there", async () => {
    const env = { ...process.env, SECRET_CANARY: "x", HOME: "/nowhere" };
    const dirty = await call(environment, "f", {}, { env });
    expect(dirty.result?.result).toEqual(expect.arrayContaining(["SECRET_CANARY", "HOME", "PATH"]));
    const clean = await call(environment, "f", {}, { env, cleanEnv: true });
    const names = clean.result?.result as string[];
    expect(
      names.filter((name) => !/^(EDGE_RUN_[0-9A-F]{16}|LC_CTYPE|__CF_USER_TEXT_ENCODING)$/.test(name)),
    ).toEqual([]);
  });

  it("holds in discovery as well, and finds an interpreter that was named by a plain word", async () => {
    const folder = temporaryFolder();
    symlinkSync(String(python?.path), path.join(folder, "plain-python"));
    chmodSync(folder, 0o755);
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, SECRET_CANARY: "x" };
    const content = `import os
assert "SECRET_CANARY" not in os.environ
${environment}`;
    const outcome = await call(content, "f", {}, { env, cleanEnv: true, python: "plain-python" });
    expect(outcome.status).toBe("completed");
  });
});

describeWithPython("an interpreter that is slow to start", () => {
  /** Waits for half a second before it is Python. */
  const slowPython = () => {
    const file = path.join(temporaryFolder(), "python");
    writeFileSync(file, `#!/bin/sh\nsleep 0.5\nexec ${JSON.stringify(python?.path)} "$@"\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const tool = "@edge_tool\ndef f(): pass\n";

  it("A74 has its start counted in the deadline of the call, and in that alone", async () => {
    const options = { env: process.env, python: slowPython() };
    const hasty = createPythonRunner({ ...options, callTimeoutMs: 300 });
    const tools = await loadTools({ file: toolsFile(tool) }, { runner: hasty });
    const outcome = await executeCall({ clock: systemClock }, tools, { toolName: "f", arguments: {} });
    expect(outcome).toMatchObject({ status: "runner_timeout", isolation: null });
    expect(outcome.elapsedMs).toBeLessThan(1_300);
  });

  it("is no hindrance to a call that leaves it the time", async () => {
    expect(await call(tool, "f", {}, { python: slowPython() })).toMatchObject({ status: "completed" });
  });
});

describeWithPython("what tools print", () => {
  it("is cut off at its limit with one note, and the call goes on", async () => {
    const printed: Printed = { stderr: "" };
    const body = `import sys
@edge_tool
def f() -> str:
    for _ in range(40): sys.stderr.write("x" * 65536)
    return "done"
`;
    expect(await call(body, "f", {}, { printed })).toMatchObject({ result: { result: "done" } });
    const [text = "", ...notes] = printed.stderr.split("\n").filter(Boolean);
    expect(text).toBe("x".repeat(limits.runnerPrintedBytes));
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^\[edge: .*dropped\]$/);
  });
});

describe("capped output", () => {
  const through = (limit: number, ...texts: string[]) => {
    let out = "";
    const sink = cappedOutput(limit, (chunk) => {
      out += Buffer.from(chunk).toString();
    });
    for (const text of texts) sink(Buffer.from(text));
    return out;
  };

  it("is the output itself up to and with its last byte", () => {
    expect(through(4, "ab", "cd")).toBe("abcd");
    expect(through(4, "")).toBe("");
  });

  it.each([
    ["in the middle of a chunk", ["abcdef"]],
    ["between two chunks", ["abcd", "e", "f"]],
  ])("ends with one note when it goes over %s", (_, texts) => {
    expect(through(4, ...texts)).toMatch(/^abcd\n\[edge: more than 4 bytes .*\]\n$/);
  });
});
