import path from "node:path";
import { ImprintError, isImprintError } from "../../errors/error.ts";
import { canonicalBytes, type JsonObject, type JsonValue } from "../../imprint/canonical.ts";
import { sha256 } from "../../imprint/hash.ts";
import { limits } from "../../imprint/limits.ts";
import { isRunnerCall, isRunnerDiscovery } from "../../schemas/index.ts";
import { packageRoot } from "../../system/package-root.ts";
import { type ProcessEnd, runProcess } from "../../system/process.ts";
import type { ExecutionFailure } from "../executor.ts";
import type { PythonInfo, RunnerOutcome, ToolRunner } from "../runner.ts";
import type { ToolsSource } from "../source.ts";
import { findPython } from "./interpreter.ts";
import { encodeRequest, isFrameComplete, maxFrameHeaderBytes, newSecret, openFrame } from "./protocol.ts";
import { discoveredTools } from "./reply.ts";

export interface PythonRunnerOptions {
  /** The environment of tools: the user's, whole. */
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

/** One run of the subprocess: how it ended, and its authenticated payload if there was one. */
interface Run {
  readonly end: ProcessEnd;
  readonly payload: JsonValue | undefined;
}

/**
 * Runs tools files with Python, in a fresh process each time. The interpreter is looked for at the first use.
 * Tools have the user's own permissions: this isolates their failures, it does not confine them.
 */
export function createPythonRunner(options: PythonRunnerOptions): ToolRunner {
  const callTimeoutMs = options.callTimeoutMs ?? limits.runnerTimeoutMs;
  const discoveryTimeoutMs = options.discoveryTimeoutMs ?? limits.discoveryTimeoutMs;
  const entry = path.join(packageRoot(), "python", "runner", "__main__.py");
  let python: PythonInfo | undefined;

  async function run(
    source: ToolsSource,
    operation: Parameters<typeof encodeRequest>[1],
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Run & { python: PythonInfo }> {
    python ??= await findPython({ env: options.env, python: options.python, cwd: options.cwd, signal });
    const secret = newSecret();
    const end = await runProcess({
      command: python.path,
      args: ["-B", "-P", entry],
      env: options.env,
      cwd: options.cwd,
      input: encodeRequest(source, operation, secret),
      replyFd: 3,
      maxReplyBytes: limits.runnerReplyBytes + maxFrameHeaderBytes,
      timeoutMs,
      signal,
      onStderr: options.onStderr,
      isComplete: isFrameComplete,
    });
    if (end.kind === "aborted") throw new ImprintError("interrupted", "interrupted while a tools file ran");
    return { end, payload: end.kind === "timeout" ? undefined : openFrame(end.reply, secret), python };
  }

  return {
    async discover(source, { signal } = {}) {
      const { end, payload, python } = await run(source, { op: "discover" }, discoveryTimeoutMs, signal);
      if (isRunnerDiscovery(payload)) return discoveredTools(payload, python);
      throw new ImprintError(...discoveryFailure(end, discoveryTimeoutMs));
    },
    async call({ source, tool, arguments: args, signal }) {
      const operation = { op: "call", tool, arguments: args } as const;
      const { end, payload } = await run(source, operation, callTimeoutMs, signal);
      if (!isRunnerCall(payload)) {
        const [code, message] = withoutReply(end, callTimeoutMs);
        return { ...unmeasured, ok: false, code, message, secretVerified: payload !== undefined };
      }
      return payload.ok ? resultOutcome(payload.result) : failure(payload.code, payload.message);
    },
    prestart() {},
    async dispose() {},
  };
}

const unmeasured = { isolation: null, siblings: [] } as const;

/** The limits of a result are on its canonical form, so they are judged here and not in Python. */
function resultOutcome(result: JsonObject): RunnerOutcome {
  let bytes: Uint8Array;
  try {
    bytes = canonicalBytes(result);
  } catch (error) {
    if (!isImprintError(error)) throw error;
    // The message of the error names keys, which are the tool's data.
    return failure("unsupported_tool_result", `the result has no canonical JSON: ${error.details.reason}`);
  }
  if (bytes.length > limits.toolResultBytes) {
    const message = `the result has ${bytes.length} bytes of canonical JSON, the limit is ${limits.toolResultBytes}`;
    return failure("tool_result_oversized", message);
  }
  return { ...unmeasured, ok: true, result, resultSha256: sha256(bytes), secretVerified: true };
}

function failure(code: ExecutionFailure, message: string): RunnerOutcome {
  return { ...unmeasured, ok: false, code, message, secretVerified: true };
}

function discoveryFailure(end: ProcessEnd, timeoutMs: number): ConstructorParameters<typeof ImprintError> {
  const [code, message] = withoutReply(end, timeoutMs);
  return [code, `importing the tools file: ${message}`, { details: exitDetails(end) }];
}

function exitDetails(end: ProcessEnd) {
  return { ended: end.kind, exit_code: end.exitCode, signal: end.exitSignal };
}

function withoutReply(end: ProcessEnd, timeoutMs: number): ["runner_timeout" | "runner_failed", string] {
  switch (end.kind) {
    case "timeout":
      return ["runner_timeout", `no reply within ${timeoutMs} ms; the runner was killed`];
    case "overflow":
      return ["runner_failed", `more than ${limits.runnerReplyBytes} bytes came back; the runner was killed`];
    case "not_started":
      return ["runner_failed", "the runner could not be started"];
    case "exited":
      return ["runner_failed", `the runner ended (${end.exitSignal ?? end.exitCode}) without a reply`];
    default:
      return ["runner_failed", "the reply is not the runner's own"];
  }
}
