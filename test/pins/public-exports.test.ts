import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const door = path.resolve(import.meta.dirname, "../../index.ts");

/** Every name that index.ts exports; it only re-exports, so its text says all. */
function exportedNames(): { values: string[]; types: string[] } {
  const tree = ts.createSourceFile(door, readFileSync(door, "utf8"), ts.ScriptTarget.Latest, true);
  const [values, types]: [string[], string[]] = [[], []];
  for (const statement of tree.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) throw new Error("only named exports");
    if (!ts.isNamedExports(statement.exportClause)) throw new Error("only named exports");
    for (const element of statement.exportClause.elements) {
      (statement.isTypeOnly || element.isTypeOnly ? types : values).push(element.name.text);
    }
  }
  return { values: values.sort(), types: types.sort() };
}

describe("the public door", () => {
  it("gives these values", async () => {
    const { values } = exportedNames();
    expect(values).toEqual([]);
    expect(Object.keys(await import("../../index.ts")).sort()).toEqual(values);
  });

  it("gives these types", () => {
    expect(exportedNames().types).toEqual([]);
  });
});
