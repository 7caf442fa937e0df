import type { ErrorCode } from "../errors/codes.ts";
import { printable } from "../errors/printable.ts";
import type { JsonObject, JsonValue } from "../imprint/canonical.ts";
import type { ToolSchema } from "../imprint/contract.ts";
import { limits } from "../imprint/limits.ts";
import { schemaDefect } from "./schema-check.ts";

/**
 * What a node of an output schema may say; everything here is checked on the real result, in time that grows
 * with its size alone. Left out for that: `pattern`, whose matching may not end, and `uniqueItems`, which
 * compares each item with each other. `multipleOf` 0.01 would refuse 0.07, which is no multiple of it in binary.
 */
const keywords = new Set([
  ...["type", "enum", "const", "title", "description"],
  ...["properties", "required", "additionalProperties"],
  ...["items", "minItems", "maxItems"],
  ...["minLength", "maxLength"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
]);

/** Keywords, names and the compiler's words come from the file; what is longer is cut. */
const maxMessageLength = 300;

export interface OutputSchemaProblem {
  readonly code: Extract<ErrorCode, "invalid_output_schema" | "return_direct_output_schema_required">;
  readonly message: string;
}

/**
 * What is wrong with a tool's result contract: a result that reaches the user directly, or an action, needs a
 * closed one; any other may declare one, and then it must be closed as well.
 */
export function outputSchemaProblem(tool: ToolSchema): OutputSchemaProblem | undefined {
  const { execution_level: level, output_schema: schema } = tool;
  if (level !== "read" && !tool.return_direct) {
    return required(`a ${level} tool needs return_direct=True and a closed output_schema`);
  }
  if (schema === null) {
    return tool.return_direct ? required("return_direct=True needs a closed output_schema") : undefined;
  }
  const open = schema.type === "object" ? openness(schema) : 'the type is not "object"';
  if (open !== undefined && tool.return_direct) return required(`output_schema is not closed: ${open}`);
  const defect = open ?? nodeDefect(schema, "") ?? sizeDefect(schema) ?? schemaDefect(schema, "first");
  return defect === undefined
    ? undefined
    : { code: "invalid_output_schema", message: printable(`output_schema: ${defect}`, maxMessageLength) };
}

function required(message: string): OutputSchemaProblem {
  return { code: "return_direct_output_schema_required", message };
}

function openness(node: JsonObject): string | undefined {
  if (!isObject(node.properties)) return "properties are missing";
  if (!Array.isArray(node.required)) return "required is missing";
  if (node.additionalProperties !== false) return "additionalProperties is not False";
  return undefined;
}

function nodeDefect(node: JsonValue | undefined, pointer: string): string | undefined {
  if (!isObject(node)) return `"${pointer}" is not a schema`;
  const unknown = Object.keys(node).find((key) => !keywords.has(key));
  if (unknown !== undefined) return `"${pointer}" has the keyword ${unknown}, which is not supported`;
  if (!("type" in node || "enum" in node || "const" in node)) return `"${pointer}" says no type`;
  if (Array.isArray(node.enum) && node.enum.length > limits.toolListedValuesCount) {
    return `"${pointer}" lists more than ${limits.toolListedValuesCount} values`;
  }
  const types = [node.type].flat();
  if ("type" in node && !listed(node).every((value) => typesOf(value).some((type) => types.includes(type)))) {
    return `"${pointer}" lists a value that is not of its type`;
  }
  if (types.includes("object")) {
    const open = openness(node);
    if (open !== undefined) return `the object at "${pointer}" is not closed: ${open}`;
  }
  if (types.includes("array")) {
    const defect = nodeDefect(node.items, `${pointer}/items`);
    if (defect !== undefined) return defect;
  }
  for (const [name, member] of Object.entries(isObject(node.properties) ? node.properties : {})) {
    // The validator passes over a property of this name, so its value would go unchecked.
    if (name === "__proto__") return `"${pointer}" has a property __proto__`;
    const defect = nodeDefect(member, `${pointer}/properties/${name}`);
    if (defect !== undefined) return defect;
  }
  return undefined;
}

function sizeDefect(schema: JsonObject): string | undefined {
  const most = limits.toolOutputPropertiesCount;
  return propertiesCount(schema) > most ? `it has more than ${most} properties` : undefined;
}

function propertiesCount({ properties, items }: JsonObject): number {
  const nodes = Object.values(isObject(properties) ? properties : {});
  const inner = [...nodes, items].map((node) => (isObject(node) ? propertiesCount(node) : 0));
  return inner.reduce((sum, count) => sum + count, nodes.length);
}

/** The values that a node names: nothing else can be a result there. */
function listed(node: JsonObject): readonly JsonValue[] {
  const values = Array.isArray(node.enum) ? node.enum : [];
  return node.const === undefined ? values : [...values, node.const];
}

function typesOf(value: JsonValue): readonly string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  if (typeof value === "number") return Number.isInteger(value) ? ["integer", "number"] : ["number"];
  return [typeof value];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
