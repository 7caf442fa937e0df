import { isImprintError } from "../../errors/error.ts";
import { canonicalBytes, type JsonObject } from "../../imprint/canonical.ts";
import { sha256OfJson } from "../../imprint/hash.ts";
import { limits } from "../../imprint/limits.ts";
import { type CheckedCall, type Execution, noEvidence, type ToolExecutor } from "../executor.ts";
import type { Fact } from "./fact.ts";
import { FactsStore } from "./store.ts";

/** What a store can do to a call. */
const storeFailures = [
  "facts_store_not_found",
  "invalid_facts_store",
  "unsupported_facts_store_version",
  "facts_store_busy",
] as const;

/** Runs lookup calls in this process, each in the store of its tool as it is at that time. */
export function lookupExecutor(folder: string, storeOf: ReadonlyMap<string, string>): ToolExecutor {
  return {
    async execute(call, { signal }) {
      signal?.throwIfAborted();
      const store = storeOf.get(call.tool.schema.name);
      if (store === undefined) throw new TypeError("a lookup without a store");
      try {
        const found = await FactsStore.reading(folder, store, (facts) => facts.search(queryOf(call)));
        return succeeded(found);
      } catch (error) {
        if (!isImprintError(error)) throw error;
        const code = storeFailures.find((failure) => failure === error.code);
        if (code === undefined) throw error;
        return { ok: false, code, message: "the facts could not be looked up", evidence: noEvidence };
      }
    },
  };
}

/** The call was checked against the tool's schema. */
function queryOf({ arguments: args }: CheckedCall) {
  const { query, topic, limit } = args as { query: string; topic?: string; limit?: number };
  return { query, topic: topic ?? null, rows: limit ?? limits.factsLookupDefaultRowsCount };
}

function succeeded(found: readonly Fact[]): Execution {
  const result = lookupResult(found);
  const rows = (result.matches as unknown[]).length;
  return { ok: true, result, resultSha256: sha256OfJson(result), evidence: { ...noEvidence, rows } };
}

/** The rows as the model gets them: whole ones, as many from the first as a result may hold. */
function lookupResult(found: readonly Fact[]): JsonObject {
  const matches = found.map(({ tags: _, ...shown }) => shown);
  for (let count = matches.length; count > 0; count--) {
    const result = { matches: matches.slice(0, count), ...(count < matches.length && { truncated: true }) };
    if (canonicalBytes(result).length <= limits.toolResultBytes) return result;
  }
  return { matches: [] };
}
