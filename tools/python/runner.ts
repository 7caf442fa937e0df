import path from "node:path";
import { ImprintError } from "../../errors/error.ts";
import { limits } from "../../imprint/limits.ts";
import { isRunnerDiscovery } from "../../schemas/index.ts";
import { packageRoot } from "../../system/package-root.ts";
import { type Containment, defaultContainment, type PythonInfo, type ToolRunner } from "../runner.ts";
import type { ToolsSource } from "../source.ts";
import { cappedOutput } from "./capped-output.ts";
import { findPython, locatePython } from "./interpreter.ts";
import { callOutcome, discoveryFailure } from "./outcome.ts";
import type { RunnerOperation } from "./protocol.ts";
import { discoveredTools } from "./reply.ts";
import { type Run, RunnerProcess } from "./runner-process.ts";
import { WaitingRunner } from "./waiting-runner.ts";

/** Processes are isolated and the environment is the user's, unless said. */
export interface PythonRunnerOptions extends Partial<Containment> {
  /** The user's environment, whole. */
  readonly env: NodeJS.ProcessEnv;
  /** Working directory of tools; this process's when left out. */
  readonly cwd?: string | undefined;
  /** The value of `--python`. */
  readonly python?: string | undefined;
  /** Receives what tools print, as it comes. */
  readonly onStderr?: ((chunk: Uint8Array) => void) | undefined;
  readonly callTimeoutMs?: number;
  readonly discoveryTimeoutMs?: number;
}

/**
 * Runs tools files with Python, in a fresh process each time. The interpreter is looked for at the first use.
 * Tools have the user's own permissions: this isolates their failures, it does not confine them.
 */
export function createPythonRunner(options: PythonRunnerOptions): ToolRunner {
  const { callTimeoutMs = limits.runnerTimeoutMs, discoveryTimeoutMs = limits.discoveryTimeoutMs } = options;
  const readyTimeoutMs = Math.max(callTimeoutMs, discoveryTimeoutMs);
  const { env, python: named, cwd } = options;
  let python: PythonInfo | undefined;
  let waiting: WaitingRunner | undefined;
  let isPrestarting = false;

  async function run(
    source: ToolsSource,
    operation: RunnerOperation,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Run & { python: PythonInfo }> {
    python ??= await findPython({ env, python: named, cwd, signal, isBare: options.isolate === "net" });
    const found = python;
    waiting ??= new WaitingRunner(() => startRunner(options, found.path, readyTimeoutMs));
    if (signal?.aborted) throw interrupted();
    const runner = await waiting.take();
    const ended = await runner.serve(source, operation, { timeoutMs, signal });
    if (ended.kind === "aborted") throw interrupted();
    if (isPrestarting) waiting.prepare();
    return { ...ended, python: found };
  }

  return {
    async discover(source, { signal } = {}) {
      const { python, ...ended } = await run(source, { op: "discover" }, discoveryTimeoutMs, signal);
      if (isRunnerDiscovery(ended.payload)) return discoveredTools(ended.payload, python);
      throw new ImprintError(...discoveryFailure(ended, discoveryTimeoutMs));
    },
    async call({ source, tool, arguments: args, signal }) {
      const operation = { op: "call", tool, arguments: args } as const;
      return callOutcome(await run(source, operation, callTimeoutMs, signal), callTimeoutMs);
    },
    prestart() {
      isPrestarting = true;
      waiting?.prepare();
    },
    async dispose() {
      isPrestarting = false;
      await waiting?.dispose();
    },
  };
}

function startRunner(options: PythonRunnerOptions, command: string, readyTimeoutMs: number): RunnerProcess {
  const { env, cwd, onStderr = () => {} } = options;
  const { isolate = defaultContainment.isolate, cleanEnv = defaultContainment.cleanEnv } = options;
  return new RunnerProcess({
    command: cleanEnv ? locatePython(command, env) : command,
    // Into an empty network nothing of the user's comes before the proof: see python/runner/sites.py.
    args: [isolate === "net" ? "-BPIS" : "-BP", path.join(packageRoot(), "python", "runner", "__main__.py")],
    env: cleanEnv ? {} : env,
    cwd,
    isolate,
    onStderr: cappedOutput(limits.runnerPrintedBytes, onStderr),
    readyTimeoutMs,
  });
}

function interrupted(): ImprintError {
  return new ImprintError("interrupted", "interrupted while a tools file ran");
}
