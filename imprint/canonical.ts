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
  if (text === undefined) throw refuse("", "not_json");
  return text;
}

/** UTF-8 bytes of `canonicalJson`. */
export function canonicalBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalJson(value));
}

/** One step of a JSON pointer (RFC 6901). */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function assertCanonicalizable(value: unknown, pointer: string, depth: number): void {
  if (depth > limits.jsonDepth) throw refuse(pointer, "too_deep");
  if (value === null || typeof value === "boolean") return;
  if (typeof value === "string") assertWellFormed(value, pointer);
  else if (typeof value === "number") assertNumber(value, pointer);
  else if (Array.isArray(value)) {
    // Holes, and properties beside the items: a function `toJSON` among them would be called.
    if (Object.keys(value).length !== value.length) throw refuse(pointer, "not_json");
    for (let i = 0; i < value.length; i++)
      assertCanonicalizable(value[i], pointer + pointerStep(i), depth + 1);
  } else if (typeof value === "object") assertPlainObject(value, pointer, depth);
  else throw refuse(pointer, "not_json");
}

function assertPlainObject(value: object, pointer: string, depth: number): void {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw refuse(pointer, "not_json");
  for (const [key, member] of Object.entries(value)) {
    const at = pointer + pointerStep(key);
    assertWellFormed(key, at);
    assertCanonicalizable(member, at, depth + 1);
  }
}

function assertNumber(value: number, pointer: string): void {
  if (!Number.isFinite(value)) throw refuse(pointer, "non_finite_number");
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw refuse(pointer, "unsafe_integer");
}

function assertWellFormed(text: string, pointer: string): void {
  if (!text.isWellFormed()) throw refuse(pointer, "lone_surrogate");
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
