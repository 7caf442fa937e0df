import { afterEach, describe, expect, it, vi } from "vitest";
import { limits } from "../../../imprint/limits.ts";
import { systemClock } from "../../../system/clock.ts";
import { type Crawl, type CrawlBounds, crawl } from "../../../tools/facts/web/crawl.ts";
import { bytesOf, redirectTo, type SiteAnswer, type StandInSite, standInSite } from "./stand-in-site.ts";

const wide: CrawlBounds = {
  maxDepth: 3,
  maxUrls: 50,
  maxBytes: 10_000,
  maxBytesTotal: 100_000,
  timeoutMs: 10_000,
};

const links = (...hrefs: string[]) => `page ${hrefs.map((href) => `<a href="${href}">x</a>`).join(" ")}`;

async function crawled(
  answers: Record<string, SiteAnswer>,
  bounds: Partial<CrawlBounds> = {},
  onPage?: (count: number) => void,
) {
  const site = await standInSite(answers);
  const signal = new AbortController().signal;
  const result = await crawl(
    new URL("/", site.origin),
    { ...wide, ...bounds },
    { clock: systemClock, signal, onPage },
  );
  return { site, result, statuses: statuses(site, result) };
}

function statuses(site: StandInSite, { pages }: Crawl): string[] {
  return pages.map(
    ({ url, depth, outcome }) => `${depth} ${url.href.slice(site.origin.length)} ${outcome.status}`,
  );
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a crawl", () => {
  it("goes breadth first, in the order of the links, and asks for nothing twice", async () => {
    const { site, result, statuses } = await crawled({
      "/": links("/a", "/b", "/a#again", "/"),
      "/a": links("/c", "/b"),
      "/b": links("/d", "/"),
      "/c": "end",
      "/d": "end",
    });
    expect(statuses).toEqual(["0 / read", "1 /a read", "1 /b read", "2 /c read", "2 /d read"]);
    expect(site.asked).toEqual(["/", "/a", "/b", "/c", "/d"]);
    expect(result).toMatchObject({
      stoppedBy: null,
      skipped: { otherOrigin: 0, beyondMaxDepth: 0, beyondMaxUrls: 0 },
    });
  });

  it("stays in its origin, for links and for redirects", async () => {
    const other = await standInSite({ "/": "never asked" });
    const { result, statuses } = await crawled({
      "/": links(`${other.origin}/`, "/away", "https://127.0.0.1/"),
      "/away": redirectTo(`${other.origin}/`),
    });
    expect(statuses).toEqual(["0 / read", "1 /away web_redirect_refused"]);
    expect(result.skipped.otherOrigin).toBe(2);
    expect(other.asked).toEqual([]);
  });

  it("goes on after pages that fail", async () => {
    const { statuses } = await crawled({
      "/": links("/gone", "/picture", "/large", "/broken", "/loop", "/good"),
      "/picture": bytesOf("image/png", "x"),
      "/large": "x".repeat(10_001),
      "/broken": bytesOf("text/html; charset=utf-8", Buffer.from([0xff])),
      "/loop": redirectTo("/loop"),
      "/good": "good",
    });
    expect(statuses).toEqual([
      "0 / read",
      "1 /gone web_request_failed",
      "1 /picture unsupported_web_content",
      "1 /large web_page_too_large",
      "1 /broken unsupported_web_content",
      "1 /loop web_redirect_refused",
      "1 /good read",
    ]);
  });

  it("keeps the chain of a redirect, and reads no address twice", async () => {
    const { site, result, statuses } = await crawled({
      "/": links("/old", "/older", "/new"),
      "/old": redirectTo("/new"),
      "/older": redirectTo("/newer"),
      "/newer": links("/newer", "/older"),
      "/new": "new",
    });
    expect(statuses).toEqual(["0 / read", "1 /old duplicate", "1 /older read", "1 /new read"]);
    expect(result.pages.map(({ redirects }) => redirects.map(({ pathname }) => pathname))).toEqual([
      [],
      ["/new"],
      ["/newer"],
      [],
    ]);
    expect(site.asked).toEqual(["/", "/old", "/new", "/older", "/newer", "/new"]);
  });

  it.each<[string, Partial<CrawlBounds>, number, Partial<Crawl>]>([
    [
      "depth",
      { maxDepth: 0 },
      1,
      { stoppedBy: null, skipped: { otherOrigin: 0, beyondMaxDepth: 3, beyondMaxUrls: 0 } },
    ],
    [
      "pages",
      { maxUrls: 2 },
      2,
      { stoppedBy: "max_urls", skipped: { otherOrigin: 0, beyondMaxDepth: 0, beyondMaxUrls: 2 } },
    ],
    ["bytes in all", { maxBytesTotal: 100 }, 2, { stoppedBy: "max_bytes_total" }],
  ])("ends at its bound of %s", async (_, bounds, pages, expected) => {
    const { site, result } = await crawled(
      { "/": links("/a", "/b", "/c"), "/a": "a".repeat(200), "/b": "b", "/c": "c" },
      bounds,
    );
    expect(result.pages).toHaveLength(pages);
    expect(site.asked).toHaveLength(pages);
    expect(result).toMatchObject(expected);
  });

  it("reads of a page no more than its bound of bytes in all leaves", async () => {
    const { result, statuses } = await crawled(
      { "/": links("/a"), "/a": "a".repeat(200), "/b": "b" },
      { maxBytesTotal: 200 },
    );
    expect(statuses).toEqual(["0 / read", "1 /a web_page_too_large"]);
    expect(result.pages[0]?.bytes).toBe(links("/a").length);
    expect(result.totalBytes).toBe(result.pages.reduce((sum, { bytes }) => sum + bytes, 0));
    expect([result.totalBytes, result.stoppedBy]).toEqual([200, "max_bytes_total"]);
  });

  it("says that its deadline ended it when the last of its pages did not come", async () => {
    const { result, statuses } = await crawled(
      { "/": links("/slow"), "/slow": () => {} },
      { timeoutMs: 500 },
    );
    expect([statuses.at(-1), result.stoppedBy]).toEqual(["1 /slow web_timeout", "timeout"]);
  });

  it("counts a link that it does not follow once, from however many pages it is named", async () => {
    const away = ["http://other.example/", "/deep"];
    const { result } = await crawled(
      { "/": links("/a", "/b", away[0] ?? ""), "/a": links(...away), "/b": links(...away) },
      { maxDepth: 1 },
    );
    expect(result.skipped).toEqual({ otherOrigin: 1, beyondMaxDepth: 1, beyondMaxUrls: 0 });
  });

  it("counts no more links than it may keep in mind", async () => {
    const away = (page: number) =>
      links(...Array.from({ length: limits.webLinksCount - 2 }, (_, index) => `//o/${page}-${index}`));
    const { result } = await crawled(
      { "/": `${links("/a")}${away(1)}`, "/a": away(2) },
      { maxBytes: limits.webPageBytes, maxBytesTotal: 2 * limits.webPageBytes },
    );
    expect(result.pages.map(({ outcome }) => outcome.status)).toEqual(["read", "read"]);
    expect(result.skipped.otherOrigin).toBe(limits.webLinksCount);
  });

  it("keeps of a page no more than a fact can hold, and none of its links", async () => {
    const { result } = await crawled({ "/": links("/a").repeat(200), "/a": "x".repeat(9_000) });
    const pages = result.pages.map(({ outcome }) => ("page" in outcome ? outcome.page : null));
    expect(pages.map((page) => page?.texts[0]?.length)).toEqual([expect.any(Number), limits.factTextLength]);
    expect(pages.map((page) => page?.truncated)).toEqual([false, true]);
    expect(JSON.stringify(pages[0])).not.toContain('"links"');
  });

  it("goes on after a page whose failure nobody foresaw", async () => {
    const unforeseen = () => {
      throw new TypeError("unforeseen");
    };
    const { statuses } = await crawled(
      { "/": links("/a", "/b"), "/a": links("/c"), "/b": "b" },
      {},
      (count) => {
        if (count === 1) vi.spyOn(URL, "canParse").mockImplementationOnce(unforeseen);
      },
    );
    expect(statuses).toEqual(["0 / read", "1 /a internal_error", "1 /b read"]);
  });

  it("ends at its deadline, with what it has", async () => {
    const { result, statuses } = await crawled(
      { "/": links("/slow", "/after"), "/slow": () => {}, "/after": "after" },
      { timeoutMs: 500 },
    );
    expect(statuses).toEqual(["0 / read", "1 /slow web_timeout"]);
    expect(result.stoppedBy).toBe("timeout");
  });

  it("never has more links in mind than it may ask for", async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `/${index}`);
    const { site, result } = await crawled(
      { "/": links(...many) },
      { maxUrls: 3, maxBytes: 200_000, maxBytesTotal: 200_000 },
    );
    expect(site.asked).toEqual(["/", "/0", "/1"]);
    expect(result.skipped.beyondMaxUrls).toBe(4_998);
  });

  it("ends when the user interrupts", async () => {
    const site = await standInSite({ "/": links("/a"), "/a": () => {} });
    const interruption = new AbortController();
    const onPage = () => interruption.abort();
    const run = crawl(new URL("/", site.origin), wide, {
      clock: systemClock,
      signal: interruption.signal,
      onPage,
    });
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
  });
});
