import { ImprintError } from "../errors/error.ts";
import { type Sha256, sha256OfJson } from "../imprint/hash.ts";
import { limits } from "../imprint/limits.ts";
import { assertFactsCrawlUrlReceipt } from "../schemas/index.ts";
import type { Fact } from "../tools/facts/fact.ts";
import { storePath } from "../tools/facts/store-name.ts";
import { addressSha256, webAddress } from "../tools/facts/web/address.ts";
import { type Crawl, type CrawlBounds, type CrawledPage, crawl } from "../tools/facts/web/crawl.ts";
import { assertLabels, type FactLabels, pageFacts } from "../tools/facts/web/page-facts.ts";
import type { FactsDeps } from "./facts-deps.ts";
import {
  type ImportFrame,
  importFrame,
  type StoredDocument,
  storeFacts,
  writeImportReceipt,
} from "./store-facts.ts";

export interface CrawlUrlRequest extends Pick<FactLabels, "topic" | "tags"> {
  readonly url: string;
  readonly store: string;
  readonly bounds: CrawlBounds;
}

/** `edge.demo.facts.crawl_url.receipt.v1`; its schema has the fields. */
export type FactsCrawlUrlReceipt = ImportFrame &
  StoredDocument & {
    readonly schema_version: "edge.demo.facts.crawl_url.receipt.v1";
    /** As the user typed it: the only address in clear. */
    readonly start_url: string;
    readonly pages: readonly PageDocument[];
    readonly totals: {
      readonly asked: number;
      readonly stored: number;
      readonly failed: number;
      readonly bytes: number;
    };
    readonly links_skipped: {
      readonly other_origin: number;
      readonly beyond_max_depth: number;
      readonly beyond_max_urls: number;
    };
    readonly stopped_by: Crawl["stoppedBy"];
  };

/** One page of a crawl, with the fact that it became. */
interface PageDocument {
  readonly url_sha256: Sha256;
  readonly status: string;
  readonly fact_id: string | null;
}

/**
 * Crawls from a page that the user named, within its origin and the bounds, and stores one fact a page, all at the
 * end. When the start itself fails, its failure is the crawl's.
 *
 * @throws invalid_facts_store_name, invalid_facts_file, invalid_web_address, invalid_usage, no_facts_found, what fetchPage, readPage and
 * storeFacts throw
 */
export async function crawlUrl(
  request: CrawlUrlRequest,
  deps: FactsDeps,
  onPage?: (count: number, status: string) => void,
): Promise<FactsCrawlUrlReceipt> {
  storePath(deps.folders.facts, request.store);
  assertLabels(request);
  assertBelowCeilings(request.bounds);
  const start = webAddress(request.url);
  const crawled = await crawl(start, request.bounds, { ...deps, onPage });
  const [first] = crawled.pages;
  if (first !== undefined && "error" in first.outcome) throw first.outcome.error;
  const pages = crawled.pages.map((page) => ({ page, ...factOf(page, request) }));
  const facts = pages.flatMap(({ fact }) => fact ?? []);
  if (facts.length === 0) throw new ImprintError("no_facts_found", "no page holds text that could be a fact");
  const stored = await storeFacts(request.store, facts, deps);
  const failed = crawled.pages.filter(({ outcome }) => "error" in outcome).length;
  const receipt = {
    schema_version: "edge.demo.facts.crawl_url.receipt.v1" as const,
    ...importFrame("edge-facts-crawl", deps),
    start_url: request.url,
    source_url_sha256: addressSha256(start),
    policy: policyDocument(request.bounds),
    pages: pages.map(({ page, fact, truncated }) => pageDocument(page, fact, truncated)),
    totals: { asked: pages.length, stored: facts.length, failed, bytes: crawled.totalBytes },
    links_skipped: {
      other_origin: crawled.skipped.otherOrigin,
      beyond_max_depth: crawled.skipped.beyondMaxDepth,
      beyond_max_urls: crawled.skipped.beyondMaxUrls,
    },
    stopped_by: crawled.stoppedBy,
    ...stored,
  };
  return writeImportReceipt(receipt, assertFactsCrawlUrlReceipt);
}

function assertBelowCeilings(bounds: CrawlBounds): void {
  const ceilings: [option: string, wanted: number, ceiling: number][] = [
    ["--max-depth", bounds.maxDepth, limits.crawlDepth],
    ["--max-urls", bounds.maxUrls, limits.crawlUrlsCount],
    ["--max-bytes", bounds.maxBytes, limits.webPageBytes],
    ["--max-bytes-total", bounds.maxBytesTotal, limits.crawlTotalBytes],
    ["--timeout", bounds.timeoutMs / 1000, limits.crawlTimeoutMs / 1000],
  ];
  for (const [option, wanted, ceiling] of ceilings) {
    if (wanted <= ceiling) continue;
    const message = `${option} is ${wanted}, and ${ceiling} is the most that a crawl may have`;
    throw new ImprintError("invalid_usage", message, { details: { option, ceiling } });
  }
}

function factOf({ outcome, url, redirects }: CrawledPage, labels: CrawlUrlRequest) {
  if (outcome.status !== "read") return { fact: null, truncated: false };
  const { topic, tags } = labels;
  const place = redirects.at(-1) ?? url;
  const [fact = null] = pageFacts(outcome.page, "page", place, { topic, tags, idPrefix: null });
  return { fact, truncated: outcome.page.truncated };
}

function pageDocument({ url, redirects, ...page }: CrawledPage, fact: Fact | null, truncated: boolean) {
  const { depth, bytes, outcome } = page;
  const read = outcome.status === "read" ? outcome : null;
  const answered = "error" in outcome ? outcome.error.details.http_status : read?.httpStatus;
  return {
    url_sha256: addressSha256(url),
    final_url_sha256: addressSha256(redirects.at(-1) ?? url),
    redirect_chain_sha256: redirects.map(addressSha256),
    depth,
    status: read === null ? outcome.status : fact === null ? "empty" : "stored",
    http_status: typeof answered === "number" ? answered : null,
    content_type: read?.page.contentType ?? null,
    bytes,
    raw_sha256: read?.rawSha256 ?? null,
    extracted_sha256: fact && sha256OfJson([fact.text]),
    truncated,
    fact_id: fact?.fact_id ?? null,
  };
}

function policyDocument(bounds: CrawlBounds) {
  return {
    same_origin: true,
    cross_origin_redirects: "refused",
    robots_txt: "not_read",
    scripts: "not_run",
    max_depth: bounds.maxDepth,
    max_urls: bounds.maxUrls,
    max_bytes: bounds.maxBytes,
    max_bytes_total: bounds.maxBytesTotal,
    timeout_seconds: bounds.timeoutMs / 1000,
  };
}
