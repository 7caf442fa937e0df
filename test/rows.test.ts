import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { rowsNamedIn } from "./row-titles.ts";

/** The promises that are kept by a test of their own, one group a line as the checklist has them. */
const promised = `
  A1 A2 A3 A4 A5 A6
  A7 A8 A9 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19
  A20 A21 A22 A23 A24 A25 A26 A27 A28 A29 A30
  A31 A32 A33 A34 A35
  A36 A37 A38 A39 A39b A40 A41 A42 A43 A44
  A45 A46 A47 A48 A49 A49b A50 A51 A52 A53 A54 A55 A56 A57 A58 A59 A60
  A61 A62 A62b A63 A64 A65 A66 A67 A68 A69 A70 A71 A72 A73 A74 A75
  A76 A78 A79 A80 A81 A82 A83 A84 A85
  A86 A87 A88 A89 A90 A91 A92 A93 A94`
  .trim()
  .split(/\s+/);

/** A promise about a model of nine billion parameters, which no test can run. */
const elsewhere = ["A77"];

const folder = import.meta.dirname;

/** Row to the test files that are named after it. */
function filesByRow(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".test.ts")).sort()) {
    for (const row of new Set(rowsNamedIn(readFileSync(path.join(folder, file), "utf8"))))
      found.set(row, [...(found.get(row) ?? []), file]);
  }
  return found;
}

describe("the checklist", () => {
  const found = filesByRow();

  it("has for each of its rows a test that is named after it", () => {
    expect(promised.filter((row) => !found.has(row))).toEqual([]);
  });

  it("has no row that a title makes up", () => {
    const known = new Set([...promised, ...elsewhere]);
    expect([...found].filter(([row]) => !known.has(row))).toEqual([]);
  });

  it("has 96 rows, each once", () => {
    expect([promised.length, new Set(promised).size]).toEqual([96, 96]);
  });
});

describe("a row counts", () => {
  it.each([
    ["in a title", 'it("A7 is frozen", () => {});', ["A7"]],
    ["with its neighbours", 'it("A7 A39b A8 is frozen", () => {});', ["A7", "A39b", "A8"]],
    ["in a template", "it(`A7 in $" + "{decoding}`, () => {});", ["A7"]],
    ["in a table", 'it.each([["A7 one", 1], ["A8 two", 2]])("%s", () => {});', ["A7", "A8"]],
    ["in a table beside the title", 'it.each([["A7 one"]])("A18 that %s", () => {});', ["A18", "A7"]],
    ["in a table with a name", 'const rows = [["A7 one"]];\nit.for(rows)("%s", () => {});', ["A7"]],
    ["not in a table that gives no title", 'it.each([["A7 one"]])("is frozen", () => {});', []],
    ["not behind other words", 'it("is like A7 frozen", () => {});', []],
    ["not as part of a word", 'it("A7s", () => {});', []],
    ["not in a comment", "// A7 is frozen", []],
    ["not in another string", 'expect("A7 is frozen").toBe(1);', []],
    ["not when it is skipped", 'it.skip("A7 is frozen", () => {});', []],
    ["not when it is to be written", 'it.todo("A7 is frozen");', []],
    ["not when it is to fail", 'it.fails("A7 is frozen", () => {});', []],
    ["not when it is skipped always", 'it.skipIf(true)("A7 is frozen", () => {});', []],
    ["not when it never runs", 'it.runIf(false)("A7 is frozen", () => {});', []],
    ["when it is skipped here and there", 'it.skipIf(windows)("A7 is frozen", () => {});', ["A7"]],
    ["not when its options skip it", 'it("A7 is frozen", { skip: true }, () => {});', []],
    ["not when its options may skip it", 'it("A7 is frozen", { skip }, () => {});', []],
    ["when its options let it run", 'it("A7 is frozen", { skip: false, timeout: 9 }, () => {});', ["A7"]],
    ["not in a suite that is skipped", 'describe.skip("x", () => { it("A7 is frozen", () => {}); });', []],
    ["not in a suite skipped always", 'describe.skipIf(true)("x", () => { it("A7 is", () => {}); });', []],
    ["not in a suite with such options", 'describe("x", { todo: true }, () => { it("A7", () => {}); });', []],
    ["not in a suite without rows", 'describe.each([])("x", () => { it("A7 is frozen", () => {}); });', []],
    ["not for a table without rows", 'it.each([])("A7 is %s", () => {});', []],
    ["not for a named table without rows", 'const none = [];\nit.for(none)("A7 is %s", () => {});', []],
    ["not for a skipped table", 'it.skip.each([["A7 one"]])("%s", () => {});', []],
  ])("%s", (_where, source, rows) => {
    expect([...new Set(rowsNamedIn(source))]).toEqual(rows);
  });
});
