import path from "node:path";
import { failureDocument } from "../errors/document.ts";
import { documentText } from "../imprint/document-text.ts";
import { assertDemoChatReceipt, assertDemoChatRun } from "../schemas/index.ts";
import { timestamp } from "../system/clock.ts";
import { ensurePrivateFolder, writeFileAtomic } from "../system/files.ts";
import { tokenSha256 } from "../tools/confirm/binding.ts";
import type { ChatSession, RestoredImprint } from "./chat.ts";
import type { PipelineDeps } from "./deps.ts";
import { frozenToolsDocument, modelDocument, roundedMs, turnDocument } from "./turn-document.ts";
import { pendingActionOf, type TurnRecord } from "./turn-record.ts";

export const chatReceiptSchema = "edge.demo.chat.receipt.v1";
export const chatReportSchema = "edge.demo.chat.run.v1";

/** A receipt on disk: keys sorted, two spaces, final newline. @throws file_write_failed */
export async function writeReceipt(file: string, receipt: object): Promise<string> {
  await ensurePrivateFolder(path.dirname(file));
  await writeFileAtomic(file, documentText(receipt));
  return file;
}

/** What one prompt of a chat leaves behind, hash-first; raw text only where the user asked for it. */
export interface ChatReceiptInput {
  readonly session: ChatSession;
  readonly turn: TurnRecord;
  readonly prompt: string;
  readonly runId: string;
  readonly includeText: boolean;
  /** Place of an interactive turn. */
  readonly interactive?: { readonly sessionId: string; readonly turnIndex: number };
  readonly networkUsed: boolean;
}

/** The receipt document, `edge.demo.chat.receipt.v1`. */
export function chatReceipt(input: ChatReceiptInput, deps: PipelineDeps): object {
  const { session, turn, includeText, interactive } = input;
  const { model } = session;
  const receipt = {
    schema_version: chatReceiptSchema,
    run_id: input.runId,
    status: turn.status,
    created_at: timestamp(deps.clock.now()),
    model_ref: model.modelRef,
    model_path: model.path,
    model_sha256: model.sha256,
    model_sha256_scope: "content_sha256_v1",
    ...chatDocument(input),
    ...pendingDocument(turn),
    max_tokens: session.maxTokens,
    network_used: input.networkUsed,
    raw_text_included: includeText,
    ...(interactive && {
      session_id: interactive.sessionId,
      turn_index: interactive.turnIndex,
      history_turn_count: interactive.turnIndex - 1,
    }),
    ...(includeText && { include_text_acknowledged: true }),
  };
  assertDemoChatReceipt(receipt);
  return receipt;
}

/** The run report, `edge.demo.chat.run.v1`: what `--json` prints. */
export function chatReport(
  input: ChatReceiptInput & { receiptPath: string; elapsedSeconds: number },
): object {
  const { session, turn } = input;
  const report = {
    schema_version: chatReportSchema,
    ok: turn.error === null,
    status: turn.status,
    ...(turn.error && { error: failureDocument(turn.error) }),
    run_id: input.runId,
    model: modelDocument(session.model),
    ...chatDocument(input),
    ...pendingDocument(turn),
    ...confirmationDocument(turn),
    receipt_path: input.receiptPath,
    raw_text_included: input.includeText,
    elapsed_seconds: input.elapsedSeconds,
    network_used: input.networkUsed,
  };
  assertDemoChatRun(report);
  return report;
}

/** What receipt and report say alike. */
function chatDocument({ session, turn, prompt, includeText }: ChatReceiptInput): object {
  const { tools, imprint } = session;
  return {
    ...turnDocument(session, turn, prompt, includeText),
    ...(tools && frozenToolsDocument(tools)),
    ...(imprint && { neural_imprint: imprintDocument(imprint, session) }),
  };
}

/** The action that waits: for the receipt too, so without what confirms it. */
function pendingDocument(turn: TurnRecord): object {
  const pending = pendingActionOf(turn);
  if (pending === null) return {};
  return {
    pending_action_path: pending.path,
    confirmation_token_sha256: tokenSha256(pending.token),
    confirmation_expires_at: pending.expiresAt,
  };
}

/** What confirms it, and what would be run: shown once, to whoever decides, and never written. */
function confirmationDocument(turn: TurnRecord): object {
  const pending = pendingActionOf(turn);
  if (pending === null) return {};
  return {
    confirmation_token: pending.token,
    confirmation_command: pending.command,
    confirmation_arguments: turn.calls.at(-1)?.arguments ?? {},
  };
}

function imprintDocument(imprint: RestoredImprint, session: ChatSession): object {
  return {
    active: true,
    kind: imprint.header.kind,
    model_id: session.model.id,
    artifact_path: imprint.path,
    artifact_sha256: imprint.digest,
    prefix_token_count: imprint.header.prefix.token_count,
    restore_ms: {
      file_and_contract: roundedMs(imprint.admitContractMs),
      runtime_and_state: roundedMs(imprint.admitMs),
      load: roundedMs(imprint.loadMs),
    },
  };
}
