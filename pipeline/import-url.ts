import { ImprintError } from "../errors/error.ts";
import { type Sha256, sha256, sha256OfJson } from "../imprint/hash.ts";
import { limits } from "../imprint/limits.ts";
import { assertFactsImportUrlReceipt } from "../schemas/index.ts";
import { storePath } from "../tools/facts/store-name.ts";
import { addressSha256, isSamePlace, webAddress } from "../tools/facts/web/address.ts";
import { fetchPage } from "../tools/facts/web/fetch-page.ts";
import {
  assertLabels,
  type FactLabels,
  type PageSplit,
  pageFacts,
  readPage,
} from "../tools/facts/web/page-facts.ts";
import type { FactsDeps } from "./facts-deps.ts";
import {
  type ImportFrame,
  importFrame,
  type StoredDocument,
  storeFacts,
  writeImportReceipt,
} from "./store-facts.ts";

export interface ImportUrlRequest extends FactLabels {
  readonly url: string;
  readonly store: string;
  readonly split: PageSplit;
  /** Of one fact; longer texts are cut, and the receipt says so. */
  readonly maxChars: number;
}

/** `edge.demo.facts.import_url.receipt.v1`. */
export interface FactsImportUrlReceipt extends ImportFrame, StoredDocument {
  readonly schema_version: "edge.demo.facts.import_url.receipt.v1";
  readonly split: PageSplit;
  readonly source_url_sha256: Sha256;
  readonly final_url_sha256: Sha256;
  readonly redirect_chain_sha256: readonly Sha256[];
  readonly content_type: string;
  readonly http_status: number;
  readonly bytes: number;
  readonly raw_sha256: Sha256;
  /** Of the list of texts that became facts. */
  readonly extracted_sha256: Sha256;
  readonly extracted_count: number;
  readonly max_chars: number;
  readonly truncated: boolean;
}

/**
 * Reads one page that the user named and stores what it says. Follows no link, and redirects only to the same place.
 * Nothing is stored unless all of it was read.
 *
 * @throws invalid_facts_store_name, invalid_facts_file, invalid_web_address, no_facts_found, what fetchPage, readPage and storeFacts throw
 */
export async function importUrl(request: ImportUrlRequest, deps: FactsDeps): Promise<FactsImportUrlReceipt> {
  storePath(deps.folders.facts, request.store);
  assertLabels(request);
  const source = webAddress(request.url);
  const redirects: URL[] = [];
  const fetched = await fetchPage({
    url: source,
    maxBytes: limits.webPageBytes,
    timeoutMs: limits.webPageTimeoutMs,
    signal: deps.signal,
    mayFollow: isSamePlace,
    onRedirect: (to) => void redirects.push(to),
  });
  const page = await readPage(fetched, request.split, request.maxChars);
  const facts = pageFacts(page, request.split, fetched.url, request);
  if (facts.length === 0)
    throw new ImprintError("no_facts_found", "the page holds no text that could be a fact");
  const stored = await storeFacts(request.store, facts, deps);
  const receipt: FactsImportUrlReceipt = {
    schema_version: "edge.demo.facts.import_url.receipt.v1",
    ...importFrame("edge-facts-import-url", deps),
    split: request.split,
    source_url_sha256: addressSha256(source),
    final_url_sha256: addressSha256(fetched.url),
    redirect_chain_sha256: redirects.map(addressSha256),
    content_type: page.contentType,
    http_status: fetched.status,
    bytes: fetched.bytes.length,
    raw_sha256: sha256(fetched.bytes),
    extracted_sha256: sha256OfJson(facts.map((fact) => fact.text)),
    extracted_count: facts.length,
    max_chars: request.maxChars,
    truncated: page.truncated,
    ...stored,
  };
  return writeImportReceipt(receipt, assertFactsImportUrlReceipt);
}
