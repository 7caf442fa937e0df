import { type ErrorCode, errorTable } from "./codes.ts";
import type { ErrorDetails, ImprintError } from "./error.ts";

/** What went wrong, as it stands in reports and receipts. */
export interface ErrorDocument<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  readonly message: string;
  readonly remediation: string;
}

export function errorDocument<Code extends ErrorCode>(code: Code, message: string): ErrorDocument<Code> {
  return { code, message, remediation: errorTable[code].fix };
}

/** A failure as `error` of a `--json` document: what went wrong, and its details. */
export interface FailureDocument extends ErrorDocument {
  readonly detail: ErrorDetails;
}

export function failureDocument({ code, message, details }: ImprintError): FailureDocument {
  return { ...errorDocument(code, message), detail: details };
}
