import type { JsonObject } from "../../../imprint/canonical.ts";
import type { ToolSchema } from "../../../imprint/contract.ts";
import type { DrawnArguments } from "./arguments.ts";
import type { SpokenArgument } from "./spoken-argument.ts";

/** What a user says is right: a prompt, and its call or its answer. */
export type OwnExample =
  | { readonly prompt: string; readonly toolName: string; readonly arguments: JsonObject }
  | { readonly prompt: string; readonly answer: string };

/** Examples of a tool that can lend their wording: some value stands in the prompt, once. */
export function exampleFrames(tool: ToolSchema, examples: readonly OwnExample[]): OwnExample[] {
  return examples.filter(
    (example) =>
      "toolName" in example &&
      example.toolName === tool.name &&
      replaceable(example, example.arguments).length > 0,
  );
}

/**
 * The example's prompt with other values in the place of its own. Values that do not stand in the prompt as they are
 * stay in the call, for the prompt says them in its own way. Undefined when none of the drawn ones has a place.
 */
export function filledExample(
  example: OwnExample,
  drawn: readonly SpokenArgument[],
): (DrawnArguments & { prompt: string; wording: string }) | undefined {
  if (!("toolName" in example)) return undefined;
  const places = replaceable(example, example.arguments);
  const args = drawn.filter((argument) => places.includes(argument.name) && !Array.isArray(argument.value));
  if (args.length === 0) return undefined;
  let { prompt } = example;
  const values = { ...example.arguments };
  for (const { name, mark, value } of args) {
    prompt = prompt.replace(String(example.arguments[name]), mark);
    values[name] = value;
  }
  for (const { mark, value } of args) prompt = prompt.replace(mark, String(value));
  return { prompt, wording: example.prompt, values, args, absent: [] };
}

/** Names of the arguments whose value stands in the prompt exactly once, as a word, and in no other value. */
function replaceable({ prompt }: { readonly prompt: string }, values: JsonObject): string[] {
  const texts = Object.entries(values).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [[name, String(value)] as const] : [],
  );
  return texts
    .filter(([name, text]) => {
      const others = texts.filter(([other]) => other !== name);
      return (
        standsOnce(prompt, text) && !others.some(([, other]) => other.includes(text) || text.includes(other))
      );
    })
    .map(([name]) => name);
}

function standsOnce(prompt: string, text: string): boolean {
  if (text.length < 2) return false;
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}.])${escaped}(?![\\p{L}\\p{N}]|\\.\\d)`, "gu");
  return prompt.match(pattern)?.length === 1 && prompt.split(text).length === 2;
}
