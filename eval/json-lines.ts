import type { JsonValue } from "../imprint/canonical.ts";
import { type Invalid, parseDocument } from "../tools/document.ts";

/** One line of a file, numbered from 1. */
export interface Line {
  readonly number: number;
  readonly value: JsonValue;
}

/**
 * Strict JSON of one schema on every line; the last may end with a line break or not.
 * @throws what `invalid` makes, with the `line` in its details
 */
export function readJsonLines(
  bytes: Uint8Array,
  assert: (document: unknown) => void,
  invalid: Invalid,
): Line[] {
  return linesOf(bytes).map((line, index) => {
    const number = index + 1;
    const invalidLine = onLine(invalid, number);
    return { number, value: parseDocument(line, assert, invalidLine) };
  });
}

/** The same refusal, for what is wrong on one line. */
export function onLine(invalid: Invalid, line: number): Invalid {
  return (message, details, cause) => invalid(`line ${line}: ${message}`, { ...details, line }, cause);
}

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start);
    lines.push(bytes.subarray(start, end === -1 ? bytes.length : end));
    start = end === -1 ? bytes.length : end + 1;
  }
  return lines;
}
