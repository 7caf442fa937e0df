import { printable, printableLines } from "../../errors/printable.ts";
import type { ChatRun } from "../../pipeline/run-chat.ts";
import type { CallRecord } from "../../pipeline/turn-record.ts";
import { proposalLines } from "./confirmation.ts";

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
  const proposed = proposalLines(turn);
  const width = Math.max(...facts.map(([name]) => name.length));
  return [
    String(schema_version),
    ...facts.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`),
    "",
    printableLines(turn.answer),
    ...(proposed.length > 0 ? ["", ...proposed] : []),
  ].join("\n");
}

/** Characters of a result or message that one line has room for. */
const longestOutcome = 200;

/** One call on one line: name, arguments, what came of it, how long it took. */
export function callLine(call: CallRecord): string {
  const asked = printable(`${call.toolName ?? "(no tool)"} ${JSON.stringify(call.arguments ?? {})}`);
  const outcome =
    call.status === "completed" ? JSON.stringify(call.result) : `${call.status}: ${call.message}`;
  const measured = call.elapsedMs === null ? "broken off" : `${call.elapsedMs} ms`;
  return `${asked} -> ${printable(outcome, longestOutcome)} (${measured}${call.runnerSecretVerified ? ", runner verified" : ""})`;
}
