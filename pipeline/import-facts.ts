import type { Sha256 } from "../imprint/hash.ts";
import { assertFactsImportReceipt } from "../schemas/index.ts";
import { readFactsFile } from "../tools/facts/facts-file.ts";
import type { FactsDeps } from "./facts-deps.ts";
import {
  type ImportFrame,
  importFrame,
  type StoredDocument,
  storeFacts,
  writeImportReceipt,
} from "./store-facts.ts";

/** `edge.demo.facts.import.receipt.v1`: what `edge demo facts import --json` prints and leaves behind. */
export interface FactsImportReceipt extends ImportFrame, StoredDocument {
  readonly schema_version: "edge.demo.facts.import.receipt.v1";
  readonly facts_file_sha256: Sha256;
}

/**
 * Imports a facts file into a store, the file's own when `store` is null. A fact with a known id replaces it.
 * @throws invalid_facts_file, facts_store_full, and what opening a store throws
 */
export async function importFacts(
  file: string,
  store: string | null,
  deps: FactsDeps,
): Promise<FactsImportReceipt> {
  const read = await readFactsFile(file, deps.cwd);
  const stored = await storeFacts(store ?? read.store, read.facts, deps);
  const receipt: FactsImportReceipt = {
    schema_version: "edge.demo.facts.import.receipt.v1",
    ...importFrame("edge-facts-import", deps),
    facts_file_sha256: read.fileSha256,
    ...stored,
  };
  return writeImportReceipt(receipt, assertFactsImportReceipt);
}
