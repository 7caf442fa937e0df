import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { sha256, sha256OfJson } from "../../imprint/hash.ts";
import { limits } from "../../imprint/limits.ts";
import { bytesOf, redirectTo, type StandInSite, standInSite } from "../tools/facts/stand-in-site.ts";
import { edge, edgeHere, expectTextError, filesBelow, onlyDocument, testFolder } from "./edge-process.ts";

let data: string;
beforeEach(() => {
  data = path.join(testFolder(), "data");
});

const facts = (...argv: string[]) => edgeHere(data, ["demo", "facts", ...argv]);

async function receiptOf(...argv: string[]) {
  const { exit, stdout, stderr } = await facts(...argv, "--json");
  expect(exit, stdout + stderr).toBe(0);
  const printed = onlyDocument(stdout);
  const written = readFileSync(String(printed.receipt_path), "utf8");
  expect(JSON.parse(written)).toEqual(printed);
  return { receipt: printed, written };
}

async function factsIn(store: string): Promise<{ fact_id: string; text: string; tags: string[] }[]> {
  const { facts: listed } = onlyDocument((await facts("list", "--store", store, "--json")).stdout);
  const ids = (listed as unknown as { fact_id: string }[]).map(({ fact_id }) => fact_id);
  const shown = ids.map(async (id) => {
    const { stdout } = await facts("inspect", id, "--store", store, "--include-text", "--json");
    return onlyDocument(stdout).fact as unknown as { fact_id: string; text: string; tags: string[] };
  });
  return Promise.all(shown);
}

const bounds = { depth: "2", urls: "20", bytes: "100000", total: "1000000", timeout: "20" };

function crawlBounds(changes: Partial<typeof bounds> = {}): string[] {
  const { depth, urls, bytes, total, timeout } = { ...bounds, ...changes };
  return [
    ...["--max-depth", depth, "--max-urls", urls, "--max-bytes", bytes],
    ...["--max-bytes-total", total, "--timeout", timeout],
  ];
}

const hoursPage = "<title>Hours</title><p>Open from 9 to 17. <a href='/fees?x=1'>Fees</a>";

