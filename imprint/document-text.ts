import type { JsonValue } from "./canonical.ts";

/** A document as it lies on disk: keys sorted, two spaces, final newline. */
export function documentText(document: object): string {
  return `${JSON.stringify(sorted(document as JsonValue), null, 2)}\n`;
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] as JsonValue)]));
}
