import { expect, it } from "vitest";
import { printable, printableLines } from "../../errors/printable.ts";

it.each([
  ["C0", "a\u001b[2J\nb", "a\\x1b[2J\\x0ab"],
  ["DEL and C1", "\u007f\u009b2J\u0085", "\\x7f\\x9b2J\\x85"],
  ["nothing of ordinary text", "ü 😀 'x' \\", "ü 😀 'x' \\"],
])("escapes %s", (_, text, expected) => {
  expect(printable(text)).toBe(expected);
});

it("cuts what is longer than asked", () => {
  expect(printable("abcdef", 3)).toBe("abc...");
  expect(printable("abc", 3)).toBe("abc");
});

it("leaves the lines and tabs of a text, and nothing else that steers", () => {
  expect(printableLines("a\tb\n\u001b[1mc\r\u009bd")).toBe("a\tb\n\\x1b[1mc\\x0d\\x9bd");
});
