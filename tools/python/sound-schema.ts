import { ImprintError } from "../../errors/error.ts";
import { printable } from "../../errors/printable.ts";
import type { ToolSchema } from "../../imprint/contract.ts";
import { hidesSomething } from "../hidden-text.ts";
import { schemaDefect } from "../schema-check.ts";

/**
 * Judges again what the runner has judged already: code of the file runs beside it, and can change how it judges.
 * @throws runner_failed
 */
export function assertSound(schema: ToolSchema): void {
  const defect = defectOf(schema);
  if (defect === undefined) return;
  const message = printable(`the runner described a tool that it should have refused: ${defect}`, 300);
  throw new ImprintError("runner_failed", message);
}

const toolName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

function defectOf(schema: ToolSchema): string | undefined {
  if (!toolName.test(schema.name)) return "its name is not a tool name";
  if (/[^\P{Cc}\n\t]/u.test(schema.description)) return "its description holds a control character";
  if (textsOf(schema).some((text) => !text.isWellFormed() || hidesSomething(text))) {
    return "its schema holds a character that cannot be seen, or an odd space";
  }
  return schemaDefect(schema.parameters, "all");
}

/** Every text of a value, keys included. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsOf(member)]);
}
