import { describe, expect, it } from "vitest";
import { limits } from "../../../imprint/limits.ts";
import { readHtml } from "../../../tools/facts/web/html.ts";
import { type PageSplit, pageFacts, readPage } from "../../../tools/facts/web/page-facts.ts";
import { refusal } from "../tool-files.ts";

const address = new URL("http://site.example/help/index.html");
const read = (html: string) => readHtml(html, address, { rows: true });
const text = async (html: string) => (await read(html)).text;
const rows = async (html: string) => (await read(html)).rows;

describe("the text of a page", () => {
  it.each([
    ["one  two\n\tthree", "one two three"],
    ["<p>One</p><p>Two<br>Three", "One\nTwo\nThree"],
    ["<b>bo</b>ld <i> and </i>slanted", "bold and slanted"],
    ["<ul><li>a<li>b</ul>c", "a\nb\nc"],
    ["1 &lt; 2 &amp; &euro;3 &#x1F600;", "1 < 2 & €3 😀"],
    ["a<script>x < 1</script>b<style>p{}</style>c<noscript>d</noscript><template>e</template>", "abc"],
    ["<p hidden>secret</p>shown<!-- a comment -->", "shown"],
    ["a\u0000b\u001bc", "a b c"],
    ["", ""],
  ])("of %j is %j", async (html, expected) => {
    expect(await text(html)).toBe(expected);
  });

  it("shows a link's absolute address behind its words, and nothing for one that leads nowhere", async () => {
    const html =
      '<a href="../fees?a=1#x">Fees</a>, <a href="mailto:a@b.c">mail</a>, <a href="javascript:1">run</a>';
    expect(await text(html)).toBe("Fees (http://site.example/fees?a=1), mail, run");
  });

  it("has a title apart, and one only", async () => {
    const html = "<head><title>The\n title</title></head><svg><title>icon</title></svg><p>Body";
    expect(await read(html)).toMatchObject({ title: "The title", text: "Body" });
  });

  it("is read where head and body are not closed", async () => {
    expect(await text("<html><head><meta charset=utf-8><p>Body")).toBe("Body");
  });

  it("refuses absurd depth, which would take for ever", async () => {
    expect(await refusal(read("<b>".repeat(1_000_000)))).toBe("unsupported_web_content");
    expect(await text(`${"<b>".repeat(500)}deep${"</x>".repeat(1_000_000)}`)).toBe("deep");
  });
});

describe("the links of a page", () => {
  it("are absolute, of the web, each once, in order, without fragments", async () => {
    const html = `<a href="b">1</a><a href="/a#x">2</a><a href="/a#y">3</a><a href="ftp://x/">4</a>
      <a href="https://other.example/">5</a><a>6</a><a href="http://u:p@site.example/">7</a>`;
    expect((await read(html)).links.map(String)).toEqual([
      "http://site.example/help/b",
      "http://site.example/a",
      "https://other.example/",
    ]);
  });

  it("start at the page's base when it has one", async () => {
    const html = '<base target="x"><base href="/docs/"><base href="/other/"><a href="x">x</a>';
    expect((await read(html)).links.map(String)).toEqual(["http://site.example/docs/x"]);
  });

  it("are none where base and link together are too long for an address", async () => {
    const html = `<base href="/${"b".repeat(1_500)}/"><a href="${"a".repeat(1_000)}">long</a> <a href="a">a</a>`;
    expect((await read(html)).links).toHaveLength(1);
    expect(await text(html)).toMatch(/^long a \(http:.*\/a\)$/);
  });
});

describe("the rows of tables", () => {
  it("carry the names of their columns, and links as text", async () => {
    const html = `<table><tr><th>Name<th>Fee<tr><td><a href="/p">Parking</a><td>4 euros
      <tr><td>Room<td>20 euros</table>`;
    expect(await rows(html)).toEqual([
      "Name: Parking (http://site.example/p) | Fee: 4 euros",
      "Name: Room | Fee: 20 euros",
    ]);
  });

  it("stand without names where there are none, or where the cells do not fit them", async () => {
    expect(await rows("<table><tr><td>a<td>b<tr><td><td>d</table>")).toEqual(["a | b", "d"]);
    expect(await rows("<table><tr><th>A<th>B<tr><td colspan=2>both</table>")).toEqual(["both"]);
    expect(await rows("<table><tr><th>Row<td>1<tr><th>Row<td>2</table>")).toEqual(["Row | 1", "Row | 2"]);
  });

  it("lose the names where a cell spans others, which moves those behind it", async () => {
    const head = "<table><tr><th>Room<th>Fee";
    expect(await rows(`${head}<tr><td>1<td>2<tr><td rowspan=2>3<td>4<tr><td>5<td>6`)).toEqual([
      "Room: 1 | Fee: 2",
      "3 | 4",
      "5 | 6",
    ]);
    expect(await rows("<table><tr><th colspan=2>Both<th>Fee<tr><td>1<td>2")).toEqual(["1 | 2"]);
  });

  it("carry long names cut, and are not looked at unless they are asked for", async () => {
    const name = "n".repeat(limits.webColumnNameLength);
    const html = `<table><tr><th>${name}more<tr><td>x</table>`;
    expect(await rows(html)).toEqual([`${name}: x`]);
    expect((await readHtml(html, address, { rows: false })).rows).toEqual([]);
  });

  it("of a table in a cell are rows of their own", async () => {
    const html = "<table><tr><td>outer<table><tr><td>inner</table><td>after</table>";
    expect(await rows(html)).toEqual(["inner", "outer | after"]);
  });

  it("are none without a table", async () => {
    expect(await rows("<tr><td>stray</td></tr>")).toEqual([]);
  });

  it("show as lines in the page's text", async () => {
    expect(await text("<table><tr><td>a<td>b<tr><td>c<td>d</table>")).toBe("a | b\nc | d");
  });
});

