import type { JsonObject } from "../../../imprint/canonical.ts";
import { spelled } from "../../../imprint/spelling.ts";

/** A call as a decoder writes it, parameters by name: the order of a frozen schema, and so of the grammar. */
export function callText(toolName: string, values: JsonObject): string {
  const byName = Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
  return spelled({ tool_name: toolName, arguments: byName });
}
