import path from "node:path";
import { ImprintError, isImprintError } from "../errors/error.ts";
import type { Sha256 } from "../imprint/hash.ts";
import { timestamp } from "../system/clock.ts";
import { ensurePrivateFolder } from "../system/files.ts";
import { type Fact, factsSha256 } from "../tools/facts/fact.ts";
import { assertFacts } from "../tools/facts/facts-file.ts";
import { FactsStore, type ImportCounts } from "../tools/facts/store.ts";
import { storePath } from "../tools/facts/store-name.ts";
import type { FactsDeps } from "./facts-deps.ts";
import { writeReceipt } from "./record.ts";

/** What every import says of the store it went into. */
export interface StoredDocument {
  readonly store: string;
  readonly imported: ImportCounts;
  /** Of the facts that were handed in. */
  readonly imported_facts_sha256: Sha256;
  readonly store_fact_count: number;
  /** Of all that the store holds; null before its first import. */
  readonly store_facts_sha256: Sha256;
  readonly store_facts_sha256_before: Sha256 | null;
}

/** What every receipt of an import begins and ends with. */
export interface ImportFrame {
  readonly ok: true;
  readonly status: "imported";
  readonly run_id: string;
  readonly created_at: string;
  readonly raw_text_included: false;
  readonly network_used: boolean;
  readonly receipt_path: string;
}

/**
 * Puts facts into a store, all of them or none; an interruption before this leaves the store as it was.
 * @throws invalid_facts_store_name, invalid_facts_file, facts_store_full, file_write_failed, and what opening a
 * store throws; the signal's reason when aborted
 */
export async function storeFacts(
  store: string,
  facts: readonly Fact[],
  { folders, signal }: FactsDeps,
): Promise<StoredDocument> {
  storePath(folders.facts, store);
  assertFacts(store, facts);
  // Before the facts: a store that has changed must have its receipt.
  await ensurePrivateFolder(receiptsFolder(folders));
  signal.throwIfAborted();
  const change = await FactsStore.writing(folders.facts, store, (opened) => {
    const before = opened.count() === 0 ? null : factsSha256(opened.facts());
    const imported = opened.put(facts);
    return { before, imported, count: opened.count(), after: factsSha256(opened.facts()) };
  });
  return {
    store,
    imported: change.imported,
    imported_facts_sha256: factsSha256(facts),
    store_fact_count: change.count,
    store_facts_sha256: change.after,
    store_facts_sha256_before: change.before,
  };
}

/** The frame of one receipt; `kind` names the run. */
export function importFrame(kind: string, deps: FactsDeps): ImportFrame {
  const runId = deps.newRunId(kind);
  return {
    ok: true,
    status: "imported",
    run_id: runId,
    created_at: timestamp(deps.clock.now()),
    raw_text_included: false,
    network_used: deps.network.socketCount() > 0,
    receipt_path: path.join(receiptsFolder(deps.folders), `${runId}.json`),
  };
}

function receiptsFolder(folders: FactsDeps["folders"]): string {
  return path.join(folders.receipts, "facts");
}

/**
 * Checks a receipt against its schema and writes it to the place that it names.
 * @throws file_write_failed, which says that the facts are stored
 */
export async function writeImportReceipt<T extends ImportFrame>(
  receipt: T,
  assert: (receipt: unknown) => void,
): Promise<T> {
  assert(receipt);
  try {
    await writeReceipt(receipt.receipt_path, receipt);
  } catch (cause) {
    if (!isImprintError(cause)) throw cause;
    const details = { ...cause.details, facts_stored: true };
    const message = `the facts are stored, but their receipt is not: ${cause.message}`;
    throw new ImprintError(cause.code, message, { details, cause });
  }
  return receipt;
}
