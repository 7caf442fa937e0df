import path from "node:path";
import type { Clock } from "../system/clock.ts";
import type { CallProcess } from "../tools/confirm/pending-action.ts";
import { findPython } from "../tools/python/interpreter.ts";
import { createPythonRunner } from "../tools/python/runner.ts";
import type { ToolRunner } from "../tools/runner.ts";

/** A runner whose interpreter has answered. */
export interface OpenedRunner {
  readonly runner: ToolRunner;
  /** A command or an absolute path. */
  readonly python: string;
}

/** The outside of a confirmation: no engine, no store, no model. */
export interface ConfirmDeps {
  readonly clock: Clock;
  /** Asked for only where something relative starts at it. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** A runner as the action's call needs it. @throws python_not_found, interrupted */
  readonly openRunner: (call: CallProcess) => Promise<OpenedRunner>;
}

/** What the real outside of a confirmation is made of. */
export interface ConfirmIo {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Deadline of the call; `limits.runnerTimeoutMs` unless said. */
  readonly callTimeoutMs?: number;
}

export interface ConfirmChoices {
  /** Interpreter to use instead of the one that the chat had. */
  readonly python?: string | undefined;
  /** What the tool prints. */
  readonly onToolOutput?: (chunk: Uint8Array) => void;
}

/** The real outside. */
export function confirmDeps(
  io: ConfirmIo,
  { python: chosen, onToolOutput }: ConfirmChoices = {},
): ConfirmDeps {
  const { env, clock, signal, callTimeoutMs } = io;
  return {
    clock,
    signal,
    get cwd() {
      return io.cwd;
    },
    openRunner: async ({ python, ...call }) => {
      const named = isRelative(chosen) ? path.resolve(io.cwd, chosen) : chosen || python;
      const found = await findPython({ env, python: named, cwd: call.cwd, signal });
      const runner = createPythonRunner({
        ...call,
        env,
        python: found.path,
        ...(onToolOutput && { onStderr: onToolOutput }),
        ...(callTimeoutMs !== undefined && { callTimeoutMs }),
      });
      return { runner, python: found.path };
    },
  };
}

/** A plain word is looked for on the PATH. */
function isRelative(python: string | undefined): python is string {
  return python?.includes("/") === true && !path.isAbsolute(python);
}
