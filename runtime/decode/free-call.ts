import { isImprintError } from "../../errors/error.ts";
import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import { parseJsonStrict } from "../../imprint/json-text.ts";

/** What a model's text is: an answer, one call, or something that tried to be a call. */
export type ModelText =
  | { readonly kind: "answer" }
  | { readonly kind: "call"; readonly toolName: string; readonly arguments: JsonObject }
  | { readonly kind: "malformed"; readonly reason: string };

/**
 * Reads a whole model turn. A call is the whole text: one strict JSON object with exactly `tool_name` (string) and
 * `arguments` (object). Text that names `tool_name` in braces and is anything else is malformed, never repaired.
 */
export function readModelText(text: string): ModelText {
  const trimmed = text.trim();
  if (!mayBeCall(trimmed) && !/[{[]\s*"tool_name"/.test(trimmed)) return { kind: "answer" };
  const parsed = parse(trimmed);
  if (parsed === undefined) {
    return /"tool_name"/.test(trimmed)
      ? { kind: "malformed", reason: "not_one_json_object" }
      : { kind: "answer" };
  }
  if (!isObject(parsed)) {
    return /"tool_name"/.test(trimmed) ? { kind: "malformed", reason: "not_an_object" } : { kind: "answer" };
  }
  if (!("tool_name" in parsed)) return { kind: "answer" };
  const { tool_name: toolName, arguments: args, ...rest } = parsed;
  if (Object.keys(rest).length > 0) return { kind: "malformed", reason: "unexpected_keys" };
  if (typeof toolName !== "string") return { kind: "malformed", reason: "tool_name_not_a_string" };
  if (args === undefined || !isObject(args)) return { kind: "malformed", reason: "arguments_not_an_object" };
  return { kind: "call", toolName, arguments: args };
}

/** A brace that begins, or at the end of the text may yet begin, a call behind prose or in a code block. */
const embeddedCall = /(?:```\w*\s*)?[{[]\s*(?:"tool_name"|(?:"[a-z_]*)?$)|`{1,3}\w*\s*$/;

/** How many characters of a text that is still being decoded can be no part of a call, and may be shown. */
export function showableLength(text: string): number {
  if (mayBeCall(text)) return 0;
  const held = text.search(embeddedCall);
  return held === -1 ? text.length : held;
}

function mayBeCall(text: string): boolean {
  const start = text.trimStart();
  return start === "" || start.startsWith("{") || start.startsWith("[");
}

function parse(text: string): JsonValue | undefined {
  try {
    return parseJsonStrict(text);
  } catch (error) {
    if (isImprintError(error)) return undefined;
    throw error;
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
