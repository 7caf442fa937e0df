import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { errorTable } from "../../errors/codes.ts";
import { errorsPage } from "../../scripts/errors-doc.ts";

const root = path.resolve(import.meta.dirname, "../..");

describe("docs/errors.md", () => {
  it("is what scripts/errors-doc.ts writes from the table", () => {
    expect(readFileSync(path.join(root, "docs/errors.md"), "utf8")).toBe(errorsPage());
  });

  it("names every code once, with its exit code", () => {
    const rows = [...errorsPage().matchAll(/^\| `(\w+)` \| (\d+) \| .+ \| .+ \|$/gm)].map((row) => row[1]);
    expect(rows.sort()).toEqual(Object.keys(errorTable).sort());
  });
});

describe("the table of codes", () => {
  it.each(Object.entries(errorTable))(
    "says of %s what happened and what to do, in one sentence each",
    (code, entry) => {
      expect(code).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
      for (const sentence of [entry.meaning, entry.fix]) expect(sentence).toMatch(/^[A-Z-].*[.]$/s);
    },
  );
});
