import type { ErrorCode } from "./codes.ts";

/** Facts about a failure: hashes, names, numbers, JSON pointers. Never user text or secrets. */
export type ErrorDetails = Record<string, unknown>;

/**
 * The one error class. Code that can be handled is data elsewhere (a verdict, a call status);
 * whatever is thrown on purpose is this.
 */
export class ImprintError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ImprintError";
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** True for an `ImprintError`, of the given code when one is named. */
export function isImprintError(error: unknown, code?: ErrorCode): error is ImprintError {
  return error instanceof ImprintError && (code === undefined || error.code === code);
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
