import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe } from "vitest";
import type { ErrorCode } from "../../errors/codes.ts";
import { isImprintError } from "../../errors/error.ts";
import { systemClock } from "../../system/clock.ts";
import { executeCall, type ToolCallOutcome } from "../../tools/call.ts";
import type { FrozenTools } from "../../tools/frozen-tools.ts";
import { loadTools, type ToolsRequest } from "../../tools/load.ts";
import { findPython } from "../../tools/python/interpreter.ts";
import { createPythonRunner } from "../../tools/python/runner.ts";
import type { Containment, DiscoveredTools, ToolProblem, ToolRunner } from "../../tools/runner.ts";
import { readToolsSource, type ToolsSource } from "../../tools/source.ts";

const found = await findPython({ env: process.env }).catch((error: unknown) => {
  if (isImprintError(error, "python_not_found")) return error.message;
  throw error;
});

/** The Python of this machine; null where there is none. */
export const python = typeof found === "string" ? null : found;

/** A suite that runs tools files; skipped, with the reason, where there is no Python. */
export function describeWithPython(name: string, suite: () => void): void {
  describe(name, () => {
    beforeEach(({ skip }) => {
      if (typeof found === "string") skip(found);
    });
    suite();
  });
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A fresh folder, removed when the test file ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "edge-tools-"));
  folders.push(folder);
  return folder;
}

/** Writes a tools file into a fresh folder. Text gets the import that every file needs. */
export function toolsFile(content: string | Uint8Array): string {
  const file = path.join(temporaryFolder(), "tools.py");
  writeFileSync(
    file,
    typeof content === "string" ? `from edgestudio.tools import edge_tool\n${content}` : content,
  );
  return file;
}

export interface Printed {
  stderr: string;
}

export interface TestRunnerOptions extends Partial<Containment> {
  readonly timeoutMs?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly python?: string;
  readonly printed?: Printed;
}

const runners: ToolRunner[] = [];
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.dispose();
});

/** A runner with short deadlines that collects what tools print; nothing of it waits longer than its test. */
export function testRunner(options: TestRunnerOptions = {}) {
  const { isolate = "processes", cleanEnv = false } = options;
  const runner = createPythonRunner({
    env: options.env ?? process.env,
    isolate,
    cleanEnv,
    python: options.python ?? python?.path,
    callTimeoutMs: options.timeoutMs ?? 8_000,
    discoveryTimeoutMs: options.timeoutMs ?? 8_000,
    onStderr: (chunk) => {
      if (options.printed) options.printed.stderr += Buffer.from(chunk).toString("utf8");
    },
  });
  runners.push(runner);
  return runner;
}

export async function discover(content: string | Uint8Array): Promise<DiscoveredTools> {
  return testRunner().discover(await readToolsSource(toolsFile(content)));
}

/** Code and place of every problem of a file. */
export async function problemsOf(content: string | Uint8Array): Promise<ToolProblem[]> {
  return [...(await discover(content)).problems];
}

export async function codesOf(content: string | Uint8Array): Promise<string[]> {
  return (await problemsOf(content)).map((problem) => problem.code);
}

/** The generated schema of the first parameter of the only tool. */
export async function parametersOf(signature: string, preamble = "") {
  const { tools, problems } = await discover(
    `${preamble}\n@edge_tool\ndef probe(${signature}):\n    return 1\n`,
  );
  return problems.length > 0 ? problems.map((problem) => problem.code) : tools[0]?.draft?.schema.parameters;
}

export async function load(
  content: string | Uint8Array,
  request: Omit<ToolsRequest, "file"> = {},
  options: TestRunnerOptions = {},
): Promise<FrozenTools> {
  return loadTools({ ...request, file: toolsFile(content) }, { runner: testRunner(options) });
}

/** The file that a frozen set was discovered in. */
export function sourceOf({ surface }: FrozenTools): ToolsSource {
  if (surface.kind !== "python_file") throw new TypeError("not a tools file");
  return surface.source;
}

/** Loads a file and makes one call of it. */
export async function call(
  content: string,
  toolName: string,
  args: unknown = {},
  options: TestRunnerOptions = {},
): Promise<ToolCallOutcome> {
  const tools = await load(content, {}, options);
  return executeCall({ clock: systemClock }, tools, { toolName, arguments: args });
}

/** The code that a promise is refused with; fails for a success or another error. */
export async function refusal(action: Promise<unknown>): Promise<ErrorCode> {
  try {
    await action;
  } catch (error) {
    if (isImprintError(error)) return error.code;
    throw error;
  }
  throw new Error("nothing was refused");
}
