import type { ErrorCode } from "../errors/codes.ts";
import { isImprintError } from "../errors/error.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import { type Sha256, sha256OfJson } from "../imprint/hash.ts";
import type { Clock } from "../system/clock.ts";
import type { PendingTicket } from "./confirm/pending-action.ts";
import {
  type CallEvidence,
  type CheckedCall,
  type ExecutionFailure,
  noEvidence,
  type ToolExecutor,
} from "./executor.ts";
import type { FrozenTools } from "./frozen-tools.ts";
import { type Mismatch, mismatches, mismatchText } from "./schema-check.ts";

/** A call as the model asked for it; nothing about it is trusted. */
export interface ToolCall {
  readonly toolName: string;
  readonly arguments: unknown;
}

/** A call that fits the frozen contract, or why it does not. */
export type CallCheck =
  | ({ readonly ok: true } & CheckedCall)
  | {
      readonly ok: false;
      readonly code: Extract<ErrorCode, "unknown_tool" | "invalid_tool_args">;
      /** Says what is wrong in terms of the contract; fit to be shown to the model. */
      readonly message: string;
      readonly mismatches: readonly Mismatch[];
    };

/** Why a call was not run, or its result not used. */
export type ToolCallFailure =
  | ExecutionFailure
  | Extract<
      ErrorCode,
      | "malformed_tool_call"
      | "unknown_tool"
      | "invalid_tool_args"
      | "tool_confirmation_required"
      | "tool_result_schema_mismatch"
    >;

/** One call for the receipt, whatever became of it. `result` is there only when it may be used. */
export interface ToolCallOutcome extends CallEvidence {
  /** Null when the model named no tool of the set: its text is not ours to keep. */
  readonly toolName: string | null;
  readonly status: "completed" | ToolCallFailure;
  /** For people and for the model; holds no argument and no result. */
  readonly message: string | null;
  /** Where arguments or result leave their schema. */
  readonly mismatches?: readonly Mismatch[];
  /** Null when the arguments have no canonical form. */
  readonly argsSha256: Sha256 | null;
  readonly resultSha256: Sha256 | null;
  readonly toolSchemaSha256: Sha256 | null;
  readonly returnDirect: boolean;
  /** Edge opens no connection for a call; what the tool's own code does is not attested. */
  readonly networkUsedByEdge: false;
  readonly elapsedMs: number;
  readonly result?: JsonObject;
  /** The action that a commit call became; it holds the only copy of its token. */
  readonly pendingAction?: PendingTicket;
}

export interface CallDeps {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Makes a pending action of a commit call; without it such a call is only refused. */
  readonly propose?: (call: CheckedCall) => Promise<PendingTicket>;
}

/** Checks a call's name and arguments against the frozen contract; coerces nothing. Runs nothing. */
export function checkCall(contract: FrozenContract, call: ToolCall): CallCheck {
  const tool = contract.tool(call.toolName);
  if (tool === undefined) {
    const names = contract.tools.map(({ schema }) => schema.name).join(", ");
    return refuse("unknown_tool", `there is no such tool; the tools are: ${names}`);
  }
  const invalid = "the arguments are not valid";
  try {
    sha256OfJson(call.arguments);
  } catch (error) {
    if (!isImprintError(error)) throw error;
    return refuse("invalid_tool_args", `${invalid}: a number or text has no safe JSON form`);
  }
  const found = mismatches(tool.schema.parameters, call.arguments);
  if (found.length > 0) return refuse("invalid_tool_args", `${invalid}: ${mismatchText(found)}`, found);
  return { ok: true, tool, arguments: call.arguments as JsonObject };
}

/**
 * What the model asked for, done as far as its level allows: `read` and `prepare` run at once, `commit` becomes a
 * pending action. Whatever goes wrong is data; only the surroundings throw.
 *
 * @throws interrupted, python_not_found, file_write_failed (of a pending action)
 */
export async function executeCall(
  deps: CallDeps,
  tools: FrozenTools,
  call: ToolCall,
): Promise<ToolCallOutcome> {
  return measured(deps, tools.contract, call, async () => {
    const check = checkCall(tools.contract, call);
    if (!check.ok) return { status: check.code, message: check.message, mismatches: check.mismatches };
    if (check.tool.schema.execution_level === "commit") return proposed(check, deps);
    return ran(check, tools.executor, deps.signal);
  });
}

/**
 * Runs one checked call of any level, now, and checks its result against the declared `output_schema`: for what
 * the user has confirmed.
 *
 * @throws interrupted, python_not_found
 */
export async function executeConfirmed(
  deps: Pick<CallDeps, "clock" | "signal">,
  contract: FrozenContract,
  executor: ToolExecutor,
  call: CheckedCall,
): Promise<ToolCallOutcome> {
  const asked = { toolName: call.tool.schema.name, arguments: call.arguments };
  return measured(deps, contract, asked, () => ran(call, executor, deps.signal));
}

type Progress = Pick<ToolCallOutcome, "status"> & Partial<ToolCallOutcome>;

async function measured(
  { clock }: Pick<CallDeps, "clock">,
  contract: FrozenContract,
  call: ToolCall,
  action: () => Promise<Progress>,
): Promise<ToolCallOutcome> {
  const started = clock.elapsedMs();
  const progress = await action();
  const tool = contract.tool(call.toolName);
  return {
    ...noEvidence,
    toolName: tool?.schema.name ?? null,
    message: null,
    argsSha256: hashOrNull(call.arguments),
    resultSha256: null,
    toolSchemaSha256: tool?.schemaSha256 ?? null,
    returnDirect: tool?.schema.return_direct ?? false,
    networkUsedByEdge: false,
    ...progress,
    elapsedMs: Math.round(clock.elapsedMs() - started),
  };
}

async function proposed(call: CheckedCall, { propose }: CallDeps): Promise<Progress> {
  const message = "this tool acts only after a confirmation by the user";
  const pendingAction = await propose?.(call);
  return { status: "tool_confirmation_required", message, ...(pendingAction && { pendingAction }) };
}

async function ran(
  call: CheckedCall,
  executor: ToolExecutor,
  signal: AbortSignal | undefined,
): Promise<Progress> {
  const execution = await executor.execute(call, { signal });
  const { evidence } = execution;
  if (!execution.ok) return { ...evidence, status: execution.code, message: execution.message };
  const { result, resultSha256 } = execution;
  const { output_schema: schema } = call.tool.schema;
  const found = schema === null ? [] : mismatches(schema, result, "first");
  if (found.length === 0) return { ...evidence, status: "completed", result, resultSha256 };
  const message = `the result does not match output_schema: ${mismatchText(found)}`;
  return { ...evidence, status: "tool_result_schema_mismatch", message, mismatches: found, resultSha256 };
}

function refuse(
  code: Extract<ErrorCode, "unknown_tool" | "invalid_tool_args">,
  message: string,
  found: readonly Mismatch[] = [],
): CallCheck {
  return { ok: false, code, message, mismatches: found };
}

function hashOrNull(value: unknown): Sha256 | null {
  try {
    return sha256OfJson(value);
  } catch {
    return null;
  }
}
