import { createHash } from "node:crypto";
import { canonicalBytes } from "./canonical.ts";

/** `sha256:` and 64 lower-case hex digits. */
export type Sha256 = `sha256:${string}`;

const sha256Pattern = /^sha256:[0-9a-f]{64}$/;

export function isSha256(value: unknown): value is Sha256 {
  return typeof value === "string" && sha256Pattern.test(value);
}

/** Hash of raw bytes; a string is hashed as UTF-8. */
export function sha256(bytes: Uint8Array | string): Sha256 {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** Hash of a value's canonical JSON. @throws invalid_json_value */
export function sha256OfJson(value: unknown): Sha256 {
  return sha256(canonicalBytes(value));
}

/** The first 12 hex digits, for people. */
export function shortHash(hash: Sha256): string {
  return hash.slice("sha256:".length, "sha256:".length + 12);
}
