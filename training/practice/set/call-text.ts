import type { JsonObject, JsonValue } from "../../../imprint/canonical.ts";

/**
 * A call as a decoder writes it: a space behind `:` and `,` and none elsewhere, parameters by name. A test holds it to
 * the decoder's own spelling.
 */
export function callText(toolName: string, values: JsonObject): string {
  return spelled({ tool_name: toolName, arguments: byName(values) });
}

/** Parameters in the order in which the grammar has them. */
function byName(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function spelled(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(spelled).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}: ${spelled(member)}`)
      .join(", ")}}`;
  }
  return JSON.stringify(value).replaceAll("\x7f", "\\u007f");
}
