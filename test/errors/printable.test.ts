import { expect, it } from "vitest";
import { printable, printableLines, shellWord } from "../../errors/printable.ts";

it.each([
  ["C0", "a\u001b[2J\nb", "a\\x1b[2J\\x0ab"],
  ["DEL and C1", "\u007f\u009b2J\u0085", "\\x7f\\x9b2J\\x85"],
  [
    "what turns the order of text",
    "pay \u202e001\u202c \u2066x\u2069",
    "pay \\u202e001\\u202c \\u2066x\\u2069",
  ],
  [
    "what is not seen",
    "a\u200b\u200db\ufeff\u00ad\u2060\u3164",
    "a\\u200b\\u200db\\ufeff\\xad\\u2060\\u3164",
  ],
  ["what hides beyond the first plane", "a\u{e0041}\u{e0100}", "a\\u{e0041}\\u{e0100}"],
  ["separators of lines and paragraphs", "a\u2028b\u2029c", "a\\u2028b\\u2029c"],
  [
    "spaces that only look like one",
    "a\u00a0b\u2003\u202fc\u2800\ufffc\u{1d159}",
    "a\\xa0b\\u2003\\u202fc\\u2800\\ufffc\\u{1d159}",
  ],
  ["no wide space", "\u6771\u3000\u4eac", "\u6771\u3000\u4eac"],
  ["halves of a character", "a\ud800b\udc00", "a\\ud800b\\udc00"],
  ["nothing of ordinary text", "ü 😀 'x' \\", "ü 😀 'x' \\"],
])("escapes %s", (_, text, expected) => {
  expect(printable(text)).toBe(expected);
});

it("cuts what is longer than asked", () => {
  expect(printable("abcdef", 3)).toBe("abc...");
  expect(printable("abc", 3)).toBe("abc");
});

it("leaves a text its joiners and marks, and takes what turns it round", () => {
  const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
  expect(printableLines(`${family} \u0646\u200c\u0647 \u200f`)).toBe(`${family} \u0646\u200c\u0647 \u200f`);
  expect(printableLines("a\u202eb\u202c\u2067c\u2069")).toBe("a\\u202eb\\u202c\\u2067c\\u2069");
});

it("leaves the lines and tabs of a text, and nothing else that steers", () => {
  expect(printableLines("a\tb\n\u001b[1mc\r\u009bd")).toBe("a\tb\n\\x1b[1mc\\x0d\\x9bd");
});

it.each([
  ["a plain word", "/a/b-c_1.json", "/a/b-c_1.json"],
  ["nothing", "", "''"],
  ["what a shell would take apart", "it's $HOME `x`", "'it'\\''s $HOME `x`'"],
  ["what a terminal would obey", "a\u001b[2J'\\", "$'a\\033[2J\\'\\\\'"],
  ["what turns the order of text", "a\u202eb\u009b", "$'a\\342\\200\\256b\\302\\233'"],
])("spells %s so that a shell reads it back and nothing in it is hidden", (_, word, expected) => {
  expect(shellWord(word)).toBe(expected);
  expect(printableLines(expected)).toBe(expected);
});
