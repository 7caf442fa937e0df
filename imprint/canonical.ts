import canonicalize from "canonicalize";
import { ImprintError } from "../errors/error.ts";
import { limits } from "./limits.ts";

/** A JSON value as `JSON.parse` gives it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/**
 * Canonical JSON text of a value: RFC 8785, with a stricter profile (`edge.canonical_json.v1`).
 * Refused, where the RFC would round or leave it open: integers beyond ±(2^53−1), non-finite numbers,
 * lone surrogates, anything that is not plain JSON (undefined, functions, class instances, array holes),
 * nesting deeper than `limits.jsonDepth`.
 *
 * @throws invalid_json_value with a JSON pointer to the value
 */
export function canonicalJson(value: unknown): string {
  assertCanonicalizable(value, "", 0);
  const text = canonicalize(value);
  if (text === undefined) throw refuse("", "not a JSON value");
  return text;
}

/** UTF-8 bytes of `canonicalJson`. */
export function canonicalBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalJson(value));
}

function assertCanonicalizable(value: unknown, pointer: string, depth: number): void {
  if (depth > limits.jsonDepth) throw refuse(pointer, `nested deeper than ${limits.jsonDepth}`);
  if (value === null || typeof value === "boolean") return;
  if (typeof value === "string") return assertWellFormed(value, pointer);
  if (typeof value === "number") return assertNumber(value, pointer);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) assertCanonicalizable(value[i], `${pointer}/${i}`, depth + 1);
    return;
  }
  if (typeof value !== "object") throw refuse(pointer, `a ${typeof value} is not JSON`);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw refuse(pointer, "not a plain object");
  for (const [key, member] of Object.entries(value)) {
    const at = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    assertWellFormed(key, at);
    // RFC 8785 libraries call a function under this key instead of hashing it.
    if (key === "toJSON" && typeof member === "function") throw refuse(at, "a function is not JSON");
    assertCanonicalizable(member, at, depth + 1);
  }
}

function assertNumber(value: number, pointer: string): void {
  if (!Number.isFinite(value)) throw refuse(pointer, "not a finite number");
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw refuse(pointer, "an integer beyond 2^53-1 has no safe JSON form");
  }
}

function assertWellFormed(text: string, pointer: string): void {
  if (!text.isWellFormed()) throw refuse(pointer, "a lone surrogate");
}

function refuse(pointer: string, reason: string): ImprintError {
  return new ImprintError(
    "invalid_json_value",
    `no canonical JSON for the value at "${pointer}": ${reason}`,
    {
      details: { pointer, reason },
    },
  );
}
