import type { ToolDraft } from "../../imprint/contract.ts";
import { limits } from "../../imprint/limits.ts";

/** The built-in tool that `--facts-store` offers. */
export const lookupToolName = "local_facts_lookup";

/** Small models copy an example's form; without one they answer inside the query. */
const description = 'Find the fact that answers a question. Example arguments: {"query": "opening hours"}';

/** Each by itself: a grammar knows no bounds of a number, but a list of numbers. */
const rowCounts = Array.from({ length: limits.factsLookupRowsCount }, (_, index) => index + 1);

/** The read-only lookup under a name: what is frozen, and what an imprint learns. No fact and no store is part of it. */
export function lookupDraft(name: string, ownDescription: string = description): ToolDraft {
  return {
    schema: {
      name,
      description: ownDescription,
      parameters: {
        type: "object",
        properties: {
          limit: { type: "integer", enum: rowCounts, default: limits.factsLookupDefaultRowsCount },
          query: { type: "string" },
          topic: { type: "string" },
        },
        required: ["query"],
        additionalProperties: false,
      },
      permissions: ["read_local"],
      execution_level: "read",
      return_direct: false,
      output_schema: null,
    },
    intentTags: [],
  };
}
