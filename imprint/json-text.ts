import { ImprintError } from "../errors/error.ts";
import { type JsonObject, type JsonValue, pointerStep } from "./canonical.ts";
import { limits } from "./limits.ts";

/**
 * Parses strict JSON (RFC 8259) into values that all have a canonical form. Bytes must be UTF-8 without a
 * byte order mark. Stricter than `JSON.parse`, which keeps the last of duplicate keys and rounds numbers:
 * refused are duplicate keys (compared after unescaping), nesting deeper than `limits.jsonDepth`, numbers
 * that are not finite or are integers beyond ±(2^53−1) in whatever notation, and lone surrogates.
 * `__proto__` is a key like any other. Fractions round to the nearest double, as in JavaScript.
 *
 * `details`: `reason`, `pointer` (of the value being read), `offset` (bytes for bytes, UTF-16 units for a string).
 *
 * @throws invalid_json, invalid_json_value
 */
export function parseJsonStrict(input: string | Uint8Array): JsonValue {
  if (typeof input === "string") return new Parser(input, (index) => index).document();
  const text = decodeUtf8(input);
  return new Parser(text, (index) => new TextEncoder().encode(text.slice(0, index)).length).document();
}

/** The text of UTF-8 bytes; a byte order mark is kept, for the parser to refuse. @throws invalid_json */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const repaired = new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
    const differs = bytes.findIndex((byte, index) => byte !== repaired[index]);
    const offset = differs === -1 ? bytes.length : differs; // cut inside what looks like U+FFFD
    throw new ImprintError("invalid_json", `not UTF-8 at byte ${offset}`, {
      details: { reason: "invalid_utf8", pointer: "", offset },
      cause,
    });
  }
}

const whitespace = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const plainCharacters = /[^"\\\u0000-\u001f]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const literals = [
  ["true", true],
  ["false", false],
  ["null", null],
] as const;
const shortEscapes: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Recursive descent in one pass; `limits.jsonDepth` bounds the recursion. */
class Parser {
  #index = 0;
  readonly #path: (string | number)[] = [];
  readonly #text: string;
  readonly #offsetOf: (index: number) => number;

  constructor(text: string, offsetOf: (index: number) => number) {
    this.#text = text;
    this.#offsetOf = offsetOf;
  }

  document(): JsonValue {
    const value = this.#value();
    if (this.#index < this.#text.length) this.#refuse("trailing_text");
    return value;
  }

  /** A value with the whitespace around it. */
  #value(): JsonValue {
    if (this.#path.length > limits.jsonDepth) this.#refuse("too_deep");
    this.#match(whitespace);
    const value = this.#bareValue();
    this.#match(whitespace);
    return value;
  }

  #bareValue(): JsonValue {
    if (this.#take("{")) return this.#object();
    if (this.#take("[")) return this.#array();
    if (this.#text[this.#index] === '"') return this.#string();
    for (const [word, value] of literals) if (this.#take(word)) return value;
    return this.#number();
  }

  #object(): JsonObject {
    const members = new Map<string, JsonValue>();
    this.#match(whitespace);
    if (this.#take("}")) return {};
    do {
      this.#match(whitespace);
      const start = this.#index;
      const key = this.#string();
      this.#path.push(key);
      if (members.has(key)) this.#refuse("duplicate_key", start);
      this.#match(whitespace);
      this.#expect(":");
      members.set(key, this.#value());
      this.#path.pop();
    } while (this.#take(","));
    this.#expect("}");
    return Object.fromEntries(members); // defines own properties, so `__proto__` is data
  }

  #array(): JsonValue[] {
    const items: JsonValue[] = [];
    this.#match(whitespace);
    if (this.#take("]")) return items;
    do {
      this.#path.push(items.length);
      items.push(this.#value());
      this.#path.pop();
    } while (this.#take(","));
    this.#expect("]");
    return items;
  }

  #string(): string {
    const start = this.#index;
    this.#expect('"');
    let text = this.#match(plainCharacters);
    while (!this.#take('"')) {
      text += unescaped(this.#match(escapeSequence) || this.#refuse("unexpected_character"));
      text += this.#match(plainCharacters);
    }
    if (!text.isWellFormed()) this.#refuse("lone_surrogate", start, "invalid_json_value");
    return text;
  }

  #number(): number {
    const start = this.#index;
    const value = Number(this.#match(number) || this.#refuse("unexpected_character"));
    if (!Number.isFinite(value)) this.#refuse("non_finite_number", start, "invalid_json_value");
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      this.#refuse("unsafe_integer", start, "invalid_json_value");
    }
    return value;
  }

  /** The text that the sticky pattern matches here, consumed; empty when it does not match. */
  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#index;
    const [found] = pattern.exec(this.#text) ?? [""];
    this.#index += found.length;
    return found;
  }

  #take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#index)) return false;
    this.#index += token.length;
    return true;
  }

  #expect(token: string): void {
    if (!this.#take(token)) this.#refuse("unexpected_character");
  }

  #refuse(
    reason: string,
    index = this.#index,
    code: "invalid_json" | "invalid_json_value" = "invalid_json",
  ): never {
    const ended = reason === "unexpected_character" && index >= this.#text.length;
    const offset = this.#offsetOf(index);
    const pointer = this.#path.map(pointerStep).join("");
    const why = ended ? "unexpected_end" : reason;
    throw new ImprintError(code, `not strict JSON: ${why} at offset ${offset}, in "${pointer}"`, {
      details: { reason: why, pointer, offset },
    });
  }
}

function unescaped(sequence: string): string {
  const letter = sequence.charAt(1);
  if (letter === "u") return String.fromCharCode(Number.parseInt(sequence.slice(2), 16));
  return shortEscapes[letter] ?? letter;
}
