import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import { pointerStep } from "../../imprint/canonical.ts";

/** What a learn sample may say of tools. */
export interface SampleTools {
  readonly tool_schema_export?: JsonObject | null;
  readonly expected_tool_policy?: JsonObject | null;
}

/** A name that stands on one side only. */
export interface NameDrift {
  readonly tool: string;
  /** Where the sample names it; null for a tool that only the manifest has. */
  readonly pointer: string | null;
}

/**
 * Where a learn sample and a manifest name different tools: each name of the sample that the manifest lacks, then
 * each tool of the manifest that the sample's export lacks, if it has one.
 */
export function nameDrift(manifestNames: readonly string[], sample: SampleTools): NameDrift[] {
  const exported = namesIn(sample.tool_schema_export, "tool_schema_export", "tools");
  const expected = namesIn(sample.expected_tool_policy, "expected_tool_policy", "tools_available") ?? [];
  const strangers = [...(exported ?? []), ...expected].filter(({ tool }) => !manifestNames.includes(tool));
  const missing = manifestNames.filter((name) => exported?.every(({ tool }) => tool !== name));
  return [...strangers, ...missing.map((tool) => ({ tool, pointer: null }))];
}

/** The names of a list, whose entries are names or have one; null where there is no list. */
function namesIn(
  document: JsonObject | null | undefined,
  key: string,
  list: string,
): { tool: string; pointer: string }[] | null {
  const entries: JsonValue = document?.[list] ?? null;
  if (!Array.isArray(entries)) return null;
  return entries.flatMap((entry, index) => {
    const place = [key, list, index].map(pointerStep).join("");
    if (typeof entry === "string") return [{ tool: entry, pointer: place }];
    const name = typeof entry === "object" && entry !== null && !Array.isArray(entry) ? entry.name : null;
    return typeof name === "string" ? [{ tool: name, pointer: `${place}${pointerStep("name")}` }] : [];
  });
}
