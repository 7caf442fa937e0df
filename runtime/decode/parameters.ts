import { ImprintError } from "../../errors/error.ts";
import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import type { ToolSchema } from "../../imprint/contract.ts";
import { limits } from "../../imprint/limits.ts";
import { spelled } from "../../imprint/spelling.ts";
import { tooLarge } from "./gbnf.ts";

/** One parameter of a tool. */
export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly shape: ValueShape;
}

/** What a value may be: one of these. Beside a choice there is at most `null`. */
export type ValueShape = readonly Choice[];

export type Choice =
  | { readonly kind: PrimitiveKind }
  /** One of these texts, each once. */
  | { readonly kind: "listed"; readonly texts: readonly string[] }
  | { readonly kind: "array"; readonly item: ValueShape };

export type PrimitiveKind = "string" | "integer" | "number" | "boolean" | "null";

/**
 * The parameters of a tool in the order in which a call spells them, which is the frozen schema's. A keyword that
 * is not known here is refused and never dropped: a grammar that leaves one out admits what the schema does not.
 *
 * @throws unsupported_type_hint, call_grammar_too_large
 */
export function parametersOf({ parameters }: Pick<ToolSchema, "parameters">): readonly Parameter[] {
  const { type, properties, required, additionalProperties, ...unknown } = parameters;
  assertNone(unknown);
  if (
    type !== "object" ||
    additionalProperties !== false ||
    !isObject(properties) ||
    !Array.isArray(required)
  )
    throw unsupported("parameters that are no closed object");
  if (required.some((name) => typeof name !== "string" || !Object.hasOwn(properties, name)))
    throw unsupported("a required parameter that is not declared");
  return Object.entries(properties).map(([name, node]) => ({
    name,
    required: required.includes(name),
    shape: shapeOf(node, 0),
  }));
}

function shapeOf(node: JsonValue | undefined, depth: number): ValueShape {
  if (depth > limits.toolSchemaDepth) throw tooLarge("nesting", depth, limits.toolSchemaDepth);
  if (!isObject(node)) throw unsupported("a value without a schema");
  const { type, enum: values, items, description: _, default: __, ...unknown } = node;
  assertNone(unknown);
  const types = type === undefined || Array.isArray(type) ? type : [type];
  if (values !== undefined) return [listed(values, types)];
  if (types === undefined || types.length === 0) throw unsupported("a value of any type");
  if (types.filter((each) => each !== "null").length > 1) throw unsupported("a value of two types");
  return types.map((each) => {
    if (each === "array") return { kind: each, item: shapeOf(items, depth + 1) };
    if (!isPrimitiveKind(each)) throw unsupported(`a value of type ${JSON.stringify(each)}`, { type: each });
    return { kind: each };
  });
}

/** The listed values that are of the types named beside them; two that are spelled alike are one. */
function listed(values: JsonValue, types: readonly JsonValue[] | undefined): Choice {
  if (!Array.isArray(values)) throw unsupported("an enum that is no list");
  const fitting = values.filter(
    (value) => types === undefined || types.some((type) => isOfType(value, type)),
  );
  if (fitting.some((value) => typeof value === "object" && value !== null))
    throw unsupported("an enum of lists or objects");
  if (fitting.length === 0) throw unsupported("an enum without a value of its type");
  return { kind: "listed", texts: [...new Set(fitting.map(spelled))] };
}

function isOfType(value: JsonValue, type: JsonValue): boolean {
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  if (typeof value === "number") return type === "number" || (type === "integer" && Number.isInteger(value));
  return type === typeof value;
}

function isPrimitiveKind(type: JsonValue | undefined): type is PrimitiveKind {
  return ["string", "integer", "number", "boolean", "null"].some((kind) => kind === type);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function assertNone(keywords: JsonObject): void {
  const [keyword] = Object.keys(keywords);
  if (keyword !== undefined) throw unsupported(`the keyword ${keyword}`, { keyword });
}

function unsupported(what: string, details: { type?: JsonValue; keyword?: string } = {}): ImprintError {
  return new ImprintError("unsupported_type_hint", `no grammar for ${what}`, { details });
}
