import path from "node:path";
import type { JsonValue } from "../imprint/canonical.ts";
import { sha256 } from "../imprint/hash.ts";
import { contractText } from "../runtime/prompt/system-text.ts";
import { timestamp } from "../system/clock.ts";
import { ensurePrivateFolder, writeFileAtomic } from "../system/files.ts";
import type { ChatSession, RestoredImprint } from "./chat.ts";
import type { PipelineDeps } from "./deps.ts";
import type { CallRecord, TurnRecord } from "./turn.ts";

export const chatReceiptSchema = "edge.demo.chat.receipt.v1";
export const chatReportSchema = "edge.demo.chat.run.v1";

/** A receipt on disk: keys sorted, two spaces, final newline. @throws file_write_failed */
export async function writeReceipt(file: string, receipt: object): Promise<string> {
  await ensurePrivateFolder(path.dirname(file));
  await writeFileAtomic(file, `${JSON.stringify(sorted(receipt as JsonValue), null, 2)}\n`);
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
  const { session, turn, prompt, includeText, interactive } = input;
  const { model } = session;
  return {
    schema_version: chatReceiptSchema,
    run_id: input.runId,
    status: turn.status,
    created_at: timestamp(deps.clock.now()),
    model_ref: model.modelRef,
    model_path: model.path,
    model_sha256: model.sha256,
    model_sha256_scope: "content_sha256_v1",
    ...turnDocument(session, turn, prompt, includeText),
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
}

/** The run report, `edge.demo.chat.run.v1`: what `--json` prints. */
export function chatReport(
  input: ChatReceiptInput & { receiptPath: string; elapsedSeconds: number },
): object {
  const { session, turn, prompt, includeText } = input;
  const { model } = session;
  return {
    schema_version: chatReportSchema,
    ok: turn.status === "completed",
    status: turn.status,
    run_id: input.runId,
    model: {
      model_ref: model.modelRef,
      path: model.path,
      sha256: model.sha256,
      sha256_scope: "content_sha256_v1",
    },
    ...turnDocument(session, turn, prompt, includeText),
    receipt_path: input.receiptPath,
    raw_text_included: includeText,
    elapsed_seconds: input.elapsedSeconds,
    network_used: input.networkUsed,
  };
}

/** What receipt and report say alike of a turn. Every figure was measured in it. */
function turnDocument(session: ChatSession, turn: TurnRecord, prompt: string, includeText: boolean): object {
  const { tools, contract, imprint } = session;
  return {
    prompt_sha256: sha256(prompt),
    answer_sha256: sha256(turn.answer),
    answer_tokens: turn.answerTokens,
    answer_source: turn.answerSource,
    answer_cut: turn.answerCut,
    tool_instruction_mode: session.mode,
    ...(tools &&
      contract && {
        tool_instruction_sha256: sha256(contractText(contract)),
        tools_file_sha256: tools.source.sha256,
        active_set_sha256: contract.activeSetSha256,
        schema_generator_version: contract.generatorVersion,
        tools: contract.tools.map(({ schema, schemaSha256 }) => ({
          name: schema.name,
          schema_sha256: schemaSha256,
        })),
      }),
    decoding: session.options.decoding,
    call_gate: {
      ...session.callGate,
      decisions: turn.gateDecisions.map(({ log10Open, decision, reason }) => ({
        log10_open: Number(log10Open.toFixed(4)),
        decision,
        ...(reason && { reason }),
      })),
    },
    prefill: {
      evaluated_tokens: turn.prefill.evaluatedTokens,
      turn_tokens: turn.prefill.turnTokens,
      prefix_tokens: turn.prefill.prefixTokens,
    },
    tool_calls: turn.calls.map((call) => callDocument(call, includeText)),
    ...(imprint && { neural_imprint: imprintDocument(imprint, session) }),
    ...(includeText && { prompt, answer: turn.answer }),
  };
}

function callDocument(call: CallRecord, includeText: boolean): object {
  return {
    name: call.toolName,
    status: call.status,
    message: call.message,
    args_sha256: call.argsSha256,
    result_sha256: call.resultSha256,
    tool_schema_sha256: call.toolSchemaSha256,
    runner_secret_verified: call.runnerSecretVerified,
    tools_file_sha256_verified: call.toolsFileSha256Verified,
    network_used_by_edge: call.networkUsedByEdge,
    elapsed_ms: call.elapsedMs,
    ...(includeText && { arguments: call.arguments ?? null, result: call.result ?? null }),
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
      file_and_contract: round(imprint.admitContractMs),
      runtime_and_state: round(imprint.admitMs),
      load: round(imprint.loadMs),
    },
  };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] as JsonValue)]));
}
