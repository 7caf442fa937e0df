import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import type { FrozenContract } from "../../imprint/contract.ts";

/** The rules below that turn profile and contract into system text; any change of them gets a new id. */
export const prefixRendererVersion = "edge.prefix.v1";

/**
 * The system text of a chat: profile, then contract. Empty when there is neither.
 * Deterministic: tools in name order, parameters in name order, schema keywords in customary order.
 */
export function systemText(profileText: string, contract: FrozenContract | null): string {
  return [profileText, contract && contractText(contract)].filter(Boolean).join("\n\n");
}

const callInstruction = [
  "To call a tool, answer with one JSON object and nothing else:",
  '{"tool_name": "<name>", "arguments": {<arguments>}}',
].join("\n");

/**
 * Why a text cannot be a profile: it is not its own trimmed form (one system text would have several profiles), or
 * it holds a contract's call instruction (an imprint without tools would then know tools). Null for a profile.
 */
export function profileFault(profileText: string): string | null {
  if (profileText !== profileText.trim()) return "a profile begins or ends with white space";
  return profileText.includes(callInstruction) ? "a profile holds the call instruction of a contract" : null;
}

/** What the model reads of a contract: each tool's name, description and parameters, and how to call. */
export function contractText(contract: FrozenContract): string {
  const tools = contract.tools.map(({ schema }) =>
    JSON.stringify({
      name: schema.name,
      description: schema.description,
      parameters: inCustomaryOrder(schema.parameters),
    }),
  );
  return [
    "You are a helpful assistant. You can call tools.",
    "",
    "Tools:",
    ...tools,
    "",
    callInstruction,
    "When no tool is needed, answer the user in plain text.",
  ].join("\n");
}

/** The order in which schemas are usually written, and so were read by models in training. */
const keywords = ["type", "enum", "items", "properties", "required", "additionalProperties", "default"];

function inCustomaryOrder(schema: JsonObject): JsonObject {
  const known = keywords.filter((keyword) => keyword in schema);
  const others = Object.keys(schema).filter((keyword) => !keywords.includes(keyword));
  return Object.fromEntries(
    [...known, ...others].map((keyword) => [keyword, member(keyword, schema[keyword] ?? null)]),
  );
}

function member(keyword: string, value: JsonValue): JsonValue {
  if (keyword === "items") return inCustomaryOrder(value as JsonObject);
  if (keyword !== "properties") return value;
  const properties = Object.entries(value as Record<string, JsonObject>);
  return Object.fromEntries(properties.map(([name, schema]) => [name, inCustomaryOrder(schema)]));
}
