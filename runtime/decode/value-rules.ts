import { type GbnfRules, oneOf } from "./gbnf.ts";
import type { Choice, PrimitiveKind, ValueShape } from "./parameters.ts";

/** The largest integer that JSON carries safely, and the largest that may have a fraction: it may round up. */
const largestInteger = String(Number.MAX_SAFE_INTEGER);
const largestWhole = String(Number.MAX_SAFE_INTEGER - 1);

/**
 * Every repetition has a small count: the engine refuses 2 000, and digits that may go on for ever will.
 * What these admit is what strict JSON reads as a value of the type, and every double has one such text.
 */
const primitiveRules = {
  string: '"\\"" character* "\\""',
  // No raw control characters; \u escapes without the surrogate range, whose halves could stand alone.
  character:
    '[^"\\\\\\x00-\\x1F\\x7F] | "\\\\" (["\\\\/bfnrt] | "u" ([0-9A-Ca-cEFef] [0-9A-Fa-f] | [Dd] [0-7]) [0-9A-Fa-f] [0-9A-Fa-f])',
  whole: `[1-9] [0-9]{0,${largestWhole.length - 2}} | ${asLongUpTo(largestWhole)}`,
  // No minus before a bare zero, no fraction, no exponent.
  integer: `"0" | "-"? (whole | "${largestInteger}")`,
  fraction: '"." [0-9]{1,22}',
  // No positive exponent: it would spell integers that have no safe JSON form.
  exponent: '[eE] "-" [0-9]{1,3}',
  number: 'integer | "-"? ("0" | whole) (fraction exponent? | exponent)',
  boolean: '"true" | "false"',
  null: '"null"',
} as const satisfies Record<PrimitiveKind, string> & Record<string, string>;

export function addPrimitiveRules(rules: GbnfRules): void {
  for (const [name, body] of Object.entries(primitiveRules)) rules.add(name, body);
}

/** The body of a rule for a value; `rule` is that rule's name, and rules for items are named after it. */
export function valueBody(shape: ValueShape, rule: string, rules: GbnfRules): string {
  return `(${shape.map((choice) => choiceBody(choice, rule, rules)).join(" | ")})`;
}

function choiceBody(choice: Choice, rule: string, rules: GbnfRules): string {
  if (choice.kind === "listed") return oneOf(choice.texts);
  if (choice.kind !== "array") return choice.kind;
  const item = `${rule}-item`;
  rules.add(item, valueBody(choice.item, item, rules));
  return `"[" (${item} (", " ${item})*)? "]"`;
}

/** Numbers with as many digits as `bound`, and no larger: the same beginning, a smaller digit, then any. */
function asLongUpTo(bound: string): string {
  const smaller = Array.from(bound, (digit, index) => {
    const least = index === 0 ? 1 : 0;
    if (Number(digit) <= least) return [];
    const rest = bound.length - index - 1;
    const head = index === 0 ? "" : `"${bound.slice(0, index)}" `;
    return [`${head}[${least}-${Number(digit) - 1}]${rest === 0 ? "" : ` [0-9]{${rest}}`}`];
  });
  return [...smaller.flat(), `"${bound}"`].join(" | ");
}
