import path from "node:path";
import type { Fact } from "../../../tools/facts/fact.ts";
import { FactsStore } from "../../../tools/facts/store.ts";
import { temporaryFolder } from "../tool-files.ts";

/** A fact of this id and text. */
export function fact(fact_id: string, text: string, changes: Partial<Fact> = {}): Fact {
  return { fact_id, topic: "office", text, tags: [], source_label: "handbook", ...changes };
}

export const hours = fact("office-hours", "The office is open on weekdays from 9 to 17.", { topic: "hours" });
export const parking = fact("parking-fee", "Parking behind the office costs 4 euros a day.", {
  topic: "parking",
  tags: ["fees"],
});

/** A folder for stores of its own. */
export function factsFolder(): string {
  return path.join(temporaryFolder(), "facts");
}

/** A folder with one store of these facts. */
export async function storeOf(facts: readonly Fact[], name = "office"): Promise<string> {
  const folder = factsFolder();
  await FactsStore.writing(folder, name, (store) => store.put(facts));
  return folder;
}

/** Ids of what a query finds. */
export async function found(
  folder: string,
  query: string,
  options: { topic?: string; rows?: number; store?: string } = {},
): Promise<string[]> {
  const { topic = null, rows = 20, store = "office" } = options;
  const facts = await FactsStore.reading(folder, store, (opened) => opened.search({ query, topic, rows }));
  return facts.map(({ fact_id }) => fact_id);
}
