import { type ErrorCode, errorTable } from "./codes.ts";
import { isImprintError } from "./error.ts";

/** Process exit codes of `edge` and `keryx`. */
export const exitCodes = { ok: 0, failure: 1, usage: 2, interrupted: 130 } as const;

/** The exit code of a named failure. */
export function exitOfCode(code: ErrorCode): number {
  return exitCodes[errorTable[code].exit ?? "failure"];
}

/** The exit code of anything that was thrown; what has no code is a failure, never success. */
export function exitOf(error: unknown): number {
  return isImprintError(error) ? exitOfCode(error.code) : exitCodes.failure;
}
