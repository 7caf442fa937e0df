import { ImprintError } from "../../errors/error.ts";
import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import type { FrozenContract } from "../../imprint/contract.ts";

/** How every call begins; decoded by force, so that the grammar starts behind it. */
export const callOpening = '{"tool_name": "';

/**
 * GBNF for the rest of one call behind `callOpening`, for exactly the tools of a contract. One spelling only:
 * keys in schema order, one space behind `:` and `,`, none elsewhere. Optional parameters may be left out.
 * What it admits is valid JSON and valid under the schema's types and enums; ajv still checks every call.
 *
 * @throws unsupported_type_hint for a schema node that discovery never makes
 */
export function callGrammar(contract: FrozenContract): string {
  const rules = new Map<string, string>(Object.entries(primitiveRules));
  const calls = contract.tools.map(({ schema }, index) => {
    const rule = `tool-${index}`;
    rules.set(`${rule}-arguments`, objectBody(schema.parameters, `${rule}-arguments`, rules));
    rules.set(rule, `${literal(`${schema.name}", "arguments": `)} ${rule}-arguments "}"`);
    return rule;
  });
  return [`root ::= ${calls.join(" | ")}`, ...[...rules].map(([name, body]) => `${name} ::= ${body}`)].join(
    "\n",
  );
}

/** A text that the grammar must match and one that it must not, to prove that the engine really loaded it. */
export function grammarProof(contract: FrozenContract): { accepts: string; refuses: string } {
  const schema = contract.tools[0]?.schema;
  const properties = Object.entries((schema?.parameters.properties ?? {}) as Record<string, JsonObject>);
  const required = (schema?.parameters.required ?? []) as string[];
  const members = properties
    .filter(([name]) => required.includes(name))
    .map(([name, node]) => `${JSON.stringify(name)}: ${JSON.stringify(exampleOf(node))}`);
  const call = `${schema?.name}", "arguments": {${members.join(", ")}}`;
  return { accepts: `${call}}`, refuses: `${call}]` };
}

function exampleOf(node: JsonObject): JsonValue {
  if (Array.isArray(node.enum)) return node.enum[0] ?? null;
  const type = Array.isArray(node.type) ? node.type[0] : node.type;
  const examples: Record<string, JsonValue> = {
    string: "a",
    integer: 1,
    number: 1,
    boolean: true,
    array: [],
  };
  return examples[type as string] ?? null;
}

const primitiveRules = {
  string: '"\\"" character* "\\""',
  // No raw control characters; \u escapes without the surrogate range, whose halves could stand alone.
  character:
    '[^"\\\\\\x00-\\x1F\\x7F] | "\\\\" (["\\\\/bfnrt] | "u" ([0-9A-Ca-cEFef] [0-9A-Fa-f] | [Dd] [0-7]) [0-9A-Fa-f] [0-9A-Fa-f])',
  // 15 digits stay below 2^53.
  integer: '"-"? ("0" | [1-9] [0-9]{0,14})',
  // No positive exponent: it would spell integers beyond 2^53, which have no safe JSON form.
  number: 'integer ("." [0-9]{1,15})? ([eE] "-" [0-9]{1,2})?',
  boolean: '"true" | "false"',
  null: '"null"',
} as const;

/**
 * Members in order, optional ones possibly absent, commas only between. Whether a comma comes first depends on
 * whether a member stands before, so each position has two rules: `-first-i` and `-next-i`.
 */
function objectBody(schema: JsonObject, rule: string, rules: Map<string, string>): string {
  const properties = Object.entries(schema.properties as JsonObject);
  const required = new Set(schema.required as string[]);
  properties.forEach(([name, node], index) => {
    const member = `${rule}-${index}`;
    rules.set(
      member,
      `${literal(`${JSON.stringify(name)}: `)} ${valueBody(node as JsonObject, member, rules)}`,
    );
    const rest = `${rule}-next-${index + 1}`;
    const skip = (position: string) => (required.has(name) ? "" : ` | ${rule}-${position}-${index + 1}`);
    rules.set(`${rule}-first-${index}`, `${member} ${rest}${skip("first")}`);
    rules.set(`${rule}-next-${index}`, `", " ${member} ${rest}${skip("next")}`);
  });
  rules.set(`${rule}-first-${properties.length}`, '""');
  rules.set(`${rule}-next-${properties.length}`, '""');
  return `"{" ${rule}-first-0 "}"`;
}

function valueBody(node: JsonObject, rule: string, rules: Map<string, string>): string {
  const types = Array.isArray(node.type) ? node.type : [node.type];
  const choices = Array.isArray(node.enum)
    ? node.enum.map((value: JsonValue) => literal(JSON.stringify(value)))
    : types.map((type) => typeBody(type as JsonValue, node, rule, rules));
  return `(${choices.join(" | ")})`;
}

function typeBody(type: JsonValue, node: JsonObject, rule: string, rules: Map<string, string>): string {
  if (type === "array") {
    rules.set(`${rule}-item`, valueBody(node.items as JsonObject, `${rule}-item`, rules));
    return `"[" (${rule}-item (", " ${rule}-item)*)? "]"`;
  }
  if (typeof type === "string" && type in primitiveRules && type !== "character") return type;
  throw new ImprintError(
    "unsupported_type_hint",
    `no grammar for a schema node of type ${JSON.stringify(type)}`,
    {
      details: { type },
    },
  );
}

function literal(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return `"${escaped}"`;
}
