import { printable, printableLines } from "../../errors/printable.ts";
import type { Confirmation } from "../../pipeline/confirm.ts";
import type { PendingReportDocument } from "../../pipeline/pending.ts";
import type { CallRecord, TurnRecord } from "../../pipeline/turn-record.ts";

/**
 * What a user reads before confirming: what would be run, where it lies, and the command that runs it. Nothing in
 * names and arguments is hidden or turned round. Empty for a turn that proposed nothing.
 */
export function proposalLines({ calls }: TurnRecord): string[] {
  return calls.flatMap((call) => (call.pendingAction ? proposal(call, call.pendingAction) : []));
}

function proposal(call: CallRecord, ticket: NonNullable<CallRecord["pendingAction"]>): string[] {
  const facts = aligned([
    ["waits for confirmation", call.toolName ?? ""],
    ["arguments", JSON.stringify(call.arguments ?? {})],
    ["pending_action", ticket.path],
    ["token", ticket.token],
    ["expires_at", ticket.expiresAt],
  ]);
  // A path of the user's own stays what the shell reads back.
  return [...facts, "to run it, once:", `  ${printableLines(ticket.command)}`];
}

/** What a confirmed action came to, for people. */
export function confirmText({ action, ending, receiptPath, error }: Confirmation): string {
  const { document } = action;
  const effect = ending.mayHaveTakenEffect ? "it may have taken effect; check before asking again" : "none";
  const completed = ending.status === "completed";
  return aligned([
    ["status", ending.status],
    ["tool", document.tool.name],
    ["arguments", JSON.stringify(document.arguments)],
    ...(completed
      ? [["result", JSON.stringify(ending.call?.result ?? null)] as const]
      : [["message", ending.message ?? ""] as const, ["effect", effect] as const]),
    ["receipt", receiptPath ?? `not written (${error?.details.errno ?? error?.code})`],
  ]).join("\n");
}

/** Every action on one line, without its arguments; then what was removed, and what could not be read. */
export function pendingText(report: PendingReportDocument): string {
  const { folder, actions, removed, cleared, failed, unreadable } = report;
  const rows = (list: PendingReportDocument["actions"]) =>
    aligned(list.map(({ state, tool, expires_at, path }) => [state, `${tool}  ${expires_at}  ${path}`]));
  return [
    actions.length === 0 ? `no pending actions in ${printable(folder)}` : "",
    ...rows(actions),
    ...(removed.length === 0 ? [] : ["removed:", ...rows(removed)]),
    ...cleared.map((path) => printable(`removed, as there was no action in it: ${path}`)),
    ...failed.map(({ path, reason }) => printable(`not removed: ${path}: ${reason}`)),
    ...unreadable.map(({ path, reason }) => printable(`not read: ${path}: ${reason}`)),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function aligned(facts: readonly (readonly [name: string, value: string])[]): string[] {
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`);
}
