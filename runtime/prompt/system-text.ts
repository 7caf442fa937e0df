import type { FrozenContract } from "../../imprint/contract.ts";

/** The rules below that turn profile and contract into system text; any change of them gets a new id. */
export const prefixRendererVersion = "edge.prefix.v1";

/**
 * The system text of a chat: profile, then contract. Empty when there is neither.
 * Deterministic: tools in name order, schemas as canonical key order gives them.
 */
export function systemText(profileText: string, contract: FrozenContract | null): string {
  return [profileText.trim(), contract && contractText(contract)].filter(Boolean).join("\n\n");
}

/** What the model reads of a contract: each tool's name, description and parameters, and how to call. */
export function contractText(contract: FrozenContract): string {
  const tools = contract.tools.map(({ schema }) =>
    JSON.stringify({ name: schema.name, description: schema.description, parameters: schema.parameters }),
  );
  return [
    "You are a helpful assistant. You can call tools.",
    "",
    "Tools:",
    ...tools,
    "",
    "To call a tool, answer with one JSON object and nothing else:",
    '{"tool_name": "<name>", "arguments": {<arguments>}}',
    "When no tool is needed, answer the user in plain text.",
  ].join("\n");
}
