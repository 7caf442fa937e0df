import type { ErrorCode } from "../../../errors/codes.ts";
import { ImprintError, isImprintError, messageOf } from "../../../errors/error.ts";
import { type Sha256, sha256 } from "../../../imprint/hash.ts";
import { limits } from "../../../imprint/limits.ts";
import type { Clock } from "../../../system/clock.ts";
import { isSameOrigin } from "./address.ts";
import { fetchPage } from "./fetch-page.ts";
import { type PageTexts, readPage } from "./page-facts.ts";

/** All are demanded from the user, and kept below the ceilings in `limits`. */
export interface CrawlBounds {
  /** Links from the start; 0 is the start alone. */
  readonly maxDepth: number;
  /** Pages that are asked for. */
  readonly maxUrls: number;
  /** One page. */
  readonly maxBytes: number;
  /** All pages. */
  readonly maxBytesTotal: number;
  /** The whole crawl. */
  readonly timeoutMs: number;
}

/** One page that was asked for. */
export interface CrawledPage {
  readonly url: URL;
  readonly depth: number;
  /** Addresses that it redirected to, in order. */
  readonly redirects: readonly URL[];
  /** As many as could be read. */
  readonly bytes: number;
  readonly outcome: PageOutcome;
}

export type PageOutcome =
  | {
      readonly status: "read";
      readonly httpStatus: number;
      readonly rawSha256: Sha256;
      readonly page: PageTexts;
    }
  /** It redirected to an address that the crawl has of its own. */
  | { readonly status: "duplicate" }
  | { readonly status: ErrorCode; readonly error: ImprintError };

export interface Crawl {
  /** In the order in which they were asked for: by depth, then as the links stand in the pages. */
  readonly pages: readonly CrawledPage[];
  readonly totalBytes: number;
  /** What ended it while there were pages that it would have asked for; depth does not end a crawl. */
  readonly stoppedBy: "max_urls" | "max_bytes_total" | "timeout" | null;
  /** Links that were not followed, each address once, up to `limits.webLinksCount`. */
  readonly skipped: SkippedLinks;
}

interface SkippedLinks {
  readonly otherOrigin: number;
  readonly beyondMaxDepth: number;
  readonly beyondMaxUrls: number;
}

/**
 * Reads a page and, breadth first, the pages of its origin that it leads to. A page that fails, however it
 * fails, is data; what stops the crawl leaves what was read. Stores nothing, runs no script, reads no robots.txt.
 *
 * @throws the signal's reason when aborted
 */
export async function crawl(start: URL, bounds: CrawlBounds, deps: CrawlDeps): Promise<Crawl> {
  return new Crawler(start, bounds, deps).run();
}

export interface CrawlDeps {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** After each page: how many there were, and what became of it. */
  readonly onPage?: ((count: number, status: string) => void) | undefined;
}

class Crawler {
  readonly #pages: CrawledPage[] = [];
  /** Addresses that were asked for or will be. */
  readonly #taken: Set<string>;
  /** Addresses that were not taken. */
  readonly #left = new Set<string>();
  readonly #skipped = { otherOrigin: 0, beyondMaxDepth: 0, beyondMaxUrls: 0 };
  readonly #queue: { url: URL; depth: number }[];
  readonly #start: URL;
  readonly #bounds: CrawlBounds;
  readonly #deps: CrawlDeps;
  readonly #endMs: number;
  #totalBytes = 0;

  constructor(start: URL, bounds: CrawlBounds, deps: CrawlDeps) {
    this.#start = start;
    this.#bounds = bounds;
    this.#deps = deps;
    this.#endMs = deps.clock.elapsedMs() + bounds.timeoutMs;
    this.#taken = new Set([start.href]);
    this.#queue = [{ url: start, depth: 0 }];
  }

  async run(): Promise<Crawl> {
    let stoppedBy: Crawl["stoppedBy"] = null;
    for (let next = 0; next < this.#queue.length && stoppedBy === null; next++) {
      stoppedBy = this.#exhausted();
      const entry = this.#queue[next];
      if (stoppedBy === null && entry) this.#pages.push(await this.#visit(entry.url, entry.depth));
    }
    // The page that was read last may be the one that a bound has cut.
    stoppedBy ??= this.#exhausted();
    if (this.#skipped.beyondMaxUrls > 0) stoppedBy ??= "max_urls";
    return { pages: this.#pages, totalBytes: this.#totalBytes, stoppedBy, skipped: this.#skipped };
  }

  #exhausted(): Crawl["stoppedBy"] {
    if (this.#totalBytes >= this.#bounds.maxBytesTotal) return "max_bytes_total";
    return this.#leftMs() <= 0 ? "timeout" : null;
  }

  async #visit(url: URL, depth: number): Promise<CrawledPage> {
    const redirects: URL[] = [];
    const before = this.#totalBytes;
    const outcome = await this.#read(url, depth, redirects).catch((thrown: unknown): PageOutcome => {
      this.#deps.signal.throwIfAborted();
      const error = pageFailure(thrown);
      return { status: error.code, error };
    });
    this.#deps.onPage?.(this.#pages.length + 1, outcome.status);
    return { url, depth, redirects, bytes: this.#totalBytes - before, outcome };
  }

  async #read(url: URL, depth: number, redirects: URL[]): Promise<PageOutcome> {
    const { maxBytes, maxBytesTotal } = this.#bounds;
    const fetched = await fetchPage({
      url,
      maxBytes: Math.min(maxBytes, maxBytesTotal - this.#totalBytes),
      timeoutMs: Math.max(1, Math.min(this.#leftMs(), limits.webPageTimeoutMs)),
      signal: this.#deps.signal,
      mayFollow: isSameOrigin,
      onRedirect: (to) => void redirects.push(to),
      onBytes: (count) => {
        this.#totalBytes += count;
      },
    });
    if (redirects.length > 0 && this.#taken.has(fetched.url.href)) return { status: "duplicate" };
    this.#taken.add(fetched.url.href);
    const { links, ...page } = await readPage(fetched, "page", limits.factTextLength);
    this.#follow(links, depth);
    return { status: "read", httpStatus: fetched.status, rawSha256: sha256(fetched.bytes), page };
  }

  #follow(links: readonly URL[], depth: number): void {
    for (const link of links) {
      if (this.#taken.has(link.href)) continue;
      const why = this.#whyLeft(link, depth);
      if (why === null) {
        this.#taken.add(link.href);
        this.#queue.push({ url: link, depth: depth + 1 });
      } else if (this.#left.size < limits.webLinksCount && !this.#left.has(link.href)) {
        this.#left.add(link.href);
        this.#skipped[why]++;
      }
    }
  }

  #whyLeft(link: URL, depth: number): keyof SkippedLinks | null {
    if (!isSameOrigin(this.#start, link)) return "otherOrigin";
    if (depth >= this.#bounds.maxDepth) return "beyondMaxDepth";
    return this.#queue.length >= this.#bounds.maxUrls ? "beyondMaxUrls" : null;
  }

  #leftMs(): number {
    return Math.floor(this.#endMs - this.#deps.clock.elapsedMs());
  }
}

/** Of one page, so that it does not cost the others. */
function pageFailure(thrown: unknown): ImprintError {
  if (isImprintError(thrown)) return thrown;
  return new ImprintError("internal_error", messageOf(thrown), { cause: thrown });
}
