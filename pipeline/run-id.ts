import { randomBytes } from "node:crypto";

/** A fresh id: the kind of run and 12 hex digits. */
export function newRunId(kind: string): string {
  return `${kind}-${randomBytes(6).toString("hex")}`;
}
