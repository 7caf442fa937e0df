import type { ImprintError } from "../../errors/error.ts";
import { isImprintError } from "../../errors/error.ts";
import { canonicalBytes, type JsonObject } from "../../imprint/canonical.ts";
import { sha256 } from "../../imprint/hash.ts";
import { limits } from "../../imprint/limits.ts";
import { isRunnerCall } from "../../schemas/index.ts";
import type { ExecutionFailure, Isolation, SiblingModule } from "../executor.ts";
import type { RunnerOutcome } from "../runner.ts";
import type { Run } from "./runner-process.ts";

interface Evidence {
  readonly secretVerified: boolean;
  readonly isolation: Isolation | null;
  readonly siblings: readonly SiblingModule[];
}

/** What a run of a call came to. */
export function callOutcome(run: Run, timeoutMs: number): RunnerOutcome {
  const { payload, isolation } = run;
  if (!isRunnerCall(payload)) {
    const [code, message] = withoutReply(run, timeoutMs);
    return failure(code, message, { isolation, siblings: [], secretVerified: payload !== undefined });
  }
  const evidence = { isolation, siblings: payload.siblings, secretVerified: true };
  return payload.ok
    ? resultOutcome(payload.result, evidence)
    : failure(payload.code, payload.message, evidence);
}

/** Why a discovery gave nothing, as arguments of the error to throw. */
export function discoveryFailure(run: Run, timeoutMs: number): ConstructorParameters<typeof ImprintError> {
  const [code, message] = withoutReply(run, timeoutMs);
  const details = { ended: run.kind, exit_code: run.exitCode, signal: run.exitSignal };
  return [code, `importing the tools file: ${message}`, { details }];
}

/** The limits of a result are on its canonical form, so they are judged here and not in Python. */
function resultOutcome(result: JsonObject, evidence: Evidence): RunnerOutcome {
  let bytes: Uint8Array;
  try {
    bytes = canonicalBytes(result);
  } catch (error) {
    if (!isImprintError(error)) throw error;
    // The message of the error names keys, which are the tool's data.
    const message = `the result has no canonical JSON: ${error.details.reason}`;
    return failure("unsupported_tool_result", message, evidence);
  }
  if (bytes.length > limits.toolResultBytes) {
    const message = `the result has ${bytes.length} bytes of canonical JSON, the limit is ${limits.toolResultBytes}`;
    return failure("tool_result_oversized", message, evidence);
  }
  return { ...evidence, ok: true, result, resultSha256: sha256(bytes) };
}

function failure(code: ExecutionFailure, message: string, evidence: Evidence): RunnerOutcome {
  return { ...evidence, ok: false, code, message };
}

type Silence = Extract<ExecutionFailure, "runner_timeout" | "runner_failed" | "isolation_unavailable">;

function withoutReply(run: Run, timeoutMs: number): [Silence, string] {
  if (run.refusal !== null) return ["isolation_unavailable", `nothing was run: ${run.refusal}`];
  switch (run.kind) {
    case "timeout":
      return ["runner_timeout", `no reply within ${timeoutMs} ms; the runner was killed`];
    case "overflow":
      return ["runner_failed", `more than ${limits.runnerReplyBytes} bytes came back; the runner was killed`];
    case "not_started":
      return ["runner_failed", "the runner could not be started"];
    case "exited":
      return ["runner_failed", `the runner ended (${run.exitSignal ?? run.exitCode}) without a reply`];
    default:
      return ["runner_failed", "the reply is not the runner's own"];
  }
}
