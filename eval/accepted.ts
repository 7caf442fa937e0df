import type { JsonObject, JsonValue } from "../imprint/canonical.ts";
import type { ToolSchema } from "../imprint/contract.ts";
import type { Invalid } from "../tools/document.ts";
import type { AcceptedValues, ExpectedCall } from "./question.ts";

/** Each parameter with its accepted values, as a file lists them. */
export type ListedValues = Readonly<Record<string, readonly JsonValue[]>>;

/** Stands among the values of an argument that may be left out; for a text it is a value as well. */
export const leftOut = "";

/**
 * The right call of a tool. Every required parameter must be listed, and none that the tool does not have: such a
 * call could never be right.
 *
 * @throws what `invalid` makes
 */
export function expectedCall(
  { name, parameters }: ToolSchema,
  listed: ListedValues,
  invalid: Invalid,
): ExpectedCall {
  const properties = new Map(Object.entries(parameters.properties as Readonly<Record<string, JsonObject>>));
  const required = new Set(parameters.required as readonly string[]);
  const stranger = Object.keys(listed).find((parameter) => !properties.has(parameter));
  if (stranger !== undefined) throw invalid(`${name} has no such parameter`, { tool: name });
  const forgotten = [...required].find((parameter) => !Object.hasOwn(listed, parameter));
  if (forgotten !== undefined) {
    throw invalid(`${name} requires ${forgotten}, which lists no values`, {
      tool: name,
      parameter: forgotten,
    });
  }
  const accepted = Object.entries(listed).map(([parameter, values]): [string, AcceptedValues] => [
    parameter,
    {
      values: valuesOf(values, properties.get(parameter)),
      mayBeOmitted: !required.has(parameter) && values.includes(leftOut),
    },
  ]);
  return { toolName: name, arguments: Object.fromEntries(accepted) };
}

/** The leaderboard's checker takes an empty list for an argument that may be left out. */
function valuesOf(listed: readonly JsonValue[], node: JsonObject | undefined): readonly JsonValue[] {
  const types = [node?.type].flat();
  const none: JsonValue[] = types.includes("string") ? [leftOut] : types.includes("array") ? [[]] : [];
  return listed.flatMap((value) => (value === leftOut ? none : [value]));
}
