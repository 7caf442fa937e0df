import type { ChatRun } from "../../pipeline/run-chat.ts";
import type { CallRecord } from "../../pipeline/turn.ts";

/** What a chat's one prompt came to, for people: a few facts, then the answer. */
export function chatText({ session, turn, receiptPath, report }: ChatRun): string {
  const { schema_version, answer_sha256, raw_text_included } = report as Record<string, unknown>;
  const { evaluatedTokens, prefixTokens, turnTokens } = turn.prefill;
  const facts: [string, string][] = [
    ["status", turn.status],
    ["model", session.model.id ?? session.model.path],
    ["mode", session.mode ?? "no tools"],
    ["prefill", `${evaluatedTokens} tokens (${prefixTokens} contract + ${turnTokens} turn)`],
    ...turn.calls.map((call): [string, string] => ["call", callLine(call)]),
    ["answer_sha256", String(answer_sha256)],
    ["answer_tokens", String(turn.answerTokens)],
    ["receipt", receiptPath],
    ["raw_text_in_receipt", String(raw_text_included)],
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  return [
    String(schema_version),
    ...facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    "",
    turn.answer,
  ].join("\n");
}

/** One call on one line: name, arguments, what came of it, how long it took. */
export function callLine(call: CallRecord): string {
  const asked = `${call.toolName ?? "(no tool)"} ${JSON.stringify(call.arguments ?? {})}`;
  const outcome =
    call.status === "completed" ? JSON.stringify(call.result) : `${call.status}: ${call.message}`;
  return `${asked} -> ${clip(outcome)} (${call.elapsedMs} ms${call.runnerSecretVerified ? ", runner verified" : ""})`;
}

function clip(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