describe("edge demo facts import-url", () => {
  it("stores what one page says, and leaves a receipt of hashes without an address", async () => {
    const site = await standInSite({
      "/old": redirectTo("/hours?key=secret"),
      "/hours?key=secret": hoursPage,
    });
    const source = `${site.origin}/old`;
    const argv = ["import-url", source, "--store", "web", "--topic", "hours", "--tags", "a, b,a"];
    const { receipt, written } = await receiptOf(...argv);
    const text = `Hours\nOpen from 9 to 17. Fees (${site.origin}/fees?x=1)`;
    const final = `${site.origin}/hours?key=secret`;
    expect(receipt).toMatchObject({
      schema_version: "edge.demo.facts.import_url.receipt.v1",
      status: "imported",
      source_url_sha256: sha256(source),
      final_url_sha256: sha256(final),
      redirect_chain_sha256: [sha256(final)],
      content_type: "text/html",
      http_status: 200,
      bytes: hoursPage.length,
      raw_sha256: sha256(hoursPage),
      extracted_sha256: sha256OfJson([text]),
      extracted_count: 1,
      truncated: false,
      imported: { added: 1, updated: 0, unchanged: 0 },
      raw_text_included: false,
      network_used: true,
    });
    expect(written).not.toMatch(/http:|127\.0\.0\.1|secret|Open from/);
    expect(await factsIn("web")).toMatchObject([
      { topic: "hours", tags: ["a", "b"], text, source_label: `${site.origin}/hours` },
    ]);
    expect(site.asked).toEqual(["/old", "/hours?key=secret"]);
  });

  it("makes a fact of each table row where it is told to, under a prefix", async () => {
    const table = "<table><tr><th>What<th>Fee<tr><td>Parking<td>4<tr><td>Room<td>20</table>";
    const site = await standInSite({ "/": table });
    const rows = ["--split", "html-table-rows", "--fact-id-prefix", "fee"];
    const { receipt } = await receiptOf("import-url", site.origin, "--store", "web", ...rows);
    expect(receipt).toMatchObject({ split: "html-table-rows", extracted_count: 2 });
    expect((await factsIn("web")).map(({ fact_id, text }) => [fact_id, text])).toEqual([
      ["fee-row-0001", "What: Parking | Fee: 4"],
      ["fee-row-0002", "What: Room | Fee: 20"],
    ]);
  });

  it("cuts at --max-chars, says so, and replaces the fact when it is imported again", async () => {
    const site = await standInSite({ "/": "<p>Open daily" });
    const argv = ["import-url", site.origin, "--store", "web"];
    expect((await receiptOf(...argv, "--max-chars", "4")).receipt).toMatchObject({
      truncated: true,
      max_chars: 4,
    });
    expect((await factsIn("web"))[0]?.text).toBe("Open");
    expect((await receiptOf(...argv)).receipt).toMatchObject({
      imported: { updated: 1 },
      store_fact_count: 1,
    });
  });

  it.each<[string, string, string[], Parameters<typeof standInSite>[0]]>([
    ["a page that is not there", "web_request_failed", [], {}],
    ["a picture", "unsupported_web_content", [], { "/": bytesOf("image/png", "x") }],
    [
      "a broken charset",
      "unsupported_web_content",
      [],
      { "/": bytesOf("text/html;charset=utf-8", Buffer.from([255])) },
    ],
    ["a page without text", "no_facts_found", [], { "/": "<script>x</script>" }],
    ["a page without tables", "no_facts_found", ["--split", "html-table-rows"], { "/": hoursPage }],
    ["a redirect elsewhere", "web_redirect_refused", [], { "/": redirectTo("http://localhost:1/") }],
    ["redirects without end", "web_redirect_refused", [], { "/": redirectTo("/") }],
    ["a page too large", "web_page_too_large", [], { "/": "x".repeat(limits.webPageBytes + 1) }],
    ["a topic too long", "invalid_facts_file", ["--topic", "x".repeat(201)], { "/": hoursPage }],
  ])("ends for %s with %s, and stores nothing", async (_, code, argv, answers) => {
    const site = await standInSite(answers);
    expectTextError(await facts("import-url", `${site.origin}/`, "--store", "web", ...argv), code);
    expect(filesBelow(data)).toEqual([]);
  });

  it.each([
    ["--topic", "x".repeat(201)],
    ["--topic", ""],
    ["--tags", "a\u0007b"],
    ["--tags", "x".repeat(65)],
    ["--tags", Array.from({ length: 17 }, (_, index) => `t${index}`).join(",")],
  ])("asks for nothing when %s %j fits no fact", async (...label) => {
    const site = await standInSite({ "/": hoursPage });
    const argv = [site.origin, "--store", "web", ...label];
    expectTextError(await facts("import-url", ...argv), "invalid_facts_file");
    expectTextError(await facts("crawl-url", ...argv, ...crawlBounds()), "invalid_facts_file");
    expect(site.asked).toEqual([]);
  });

  it.each([
    ["--extractor", "host-model"],
    ["--extractor-model", "any"],
  ])("has no %s in this release, says so, and asks for nothing", async (...option) => {
    const site = await standInSite({ "/": hoursPage });
    const run = await facts("import-url", site.origin, "--store", "web", ...option);
    expectTextError(run, "feature_unavailable");
    expect(site.asked).toEqual([]);
  });

  it.each<[string, number, string[]]>([
    ["invalid_web_address", 1, ["ftp://example.com", "--store", "web"]],
    ["invalid_web_address", 1, ["http://user:secret@example.com", "--store", "web"]],
    ["invalid_facts_store_name", 1, ["http://127.0.0.1:1/", "--store", "../web"]],
    ["invalid_usage", 2, ["http://127.0.0.1:1/"]],
    ["invalid_usage", 2, ["http://127.0.0.1:1/", "--store", "web", "--max-chars", "8001"]],
    ["invalid_usage", 2, ["http://127.0.0.1:1/", "--store", "web", "--tags", "a,,b"]],
    ["invalid_usage", 2, ["http://127.0.0.1:1/", "--store", "web", "--fact-id-prefix", "a/b"]],
    ["invalid_usage", 2, ["http://127.0.0.1:1/", "--store", "web", "--split", "lines"]],
  ])("refuses with %s (exit %i) the arguments %j", async (code, exit, argv) => {
    const run = await facts("import-url", ...argv);
    expectTextError(run, code, exit);
    expect(run.stderr).not.toContain("secret");
    expect(filesBelow(data)).toEqual([]);
  });

  it("names in its help the limits that hold", async () => {
    const { stdout } = await edge(data, ["demo", "facts", "import-url", "--help"]);
    const said = stdout.replace(/\s+/g, " ");
    expect(said).toContain(`up to ${limits.factTextLength}`);
    expect(said).toContain(
      `at most ${limits.webPageBytes / 1_048_576} MB in ${limits.webPageTimeoutMs / 1000} s`,
    );
  });
});

