import type { ErrorCode } from "../errors/codes.ts";
import { ImprintError, isImprintError, messageOf } from "../errors/error.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import type { FrozenTool } from "../imprint/contract.ts";
import { sha256OfJson } from "../imprint/hash.ts";
import type { ToolCallOutcome } from "../tools/call.ts";
import type { PendingTicket } from "../tools/confirm/pending-action.ts";
import { noEvidence } from "../tools/executor.ts";
import type { PrefillCount } from "./conversation.ts";

/** One call of a turn, run or refused, as the receipt tells it. */
export interface CallRecord extends Omit<ToolCallOutcome, "status" | "mismatches" | "elapsedMs"> {
  readonly status: "completed" | ErrorCode;
  /** Null when it was broken off before anything was measured. */
  readonly elapsedMs: number | null;
  /** What the model asked for; absent when its text was not a call. */
  readonly arguments?: JsonObject;
}

/** One reading of the call gate and what came of it. */
export interface GateDecision {
  /** The tool that the request made likelier than any other, and how much likelier. */
  readonly toolName: string;
  readonly log10Evidence: number;
  readonly decision: "call" | "answer";
  /** Why, when the reading alone would have said otherwise. */
  readonly reason?: "repeated_call";
}

/** What one prompt came to. */
export interface TurnRecord {
  readonly status: "completed" | ErrorCode;
  /** Why it was not completed; its code is the status. */
  readonly error: ImprintError | null;
  readonly answer: string;
  /** Who wrote the answer: the model, a return_direct tool, or this program, of a proposal or after a failure. */
  readonly answerSource: "model" | "tool" | "pending_action" | "safe_answer";
  readonly answerTokens: number;
  readonly answerCut: boolean;
  readonly calls: readonly CallRecord[];
  readonly gateDecisions: readonly GateDecision[];
  readonly prefill: PrefillCount;
}

/** The action that a turn ended with, when its last call waits for a confirmation. */
export function pendingActionOf({ calls }: TurnRecord): PendingTicket | null {
  return calls.at(-1)?.pendingAction ?? null;
}

/** Text that was meant to be a call. */
export function malformedRecord(reason: string): CallRecord {
  return { ...notRun, toolName: null, status: "malformed_tool_call", message: reason, argsSha256: null };
}

/** A call that began and whose end is not known: the tool may have run, unless it was only to be proposed. */
export function brokenOffRecord(
  call: { toolName: string; arguments: JsonObject },
  tool: FrozenTool | undefined,
  { code }: ImprintError,
): CallRecord {
  const isProposal = tool?.schema.execution_level === "commit";
  return {
    ...notRun,
    toolName: tool?.schema.name ?? null,
    toolSchemaSha256: tool?.schemaSha256 ?? null,
    returnDirect: tool?.schema.return_direct ?? false,
    status: code,
    message: `broken off; the tool ${isProposal ? "was not run" : "may have run"}`,
    argsSha256: sha256OfJson(call.arguments),
    arguments: call.arguments,
    elapsedMs: null,
  };
}

const notRun = {
  ...noEvidence,
  resultSha256: null,
  toolSchemaSha256: null,
  networkUsedByEdge: false,
  returnDirect: false,
  elapsedMs: 0,
} as const;

/** What ended a turn, under a code. Once the user has interrupted, that is the reason of whatever follows. */
export function namedEnd(thrown: unknown, signal: AbortSignal | undefined): ImprintError {
  if (signal?.aborted && !isImprintError(thrown, "interrupted"))
    return new ImprintError("interrupted", "interrupted", { cause: thrown });
  if (isImprintError(thrown)) return thrown;
  return new ImprintError("internal_error", messageOf(thrown), { cause: thrown });
}
