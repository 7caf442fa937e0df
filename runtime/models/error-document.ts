import { type ErrorCode, errorTable } from "../../errors/codes.ts";

/** What went wrong, as it stands in reports and receipts. */
export interface ErrorDocument<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  readonly message: string;
  readonly remediation: string;
}

export function errorDocument<Code extends ErrorCode>(code: Code, message: string): ErrorDocument<Code> {
  return { code, message, remediation: errorTable[code].fix };
}