describe("edge demo facts crawl-url", () => {
  const answers = {
    "/?key=1":
      "<p>Start <a href='/a?key=secret'>a</a> <a href='/gone'>b</a> <a href='http://other.example/'>c</a>",
    "/a?key=secret": redirectTo("/b"),
    "/b": "<p>Page b <a href='/empty'>d</a>",
    "/empty": "<script>x</script>",
  };
  const crawl = (site: StandInSite, ...more: string[]) => [
    "crawl-url",
    `${site.origin}/?key=1`,
    "--store",
    "web",
    ...more,
  ];

  it("stores one fact a page, and leaves a receipt with no address but the start's", async () => {
    const site = await standInSite(answers);
    const { receipt, written } = await receiptOf(...crawl(site, "--topic", "help", ...crawlBounds()));
    const start = `${site.origin}/?key=1`;
    expect(receipt).toMatchObject({
      schema_version: "edge.demo.facts.crawl_url.receipt.v1",
      start_url: start,
      source_url_sha256: sha256(start),
      policy: {
        same_origin: true,
        robots_txt: "not_read",
        scripts: "not_run",
        max_depth: 2,
        max_urls: 20,
        max_bytes: 100_000,
        max_bytes_total: 1_000_000,
        timeout_seconds: 20,
      },
      pages: [
        {
          url_sha256: sha256(start),
          depth: 0,
          status: "stored",
          http_status: 200,
          content_type: "text/html",
        },
        {
          url_sha256: sha256(`${site.origin}/a?key=secret`),
          final_url_sha256: sha256(`${site.origin}/b`),
          redirect_chain_sha256: [sha256(`${site.origin}/b`)],
          status: "stored",
        },
        { depth: 1, status: "web_request_failed", http_status: 404, fact_id: null, raw_sha256: null },
        { depth: 2, status: "empty", fact_id: null },
      ],
      totals: { asked: 4, stored: 2, failed: 1 },
      links_skipped: { other_origin: 1, beyond_max_depth: 0, beyond_max_urls: 0 },
      stopped_by: null,
      imported: { added: 2, updated: 0, unchanged: 0 },
      network_used: true,
    });
    expect(written.match(/https?:/g)).toHaveLength(1);
    expect(written).not.toMatch(/secret|Page b|other\.example/);
    expect(site.asked).not.toContain("/robots.txt");
    expect((await factsIn("web")).map(({ text }) => text).sort()).toEqual([
      "Page b d (".concat(`${site.origin}/empty)`),
      `Start a (${site.origin}/a?key=secret) b (${site.origin}/gone) c (http://other.example/)`,
    ]);
  });

  it("stores what it has when a bound ends it, and says which", async () => {
    const site = await standInSite(answers);
    const { receipt } = await receiptOf(...crawl(site, ...crawlBounds({ urls: "1" })));
    expect(receipt).toMatchObject({ stopped_by: "max_urls", totals: { asked: 1, stored: 1 } });
    expect(receipt).toMatchObject({ links_skipped: { other_origin: 1, beyond_max_urls: 2 } });
  });

  it.each<[string, string, Parameters<typeof standInSite>[0]]>([
    ["fails", "web_request_failed", {}],
    ["leads to another origin", "web_redirect_refused", { "/?key=1": redirectTo("http://localhost:1/") }],
    ["has no text", "no_facts_found", { "/?key=1": "<script>x</script>" }],
  ])("ends, and stores nothing, when its start %s: %s", async (_, code, given) => {
    const site = await standInSite(given);
    const { exit, stderr } = await facts(...crawl(site, ...crawlBounds()));
    expect(exit).toBe(1);
    expect(stderr).toContain(`edge: error: ${code}: `);
    expect(filesBelow(data)).toEqual([]);
  });

  it.each(["--max-depth", "--max-urls", "--max-bytes", "--max-bytes-total", "--timeout"])(
    "demands %s",
    async (option) => {
      const all = crawlBounds();
      const at = all.indexOf(option);
      const without = [...all.slice(0, at), ...all.slice(at + 2)];
      const run = await facts("crawl-url", "http://127.0.0.1:1/", "--store", "web", ...without);
      expectTextError(run, "invalid_usage", 2);
      expect(run.stderr).toContain(option);
    },
  );

  it.each<[string, Partial<typeof bounds>]>([
    ["--max-depth", { depth: String(limits.crawlDepth + 1) }],
    ["--max-urls", { urls: String(limits.crawlUrlsCount + 1) }],
    ["--max-bytes", { bytes: String(limits.webPageBytes + 1) }],
    ["--max-bytes-total", { total: String(limits.crawlTotalBytes + 1) }],
    ["--timeout", { timeout: String(limits.crawlTimeoutMs / 1000 + 1) }],
    ["--max-depth", { depth: "-1" }],
    ["--max-urls", { urls: "0" }],
    ["--timeout", { timeout: "0" }],
    ["--max-bytes", { bytes: "1e3" }],
  ])("refuses by its name and asks for nothing when %s is beyond its range: %j", async (option, changes) => {
    const site = await standInSite(answers);
    const run = await facts(...crawl(site, ...crawlBounds(changes)));
    expectTextError(run, "invalid_usage", 2);
    const [first = ""] = run.stderr.split("\n");
    for (const said of [option, ...Object.values(changes)]) expect(first).toContain(said);
    expect(site.asked).toEqual([]);
  });

  it("asks for nothing when its store can have no such name", async () => {
    const site = await standInSite(answers);
    const run = await facts("crawl-url", site.origin, "--store", "../web", ...crawlBounds());
    expectTextError(run, "invalid_facts_store_name");
    expect(site.asked).toEqual([]);
  });

  it("says in its text what ended it, and how many links it left", async () => {
    const site = await standInSite(answers);
    const text = async (changes: Partial<typeof bounds>) =>
      (await facts(...crawl(site, ...crawlBounds(changes)))).stdout;
    const free = await text({});
    expect(free).toMatch(/^stopped by +no bound$/m);
    const shallow = await text({ depth: "0" });
    expect(shallow).toMatch(/^not asked +1 of other origins, 2 beyond the depth, 0 beyond/m);
    expect(await text({ urls: "1" })).toMatch(/^stopped by +max_urls$/m);
  });

  it("stores nothing when it is interrupted, and leaves an older store whole", async () => {
    const site = await standInSite({
      "/?key=1": "<p>Start <a href='/slow'>x</a>",
      "/slow": () => {},
      "/hours": hoursPage,
    });
    await receiptOf("import-url", `${site.origin}/hours`, "--store", "web");
    const before = [filesBelow(data), await factsIn("web")];
    const argv = ["demo", "facts", ...crawl(site, ...crawlBounds()), "--json"];
    const run = await edge(data, argv, { interruptAt: /^\[crawl\] page 1: read$/m });
    expect([run.exit, onlyDocument(run.stdout).status]).toEqual([130, "interrupted"]);
    expect([filesBelow(data), await factsIn("web")]).toEqual(before);
  });

  it("names in its help the ceilings that hold", async () => {
    const { stdout } = await edge(data, ["demo", "facts", "crawl-url", "--help"]);
    const said = stdout.replace(/\s+/g, " ");
    const { crawlDepth, crawlUrlsCount, webPageBytes, crawlTotalBytes, crawlTimeoutMs } = limits;
    for (const most of [crawlDepth, crawlUrlsCount, webPageBytes, crawlTotalBytes, crawlTimeoutMs / 1000]) {
      expect(said).toMatch(new RegExp(`at most ${most}\\b`));
    }
  });
});
