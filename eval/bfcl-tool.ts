import { printable } from "../errors/printable.ts";
import { type JsonObject, type JsonValue, pointerStep } from "../imprint/canonical.ts";
import type { ToolDraft } from "../imprint/contract.ts";
import { limits } from "../imprint/limits.ts";
import { hidesSomething } from "../tools/hidden-text.ts";

/** A function as the leaderboard describes it. */
export interface BfclFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: {
    readonly properties: Readonly<Record<string, JsonObject>>;
    readonly required?: readonly string[];
  };
}

/** Why a row's tools do not fit a contract of ours; the message begins with the place. */
export class Unfit extends Error {}

/** What the leaderboard calls a type, as JSON Schema calls it; tuples are lists to its own checker. */
const typeNames: Readonly<Record<string, string>> = {
  string: "string",
  integer: "integer",
  float: "number",
  boolean: "boolean",
  array: "array",
  tuple: "array",
};

/** A tool of ours that asks for the same. @throws Unfit */
export function toolOf({ description, parameters }: BfclFunction, name: string, place: string): ToolDraft {
  return {
    intentTags: [],
    schema: {
      name,
      description: described(description, `${place}/description`),
      permissions: [],
      execution_level: "read",
      return_direct: false,
      output_schema: null,
      parameters: parametersOf(parameters, `${place}/parameters`),
    },
  };
}

/** Our names of the tools, one to one: other marks than letters, digits and `_` become `_`. @throws Unfit */
export function toolNames(functions: readonly BfclFunction[]): ReadonlyMap<string, string> {
  const ours = new Map<string, string>();
  const taken = new Set<string>();
  for (const { name } of functions) {
    if (ours.has(name)) throw new Unfit("/function: two tools have one name");
    const plain = name.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?![A-Za-z_])/, "_");
    let own = plain.slice(0, limits.toolNameLength);
    for (let count = 2; taken.has(own); count++) {
      own = plain.slice(0, limits.toolNameLength - String(count).length) + count;
    }
    taken.add(own);
    ours.set(name, own);
  }
  return ours;
}

function parametersOf({ properties, required = [] }: BfclFunction["parameters"], place: string): JsonObject {
  const nodes = Object.entries(properties).map(([name, node]): [string, JsonObject] => {
    const at = `${place}/properties${pointerStep(name)}`;
    if (!/^[A-Za-z_]\w*$/.test(name) || name.length > limits.toolNameLength || name === "__proto__") {
      throw new Unfit(`${at}: not a parameter's name`);
    }
    return [name, nodeOf(node, at, 0)];
  });
  if (!required.every((name) => Object.hasOwn(properties, name))) {
    throw new Unfit(`${place}/required: names no parameter`);
  }
  return {
    type: "object",
    properties: Object.fromEntries(nodes),
    required: [...new Set(required)].sort(),
    additionalProperties: false,
  };
}

/**
 * Type, values and description. Left out is what else a node says: the leaderboard checks no ranges, and many of its
 * defaults are not of their own type.
 */
function nodeOf(
  { type, description, enum: values, items }: JsonObject,
  place: string,
  depth: number,
): JsonObject {
  if (depth > limits.toolSchemaDepth) throw new Unfit(`${place}: lists nested too deep`);
  const name = Object.hasOwn(typeNames, String(type)) ? typeNames[String(type)] : undefined;
  if (name === undefined) throw new Unfit(`${place}: type ${printable(String(type), 40)}`);
  const said = description === undefined ? {} : { description: described(description, place) };
  if (name === "array") {
    if (values !== undefined) throw new Unfit(`${place}: a list with listed values`);
    if (!isObject(items)) throw new Unfit(`${place}: a list of anything`);
    return { type: name, items: nodeOf(items, `${place}/items`, depth + 1), ...said };
  }
  return { type: name, ...(values !== undefined && { enum: listed(values, name, place) }), ...said };
}

function listed(values: JsonValue, type: string, place: string): JsonValue[] {
  const isOfType = {
    string: (value: JsonValue) => typeof value === "string" && isWord(value),
    integer: (value: JsonValue) => Number.isInteger(value),
    boolean: (value: JsonValue) => typeof value === "boolean",
  }[type];
  if (isOfType === undefined) throw new Unfit(`${place}/enum: listed values of type ${type}`);
  if (!Array.isArray(values) || values.length === 0 || values.length > limits.toolListedValuesCount) {
    throw new Unfit(`${place}/enum: not a list of some values`);
  }
  const wrong = values.findIndex((value) => !isOfType(value));
  if (wrong >= 0) throw new Unfit(`${place}/enum/${wrong}: not of type ${type}, or not to be listed`);
  const seen = values.map((value) =>
    typeof value === "string" ? value.split(/[ \u3000]+/).join(" ") : value,
  );
  if (new Set(seen).size < seen.length) throw new Unfit(`${place}/enum: lists a value twice`);
  return values;
}

/** What may be a value of an enum: a reader sees all of it. */
function isWord(text: string): boolean {
  return (
    text.length <= limits.toolWordLength &&
    text === text.trim() &&
    text === text.normalize("NFC") &&
    !/\p{Cc}/u.test(text) &&
    !hidesSomething(text)
  );
}

function described(text: JsonValue, place: string): string {
  if (typeof text !== "string" || text.length > limits.toolDescriptionLength) {
    throw new Unfit(`${place}: not a description of at most ${limits.toolDescriptionLength} characters`);
  }
  if (/[^\P{Cc}\n\t]/u.test(text) || hidesSomething(text)) {
    throw new Unfit(`${place}: a character that cannot be seen, or an odd space`);
  }
  return text;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
