import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { breaches, sound } from "./layer-breaches.ts";
import { layerOf, layers, type SourceTree, violations, workplaces } from "./layer-rules.ts";
import { factsOf } from "./source-imports.ts";

const root = path.resolve(import.meta.dirname, "..");

/** Top-level folders with no TypeScript of ours, made by hand or by tools. */
const otherFolders = ["python", "samples", "docs", "node_modules", "dist", "coverage"];

const topFolders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
  .map((entry) => entry.name);

function readTree(): SourceTree {
  const tree = new Map<string, string>();
  const read = (file: string) => tree.set(file, readFileSync(path.join(root, file), "utf8"));
  for (const file of readdirSync(root)) if (isSource(file)) read(file);
  for (const folder of topFolders.filter((name) => !otherFolders.includes(name))) {
    for (const entry of readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })) {
      const file = path.posix.join(folder, entry.replaceAll(path.sep, "/"));
      if (isSource(file)) read(file);
    }
  }
  return tree;
}

function isSource(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file);
}

describe("the source tree", () => {
  const tree = readTree();
  const files = [...tree.keys()];

  it("keeps the import table of the design", () => {
    expect(violations(tree)).toEqual([]);
  });

  it("has no top-level folder that the design does not name", () => {
    const known = [...Object.keys(layers), ...workplaces, ...otherFolders];
    expect(topFolders.filter((folder) => !known.includes(folder))).toEqual([]);
  });

  it("is seen: every folder of the table that is there has files", () => {
    const empty = topFolders
      .filter((folder) => folder in layers)
      .filter((folder) => !files.some((file) => file.startsWith(`${folder}/`)));
    expect(empty).toEqual([]);
    for (const folder of ["errors", "schemas", "imprint", "system", "tools", "runtime", "cli"]) {
      expect(topFolders).toContain(folder);
    }
  });

  it("is understood: imports between folders and of packages are found", () => {
    const crossings = files.flatMap((file) =>
      factsOf(file, tree.get(file) ?? "")
        .imports.map(({ target }) => target)
        .filter((target) => target !== null && layerOf(target) !== layerOf(file)),
    );
    expect(crossings.length).toBeGreaterThan(20);
    const target = factsOf("imprint/hash.ts", tree.get("imprint/hash.ts") ?? "").imports;
    expect(target.map(({ specifier }) => specifier)).toContain("node:crypto");
  });
});

describe("the rules", () => {
  it("let a tree that keeps them pass", () => {
    expect(violations(new Map(Object.entries(sound)))).toEqual([]);
  });

  it.each(breaches)("find: $rule", ({ file, source, breach }) => {
    const tree = new Map(Object.entries({ ...sound, [file]: source }));
    expect(violations(tree)).toEqual([breach]);
  });

  it("find a circle of files, of types too", () => {
    const tree = new Map([
      ["imprint/a.ts", 'import type { B } from "./b.ts";'],
      ["imprint/b.ts", 'export * from "./c.ts";'],
      ["imprint/c.ts", 'export type A = import("./a.ts").A;'],
    ]);
    expect(violations(tree)).toEqual(["cycle: imprint/a.ts -> imprint/b.ts -> imprint/c.ts -> imprint/a.ts"]);
  });

  it("find an engine that loads when a program starts, and only then", () => {
    const start = (load: string): string[] =>
      violations(new Map(Object.entries({ ...sound, "pipeline/chat.ts": load })));
    expect(start('export const chat = () => import("../runtime/engine/llama.ts");')).toEqual([]);
    expect(start('import type { Llama } from "../runtime/engine/llama.ts";')).toEqual([]);
    expect(start('import { llama } from "../runtime/engine/llama.ts";')).toEqual([
      "cli/edge.ts: loads node-llama-cpp at start: cli/edge.ts -> pipeline/chat.ts -> runtime/engine/llama.ts",
    ]);
  });
});
