import { type ErrorCode, errorTable } from "./codes.ts";
import type { ErrorDetails, ImprintError } from "./error.ts";

/** A failure as `error` of a report. */
export interface FailureDocument {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remediation: string;
  readonly detail: ErrorDetails;
}

/** Code, message, remedy and details of a failure, as every `--json` document carries them. */
export function failureDocument({ code, message, details }: ImprintError): FailureDocument {
  return { code, message, remediation: errorTable[code].fix, detail: details };
}
