import type { ToolChoice } from "../../pipeline/chat.ts";
import type { LearnRun } from "../../pipeline/learn.ts";
import { callLine } from "./chat.ts";

/** What a learn run came to, for people. Answers themselves only where text was asked for. */
export function learnText(
  run: LearnRun,
  shown: { report: object; receiptPath: string; includeText: boolean; next: string },
): string {
  const { sealed, baked, imprint, tools, before, after, model } = run;
  const restoreMs = imprint.admitContractMs + imprint.admitMs + imprint.loadMs;
  const facts: [string, string][] = [
    ["status", "completed"],
    ["model", model.id ?? model.path],
    ["sample", run.loaded.sample.sample_id],
    ...(tools?.contract.tools ?? []).map(({ schema, schemaSha256 }): [string, string] => [
      "tool",
      `${schema.name}  ${short(schemaSha256)}`,
    ]),
    ...(tools ? [["active_set", short(tools.contract.activeSetSha256)] as [string, string]] : []),
    [
      "imprint",
      `${sealed.header.prefix.token_count} tokens, ${(sealed.descriptor.sizeBytes / 1e6).toFixed(1)} MB, ${sealed.header.kind}`,
    ],
    ["artifact", sealed.path],
    ["digest", sealed.descriptor.digest],
    ["prefill", `${baked.prefillMs.toFixed(0)} ms`],
    [
      "gate_and_restore",
      `${restoreMs.toFixed(1)} ms (${(baked.prefillMs / restoreMs).toFixed(0)}x faster in this run)`,
    ],
    ["answers_differ", String(before.answer !== after.answer)],
    ["receipt", shown.receiptPath],
    ["raw_text_in_receipt", String(shown.includeText)],
    ["next", shown.next],
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  const calls = after.calls.map((call) => `(${callLine(call)})`);
  const { schema_version } = shown.report as Record<string, unknown>;
  return [
    String(schema_version),
    ...facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    ...(shown.includeText ? ["", "[Before]", before.answer, "", "[After]", ...calls, after.answer] : []),
  ].join("\n");
}

/** The command that chats from this imprint, ready to paste. */
export function nextCommand(run: LearnRun, tools: ToolChoice | null, receiptPath: string): string {
  const words = ["edge", "demo", "chat", "--model", run.model.modelRef, "--with-imprint", receiptPath];
  if (tools !== null) {
    words.push("--tools", tools.file);
    for (const name of tools.names) words.push("--tool", name);
    for (const tag of tools.tags) words.push("--tool-tag", tag);
  }
  return [...words, "--prompt", run.question].map(quoted).join(" ");
}

/** A word as a POSIX shell reads it back. */
function quoted(word: string): string {
  return /^[A-Za-z0-9_./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function short(hash: string): string {
  return hash.slice(0, "sha256:".length + 12);
}
