import type { ErrorCode } from "../errors/codes.ts";
import { isImprintError } from "../errors/error.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import type { FrozenTool } from "../imprint/contract.ts";
import { type Sha256, sha256OfJson } from "../imprint/hash.ts";
import type { Clock } from "../system/clock.ts";
import type { FrozenTools } from "./load.ts";
import type { RunnerFailure, ToolRunner } from "./runner.ts";
import { type Mismatch, mismatches, mismatchText } from "./schema-check.ts";
import { isUnchanged } from "./source.ts";

/** A call as the model asked for it; nothing about it is trusted. */
export interface ToolCall {
  readonly toolName: string;
  readonly arguments: unknown;
}

/** A call that fits the frozen contract, or why it does not. */
export type CallCheck =
  | { readonly ok: true; readonly tool: FrozenTool; readonly arguments: JsonObject }
  | {
      readonly ok: false;
      readonly code: Extract<ErrorCode, "unknown_tool" | "invalid_tool_args">;
      /** Says what is wrong in terms of the contract; fit to be shown to the model. */
      readonly message: string;
      readonly mismatches: readonly Mismatch[];
    };

/** Why a call was not run, or its result not used. */
export type ToolCallFailure =
  | RunnerFailure
  | Extract<
      ErrorCode,
      | "malformed_tool_call"
      | "unknown_tool"
      | "invalid_tool_args"
      | "unsupported_execution_level"
      | "tool_result_schema_mismatch"
    >;

/** One call for the receipt, whatever became of it. `result` is there only when it may be used. */
export interface ToolCallOutcome {
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
  readonly runnerSecretVerified: boolean;
  /** The file was read again for this call and had the frozen bytes. */
  readonly toolsFileSha256Verified: boolean;
  readonly returnDirect: boolean;
  /** Edge opens no connection for a call; what the tool's own code does is not attested. */
  readonly networkUsedByEdge: false;
  readonly elapsedMs: number;
  readonly result?: JsonObject;
}

export interface CallDeps {
  readonly runner: ToolRunner;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** Checks a call's name and arguments against the frozen contract; coerces nothing. Runs nothing. */
export function checkCall({ contract }: FrozenTools, call: ToolCall): CallCheck {
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
 * Runs one call in the runner and checks its result against the declared `output_schema`. Whatever goes
 * wrong is data; only the surroundings throw.
 *
 * @throws interrupted, python_not_found
 */
export async function executeCall(
  deps: CallDeps,
  tools: FrozenTools,
  call: ToolCall,
): Promise<ToolCallOutcome> {
  const started = deps.clock.elapsedMs();
  const outcome = await run(deps, tools, call);
  const tool = tools.contract.tool(call.toolName);
  return {
    ...notRun,
    toolName: tool?.schema.name ?? null,
    argsSha256: hashOrNull(call.arguments),
    toolSchemaSha256: tool?.schemaSha256 ?? null,
    returnDirect: tool?.schema.return_direct ?? false,
    ...outcome,
    elapsedMs: Math.round(deps.clock.elapsedMs() - started),
  };
}

type Progress = Pick<ToolCallOutcome, "status"> & Partial<ToolCallOutcome>;

const notRun = {
  message: null,
  resultSha256: null,
  runnerSecretVerified: false,
  toolsFileSha256Verified: false,
  networkUsedByEdge: false,
} as const;

async function run(deps: CallDeps, tools: FrozenTools, call: ToolCall): Promise<Progress> {
  const check = checkCall(tools, call);
  if (!check.ok) return { status: check.code, message: check.message, mismatches: check.mismatches };
  const { schema } = check.tool;
  if (schema.execution_level === "commit") {
    return { status: "unsupported_execution_level", message: "a commit tool is not run from a chat" };
  }
  if (!(await isUnchanged(tools.source))) {
    return { status: "tools_file_changed", message: "the tools file is not the one that was frozen" };
  }
  const outcome = await deps.runner.call({
    source: tools.source,
    tool: schema,
    arguments: check.arguments,
    signal: deps.signal,
  });
  const ran = { toolsFileSha256Verified: true, runnerSecretVerified: outcome.secretVerified };
  if (!outcome.ok) return { ...ran, status: outcome.code, message: outcome.message };
  const { result, resultSha256 } = outcome;
  const found = schema.output_schema === null ? [] : mismatches(schema.output_schema, result);
  if (found.length === 0) return { ...ran, status: "completed", result, resultSha256 };
  const message = `the result does not match output_schema: ${mismatchText(found)}`;
  return { ...ran, status: "tool_result_schema_mismatch", message, mismatches: found, resultSha256 };
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
