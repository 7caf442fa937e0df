import { ImprintError } from "../errors/error.ts";
import type { JsonValue } from "../imprint/canonical.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import type { ToolWording } from "../training/practice/set/tool-wording.ts";
import type { LearnSample } from "./learn-sample.ts";

/**
 * What a sample's `expected_tool_policy` says of when each tool is wanted: another wording of the tool's task. Entries
 * without a `when` say nothing; an entry for a tool that the contract lacks is refused, for nothing can practise it.
 *
 * @throws invalid_learn_sample
 */
export function policyWordings(
  { expected_tool_policy: policy }: Pick<LearnSample, "expected_tool_policy">,
  contract: FrozenContract,
): ToolWording[] {
  const entries: JsonValue = policy?.tools_available ?? null;
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry, index) => {
    const { name, when } = typeof entry === "string" ? { name: entry, when: null } : named(entry);
    if (typeof name === "string" && contract.tool(name) === undefined) {
      const pointer = `/expected_tool_policy/tools_available/${index}`;
      throw new ImprintError(
        "invalid_learn_sample",
        "the learn sample's policy names a tool that is not offered",
        {
          details: { pointer },
        },
      );
    }
    return typeof name === "string" && typeof when === "string" ? [{ toolName: name, when }] : [];
  });
}

function named(entry: JsonValue): { readonly name: JsonValue; readonly when: JsonValue } {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return { name: null, when: null };
  return { name: entry.name ?? null, when: entry.when ?? null };
}
