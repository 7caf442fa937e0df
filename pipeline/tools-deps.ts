import type { ToolsDeps } from "../tools/load.ts";
import { createPythonRunner } from "../tools/python/runner.ts";
import type { Containment } from "../tools/runner.ts";

/** The outside of commands that only look into a tools file: no engine, no store, no model. */
export function toolsDeps(
  io: Containment & {
    readonly env: NodeJS.ProcessEnv;
    readonly cwd: string;
    readonly signal: AbortSignal;
    readonly python: string | undefined;
    /** What the file prints. */
    readonly onToolOutput: (chunk: Uint8Array) => void;
  },
): ToolsDeps {
  const { env, cwd, signal, python, isolate, cleanEnv, onToolOutput: onStderr } = io;
  return { cwd, signal, runner: createPythonRunner({ env, cwd, python, isolate, cleanEnv, onStderr }) };
}
