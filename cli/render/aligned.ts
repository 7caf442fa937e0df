import { printable } from "../../errors/printable.ts";

/** A table as text, two spaces between its columns; what a cell holds is made printable. */
export function aligned(table: readonly (readonly string[])[]): string {
  const rows = table.map((row) => row.map((cell) => printable(cell)));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}
