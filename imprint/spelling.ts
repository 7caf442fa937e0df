import type { JsonValue } from "./canonical.ts";

/**
 * JSON of a value in the one spelling that a decoded call has: a space behind `:` and `,` and none elsewhere,
 * numbers in their canonical form, DEL escaped as the other control characters are.
 */
export function spelled(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(spelled).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value)
      .map(([name, member]) => spelledMember(name, spelled(member)))
      .join(", ")}}`;
  }
  return JSON.stringify(value).replaceAll("\x7f", "\\u007f");
}

/** A name and the text of its value. */
export function spelledMember(name: string, valueText: string): string {
  return `${spelled(name)}: ${valueText}`;
}
