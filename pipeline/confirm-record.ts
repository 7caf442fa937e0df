import { failureDocument } from "../errors/document.ts";
import { ImprintError } from "../errors/error.ts";
import { documentText } from "../imprint/document-text.ts";
import { assertToolsConfirmReceipt, assertToolsConfirmReport } from "../schemas/index.ts";
import { type Clock, timestamp } from "../system/clock.ts";
import type { ToolCallOutcome } from "../tools/call.ts";
import type { LateFault } from "../tools/confirm/claim.ts";
import type { VerifiedAction } from "../tools/confirm/verify.ts";
import { callDocument } from "./turn-document.ts";

/** What a claimed action came to. */
export interface Ending {
  readonly status: ToolCallOutcome["status"] | "unknown_outcome" | "python_not_found" | LateFault;
  /** Holds no argument and no result. */
  readonly message: string | null;
  /** False only where the tool's code is known not to have run. */
  readonly mayHaveTakenEffect: boolean;
  /** Null when no call came to an end. */
  readonly call: ToolCallOutcome | null;
  /** What ran the tool, or may have; null where nothing did, or nobody knows. */
  readonly interpreter: Interpreter | null;
}

export interface Interpreter {
  /** A command or an absolute path. */
  readonly path: string;
  /** False when whoever confirmed named another one than the chat had. */
  readonly isProposed: boolean;
}

/** The receipt, `edge.tools.confirm.receipt.v1`: hashes, and text only where the user asked for it. */
export function confirmReceipt(
  action: VerifiedAction,
  ending: Ending,
  { clock, includeText }: { clock: Clock; includeText: boolean },
): string {
  const receipt = {
    schema_version: "edge.tools.confirm.receipt.v1",
    created_at: timestamp(clock.now()),
    token_sha256: action.document.token_sha256,
    ...endingDocument(action, ending),
    raw_text_included: includeText,
    ...(includeText && {
      include_text_acknowledged: true,
      arguments: action.document.arguments,
      result: ending.call?.result ?? null,
    }),
  };
  assertToolsConfirmReceipt(receipt);
  return documentText(receipt);
}

/** The report, `edge.tools.confirm.report.v1`: what `--json` prints. The result is the user's own. */
export function confirmReport(
  action: VerifiedAction,
  ending: Ending,
  place: { receiptPath: string | null; error: ImprintError | null; elapsedMs: number },
): object {
  const { receiptPath, error, elapsedMs } = place;
  const report = {
    schema_version: "edge.tools.confirm.report.v1",
    ok: error === null,
    ...endingDocument(action, ending),
    ...(error && { error: failureDocument(error) }),
    result: ending.call?.result ?? null,
    receipt_path: receiptPath,
    elapsed_seconds: Math.round(elapsedMs) / 1000,
  };
  assertToolsConfirmReport(report);
  return report;
}

/** Null for an action that was completed. */
export function endingError({ status, message }: Ending, receiptPath: string): ImprintError | null {
  if (status === "completed") return null;
  return new ImprintError(status, message ?? status, { details: { receipt_path: receiptPath } });
}

function endingDocument({ document, file }: VerifiedAction, ending: Ending): object {
  return {
    action_id: document.action_id,
    status: ending.status,
    message: ending.message,
    may_have_taken_effect: ending.mayHaveTakenEffect,
    tool: document.tool.name,
    execution_level: document.execution_level,
    pending_action_path: file.path,
    pending_action_sha256: file.sha256,
    tools_file_sha256: document.tools_file_sha256,
    active_set_sha256: document.active_set_sha256,
    schema_generator_version: document.schema_generator_version,
    tool_schema_sha256: document.tool_schema_sha256,
    args_sha256: document.args_sha256,
    result_sha256: ending.call?.resultSha256 ?? null,
    interpreter: ending.interpreter && {
      path: ending.interpreter.path,
      is_proposed: ending.interpreter.isProposed,
    },
    call: ending.call && callDocument(ending.call, false),
  };
}
