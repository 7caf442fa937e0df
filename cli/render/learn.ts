import { printable, printableLines, shellWord } from "../../errors/printable.ts";
import type { LearnRun } from "../../pipeline/learn.ts";
import { bytesText } from "./bytes.ts";
import { callLine } from "./chat.ts";
import { shortHash } from "./short-hash.ts";

/** What a learn run came to, for people. Answers themselves only where text was asked for. */
export function learnText(
  run: LearnRun,
  shown: { report: object; receiptPath: string; includeText: boolean; next: string },
): string {
  const { sealed, baked, imprint, tools, before, after, model } = run;
  const restoreMs = imprint.admitContractMs + imprint.admitMs + imprint.loadMs;
  const facts: [string, string][] = [
    ["status", after.status],
    ["model", model.id ?? model.path],
    ["sample", run.loaded.sample.sample_id],
    ...(tools?.contract.tools ?? []).map(({ schema, schemaSha256 }): [string, string] => [
      "tool",
      `${schema.name}  ${shortHash(schemaSha256)}`,
    ]),
    ...(tools ? [["active_set", shortHash(tools.contract.activeSetSha256)] as [string, string]] : []),
    [
      "imprint",
      `${sealed.header.prefix.token_count} tokens, ${bytesText(sealed.descriptor.sizeBytes)}, ${sealed.header.kind}`,
    ],
    ["artifact", sealed.path],
    ["digest", sealed.descriptor.digest],
    ["prefill", `${baked.prefillMs.toFixed(0)} ms`],
    [
      "gate_and_restore",
      `${restoreMs.toFixed(1)} ms (${(baked.prefillMs / restoreMs).toFixed(0)}x faster in this run)`,
    ],
    ["answers_differ", String(before.answer !== after.answer)],
    ["after_tool_calls", String(after.calls.length)],
    ["receipt", shown.receiptPath],
    ["raw_text_in_receipt", String(shown.includeText)],
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  const calls = after.calls.map((call) => `(${callLine(call)})`);
  const answers = ["", "[Before]", before.answer, "", "[After]", ...calls, after.answer].map(printableLines);
  const { schema_version } = shown.report as Record<string, unknown>;
  return [
    String(schema_version),
    ...facts.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`),
    // A question of several lines stays what the shell reads back.
    `${"next".padEnd(width)}  ${printableLines(shown.next)}`,
    ...(shown.includeText ? answers : []),
  ].join("\n");
}

/** How the tools of a run were chosen, beyond the file itself. */
export interface NextChoice {
  readonly names: readonly string[];
  readonly tags: readonly string[];
  /** `--python` of the run: a command, or an absolute path. */
  readonly python: string | undefined;
}

/** The command that chats from this imprint, ready to paste in any folder. */
export function nextCommand(run: LearnRun, choice: NextChoice, receiptPath: string): string {
  const { model, tools, question } = run;
  const words = ["edge", "demo", "chat", "--model", model.id ?? model.path, "--with-imprint", receiptPath];
  if (tools !== null) {
    words.push(...surfaceWords(tools.surface));
    for (const name of choice.names) words.push("--tool", name);
    for (const tag of choice.tags) words.push("--tool-tag", tag);
    if (choice.python) words.push("--python", choice.python);
  }
  return [...words, "--prompt", question].map(shellWord).join(" ");
}

function surfaceWords(surface: NonNullable<LearnRun["tools"]>["surface"]): string[] {
  switch (surface.kind) {
    case "python_file":
      return ["--tools", surface.source.path];
    case "manifest":
      return ["--tools-manifest", surface.path];
    case "facts_store":
      return ["--facts-store", surface.store];
  }
}
