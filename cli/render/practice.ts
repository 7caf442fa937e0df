import { printable } from "../../errors/printable.ts";
import type { WrittenPractice } from "../../pipeline/write-practice.ts";
import { aligned } from "./aligned.ts";
import { shortHash } from "./short-hash.ts";

const shownRows = 5;

/** How many rows there are of what, and some of them, for people. */
export function practiceText({ report, rows }: WrittenPractice): string {
  const { counts, row_count: rowCount, wording_count: wordingCount } = report;
  const facts = aligned([
    ["rows", `${rowCount}, in ${wordingCount} wordings`],
    ["file", `${report.out}  ${shortHash(report.rows_sha256)}`],
    ["contract", shortHash(report.active_set_sha256)],
    ["split", listed(counts.by_split)],
  ]);
  const tables = [
    aligned([["KIND", "ROWS"], ...cells(counts.by_kind)]),
    aligned([["CALLS OF", "ROWS"], ...cells(counts.calls_by_tool)]),
  ];
  const every = Math.max(1, Math.floor(rows.length / shownRows));
  const shown = rows.filter((_, index) => index % every === 0).slice(0, shownRows);
  return `${[facts, ...tables, shown.map(rowText).join("\n")].join("\n\n")}\n`;
}

function cells(counts: Readonly<Record<string, number>>): string[][] {
  return Object.entries(counts).map(([name, count]) => [name, String(count)]);
}

function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}

/** The last words of the conversation, and what is right. */
function rowText({ conversation, target }: WrittenPractice["rows"][number]): string {
  const last = conversation.at(-1);
  const right =
    target.kind === "call"
      ? `${target.toolName} ${JSON.stringify(target.arguments)}`
      : (target.text ?? "(the model's own answer)");
  return printable(`${last?.role === "tool" ? "result: " : ""}${last?.content ?? ""}  =>  ${right}`);
}
