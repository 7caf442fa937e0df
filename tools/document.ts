import { type ErrorDetails, type ImprintError, isImprintError } from "../errors/error.ts";
import type { JsonValue } from "../imprint/canonical.ts";
import { parseJsonStrict } from "../imprint/json-text.ts";
import { limits } from "../imprint/limits.ts";
import { FileRefusal, readRegularFile } from "../system/files.ts";

/** Gives what is wrong with one kind of document the code of that kind. */
export type Invalid = (message: string, details: ErrorDetails, cause?: unknown) => ImprintError;

/** Reads a document that the user named, once. @throws what `invalid` makes */
export async function readDocument(file: string, invalid: Invalid): Promise<Buffer> {
  try {
    return (await readRegularFile(file, { maxBytes: limits.jsonDocumentBytes })).bytes;
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    throw invalid(`cannot read ${file}: ${error.message}`, { reason: error.reason }, error);
  }
}

/** Strict JSON of one schema. @throws what `invalid` makes */
export function parseDocument(
  bytes: Uint8Array,
  assert: (document: unknown) => void,
  invalid: Invalid,
): JsonValue {
  return asserted(() => parseJsonStrict(bytes), assert, invalid);
}

/** A value of this program's own, held to a document's schema. @throws what `invalid` makes */
export function assertDocument(
  document: unknown,
  assert: (document: unknown) => void,
  invalid: Invalid,
): void {
  asserted(() => document, assert, invalid);
}

function asserted<T>(read: () => T, assert: (document: unknown) => void, invalid: Invalid): T {
  try {
    const document = read();
    assert(document);
    return document;
  } catch (error) {
    if (!isImprintError(error)) throw error;
    throw invalid(error.message, error.details, error);
  }
}
