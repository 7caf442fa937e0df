import { isImprintError } from "../../../errors/error.ts";
import type { JsonObject, JsonValue } from "../../../imprint/canonical.ts";
import type { FrozenContract } from "../../../imprint/contract.ts";
import { parseJsonStrict } from "../../../imprint/json-text.ts";
import { callOpening } from "../../../runtime/decode/grammar.ts";
import { checkCall } from "../../../tools/call.ts";

/**
 * Judges a text without any grammar: it is a fitting call when it is spelled as one, is strict JSON and passes the
 * schema's own check.
 */
export function fittingCall(contract: FrozenContract): (text: string) => boolean {
  const spelling = spellingOf(contract);
  return (text) => spelling.test(text) && hasSafeWholes(text) && passes(contract, text);
}

/** What stands before a fraction or an exponent is a safe integer of its own, also once the fraction rounds it up. */
function hasSafeWholes(text: string): boolean {
  const wholes = text.replace(/"(?:[^"\\]|\\.)*"/gs, '""').matchAll(/(?<![.0-9])([0-9]+)[.eE]/g);
  return [...wholes].every(([, digits = ""]) => BigInt(digits) < BigInt(Number.MAX_SAFE_INTEGER));
}

function passes(contract: FrozenContract, text: string): boolean {
  try {
    const call = parseJsonStrict(text) as JsonObject;
    return checkCall(contract, { toolName: String(call.tool_name), arguments: call.arguments }).ok;
  } catch (error) {
    if (isImprintError(error)) return false;
    throw error;
  }
}

/** How calls are spelled, as a pattern: order, spaces and forms of numbers, which JSON and ajv leave open. */
function spellingOf(contract: FrozenContract): RegExp {
  const calls = contract.tools.map(({ schema }) => {
    const properties = schema.parameters.properties as Record<string, JsonObject>;
    // A comma comes first unless a brace does.
    const members = Object.entries(properties).map(
      ([name, node]) => `(?:(?:(?<=\\{)|(?<!\\{), )${plain(quoted(name))}: ${valuePattern(node)})?`,
    );
    return `${plain(`${quoted(schema.name).slice(1)}, "arguments": {`)}${members.join("")}\\}\\}`;
  });
  return new RegExp(`^${plain(callOpening)}(?:${calls.join("|")})$`, "u");
}

const patterns: Readonly<Record<string, string>> = {
  string: String.raw`"(?:[^"\\\x00-\x1f\x7f]|\\["\\/bfnrt]|\\u(?![dD][89abAB])[0-9a-fA-F]{4})*"`,
  integer: "(?:0|-?[1-9][0-9]*)",
  number: String.raw`(?!-0(?![.eE]))-?(?:0|[1-9][0-9]*)(?:\.[0-9]{1,22})?(?:[eE]-[0-9]{1,3})?`,
  boolean: "(?:true|false)",
  null: "null",
};

function valuePattern(node: JsonObject): string {
  if (Array.isArray(node.enum)) return `(?:${node.enum.map((value) => plain(quoted(value))).join("|")})`;
  const choices = [node.type ?? []].flat().map((type) => {
    if (type !== "array") return patterns[String(type)];
    const item = valuePattern(node.items as JsonObject);
    return `\\[(?:${item}(?:, ${item})*)?\\]`;
  });
  return `(?:${choices.join("|")})`;
}

function quoted(value: JsonValue): string {
  return JSON.stringify(value).replaceAll("\x7f", "\\u007f");
}

function plain(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
