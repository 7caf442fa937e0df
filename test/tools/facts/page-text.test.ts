import { describe, expect, it } from "vitest";
import { pageText } from "../../../tools/facts/web/page-text.ts";
import { refusal } from "../tool-files.ts";

const read = (contentType: string | null, bytes: Buffer) =>
  pageText({ url: new URL("http://site.example/"), status: 200, contentType, bytes });
const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("a page's text", () => {
  it.each<[string, string, Buffer, string]>([
    ["UTF-8 when nothing else is said", "text/html", Buffer.from("é"), "é"],
    ["the header's charset", 'text/html; Charset="ISO-8859-1"', latin1("é"), "é"],
    [
      "the charset of a meta",
      "text/html",
      latin1('<meta charset="windows-1252">é'),
      '<meta charset="windows-1252">é',
    ],
    [
      "the charset of an older meta",
      "text/html",
      latin1('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15">é'),
      '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15">é',
    ],
    [
      "the header's charset before a meta's",
      "text/html; charset=utf-8",
      Buffer.from("<meta charset=latin1>é"),
      "<meta charset=latin1>é",
    ],
    ["a byte order mark's before all", "text/plain; charset=latin1", Buffer.from("\ufeffé"), "é"],
    ["UTF-16 with a mark", "text/plain", Buffer.from("\ufeffé", "utf16le"), "é"],
    ["shift_jis", "text/plain; charset=shift_jis", Buffer.from([0x83, 0x65]), "テ"],
  ])("is in %s", async (_, contentType, bytes, text) => {
    expect((await read(contentType, bytes)).text).toBe(text);
  });

  it.each([
    ["in a meta of another meaning", '<meta name="description" content="charset=latin1">'],
    ["in a comment", "<!-- <meta charset=latin1> -->"],
    ["in a script", "<script>'<meta charset=latin1>'</script>"],
    ["in a meta's other attribute", '<meta data-charset="latin1" content="text/html; charset=latin1">'],
    ["that is UTF-16, which no readable meta is in", '<meta charset="UTF-16">'],
    ["that is UTF-16 by another name", '<meta http-equiv=content-type content="text/html; charset=ucs-2">'],
    ["that is empty", '<meta charset="">'],
    ["too far from the start", `${" ".repeat(1_024)}<meta charset=latin1>`],
    ["behind another one", "<meta charset=utf-8><meta charset=latin1>"],
  ])("takes no charset %s", async (_, html) => {
    const page = `${html}<p>\u00e9`;
    expect((await read("text/html", Buffer.from(page))).text).toBe(page);
  });

  it("takes a charset of the header in quotes of either kind", async () => {
    for (const quoted of ["'latin1'", '"latin1"'])
      expect((await read(`text/plain; charset=${quoted}`, latin1("\u00e9"))).text).toBe("\u00e9");
  });

  it.each([
    ["text/html", "html"],
    ["TEXT/HTML ; charset=utf-8", "html"],
    ["application/xhtml+xml", "html"],
    ["text/plain", "plain"],
    ["text/markdown", "plain"],
    ["text/csv", "plain"],
  ])("of %s is read as %s", async (contentType, kind) => {
    expect((await read(contentType, Buffer.from("x"))).kind).toBe(kind);
  });

  it.each<[string, string | null, Buffer]>([
    ["no type", null, Buffer.from("x")],
    ["an empty type", "", Buffer.from("x")],
    ["a picture", "image/png", Buffer.from("x")],
    ["JSON", "application/json", Buffer.from("{}")],
    ["a script", "text/javascript", Buffer.from("x")],
    ["an unknown charset", "text/html; charset=klingon", Buffer.from("x")],
    ["bytes that are not in the charset", "text/html; charset=utf-8", latin1("caf\u00e9")],
    ["bytes that are not in UTF-8 by default", "text/plain", Buffer.from([0xc3])],
  ])("is refused for %s", async (_, contentType, bytes) => {
    expect(await refusal(read(contentType, bytes))).toBe("unsupported_web_content");
  });
});
