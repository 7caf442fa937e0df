import { ImprintError } from "../../errors/error.ts";
import { limits } from "../../imprint/limits.ts";

/** A GBNF literal that matches exactly `text`. All but printable ASCII is escaped, so that the rules are too. */
export function literal(text: string): string {
  return `"${text.replace(/["\\]|[^ -~]/gu, escaped)}"`;
}

function escaped(character: string): string {
  if (character === '"' || character === "\\") return `\\${character}`;
  const code = character.codePointAt(0) ?? 0;
  const hex = (digits: number) => code.toString(16).padStart(digits, "0");
  if (code <= 0xff) return `\\x${hex(2)}`;
  return code <= 0xffff ? `\\u${hex(4)}` : `\\U${hex(8)}`;
}

/**
 * A body that matches exactly one of the texts, each there once. What some begin with in common is written once:
 * the engine follows every open alternative at every character and compares each with each.
 */
export function oneOf(texts: readonly string[]): string {
  return branches(texts.map((text) => Array.from(text)));
}

function branches(words: readonly (readonly string[])[]): string {
  const [first = [], ...others] = words;
  if (others.length === 0) return literal(first.join(""));
  const split = first.findIndex((character, index) => others.some((word) => word[index] !== character));
  const shared = split < 0 ? first.length : split;
  const groups = new Map<string | undefined, (readonly string[])[]>();
  for (const word of words) {
    const group = groups.get(word[shared]) ?? [];
    groups.set(word[shared], group);
    group.push(word.slice(shared));
  }
  const choices = `(${[...groups.values()].map(branches).join(" | ")})`;
  return shared === 0 ? choices : `${literal(first.slice(0, shared).join(""))} ${choices}`;
}

/** Collects the rules of one grammar. The engine takes any number of them and grows slow or dies of too many. */
export class GbnfRules {
  readonly #rules = new Map<string, string>();
  #bytes = 0;

  /** Adds a rule and gives its name, to refer to it. @throws call_grammar_too_large */
  add(name: string, body: string): string {
    this.#rules.set(name, body);
    this.#bytes += Buffer.byteLength(`${name} ::= ${body}\n`);
    if (this.#rules.size > limits.callGrammarRulesCount)
      throw tooLarge("rules", this.#rules.size, limits.callGrammarRulesCount);
    if (this.#bytes > limits.callGrammarBytes) throw tooLarge("bytes", this.#bytes, limits.callGrammarBytes);
    return name;
  }

  toString(): string {
    return [...this.#rules].map(([name, body]) => `${name} ::= ${body}`).join("\n");
  }
}

/** What is too large is at least so large: the grammar was not written to its end. */
export function tooLarge(what: "rules" | "bytes" | "nesting", size: number, limit: number): ImprintError {
  return new ImprintError(
    "call_grammar_too_large",
    `the call grammar has ${size} ${what}, the limit is ${limit}`,
    {
      details: { what, size, limit },
    },
  );
}