/** As much of a page of the largest size as goes on like this. */
const filled = (start: string, more: string) =>
  start + more.repeat(Math.floor((limits.webPageBytes - start.length) / more.length));

describe("a page that makes more of itself", () => {
  const base = `<base href="http://site.example/${"b".repeat(1_940)}/">`;
  const name = "n".repeat(500_000);

  it.each([
    ["links with a long base", filled(base, '<a href="a"></a>')],
    ["no more links than are allowed", base + '<a href="a"></a>'.repeat(limits.webLinksCount)],
    ["many links", filled("", '<a href="">a</a>')],
    ["links in rows", filled(`${base}<table>`, '<tr><td><a href="a"></a>')],
    ["long names of columns", filled(`<table><tr>${"<th>".concat("n".repeat(100)).repeat(100)}`, row(100))],
  ])("by %s is refused", async (_, html) => {
    expect(await refusal(read(html))).toBe("web_page_too_large");
  });

  it.each([
    ["names of 500,000 characters", filled(`<table><tr><th>${name}<th>${name}`, "<tr><td>a<td>b"), 1_001],
    ["addresses that are too long", filled(base, `<a href="${"a".repeat(200)}"></a>`), 0],
    ["many bases", filled("", "<base href=a>"), 0],
    ["many cells", filled("<table>", "<td>"), 0],
    ["a long text", filled("<p>", "word "), 0],
  ])("by %s is read all the same", async (_, html, count) => {
    expect((await read(html)).rows).toHaveLength(count);
  });

  it("may have as many links as are allowed, and not one more", async () => {
    const links = '<a href="">a</a>'.repeat(limits.webLinksCount);
    expect((await read(links)).links).toHaveLength(1);
    expect(await refusal(read(`${links}<a href="">a</a>`))).toBe("web_page_too_large");
  });

  function row(cells: number): string {
    return `<tr>${"<td>a".repeat(cells)}`;
  }
});

describe("the facts of a page", () => {
  async function facts(split: PageSplit, html: string, maxChars = 100, idPrefix: string | null = null) {
    const bytes = Buffer.from(html);
    const page = { url: address, status: 200, contentType: "text/html", bytes };
    const labels = { topic: "help", tags: ["web"], idPrefix };
    const texts = await readPage(page, split, maxChars);
    return { facts: pageFacts(texts, split, address, labels), truncated: texts.truncated };
  }

  it("are one for the page, named after its address, from where it came", async () => {
    const { facts: made, truncated } = await facts("page", "<title>Help</title><p>Open <b>daily</b>.");
    expect(made).toEqual([
      {
        fact_id: expect.stringMatching(/^web-[0-9a-f]{16}$/),
        topic: "help",
        tags: ["web"],
        text: "Help\nOpen daily.",
        source_label: "http://site.example/help/index.html",
      },
    ]);
    expect(truncated).toBe(false);
  });

  it("are one for each row, numbered", async () => {
    const { facts: made } = await facts("html-table-rows", "<table><tr><td>a<tr><td>b</table>", 100, "fee");
    expect(made.map(({ fact_id, text }) => [fact_id, text])).toEqual([
      ["fee-row-0001", "a"],
      ["fee-row-0002", "b"],
    ]);
  });

  it("are cut at the limit, never within a character, and this is said", async () => {
    expect(await facts("page", "<p>12345", 5)).toMatchObject({
      facts: [{ text: "12345" }],
      truncated: false,
    });
    expect(await facts("page", "<p>123456", 5)).toMatchObject({
      facts: [{ text: "12345" }],
      truncated: true,
    });
    expect(await facts("page", "<p>1234😀", 5)).toMatchObject({
      facts: [{ text: "1234😀" }],
      truncated: false,
    });
    expect(await facts("page", "<p>😀😀😀", 2)).toMatchObject({ facts: [{ text: "😀😀" }], truncated: true });
    expect(await facts("page", "<p>😀😀a", 2)).toMatchObject({ facts: [{ text: "😀😀" }], truncated: true });
    expect(await facts("page", "<p>12 45", 3)).toMatchObject({ facts: [{ text: "12" }], truncated: true });
  });

  it("are not more than a page may give, and this is said", async () => {
    const table = `<table>${"<tr><td>row".repeat(limits.webTableRowsCount + 1)}</table>`;
    const { facts: made, truncated } = await facts("html-table-rows", table);
    expect([made.length, truncated]).toEqual([limits.webTableRowsCount, true]);
  });

  it("are none where there is no text", async () => {
    expect((await facts("page", "<script>everything()</script>")).facts).toEqual([]);
    expect((await facts("html-table-rows", "<p>no table")).facts).toEqual([]);
  });
});
