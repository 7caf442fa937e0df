import { type FrozenTools, freezeTools } from "../frozen-tools.ts";
import { lookupExecutor } from "./lookup.ts";
import { lookupDraft, lookupToolName } from "./lookup-tool.ts";
import { FactsStore } from "./store.ts";

/**
 * Freezes the one built-in lookup over one store.
 * @throws facts_store_not_found, invalid_facts_store, unsupported_facts_store_version, facts_store_busy,
 * invalid_facts_store_name, facts_engine_unavailable
 */
export async function loadFactsTools(store: string, folder: string): Promise<FrozenTools> {
  await FactsStore.reading(folder, store, () => undefined);
  const executor = lookupExecutor(folder, new Map([[lookupToolName, store]]));
  return freezeTools([lookupDraft(lookupToolName)], { kind: "facts_store", store }, executor);
}
