import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const urlOf = (file: string) => JSON.stringify(pathToFileURL(path.join(root, file)).href);

describe("the closing line of a run", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "summary-reporter-test-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("counts what passed, failed and was skipped, and is the last", () => {
    const { exit, lines } = runTests({
      "a.test.js": `
        test("passes", () => {});
        test("passes too", () => {});
        test("fails", () => { throw new Error("no"); });
        test("skips", (context) => context.skip("no model here"));`,
      "b.test.js":
        'test("skips", (context) => context.skip("no model here")); test.skip("silently", () => {});',
    });
    expect(lines.slice(-3)).toEqual([
      "skipped 2: no model here",
      "skipped 1: no reason given in b.test.js",
      "2 passed, 1 failed, 3 skipped",
    ]);
    expect(exit).toBe(1);
  });

  it("does not call a run green whose file does not load, whose hook fails or that lets an error escape", () => {
    const { exit, lines } = runTests({
      "load.test.js": 'import "./nothing.js"; test("never runs", () => {});',
      "hook.test.js":
        'describe("suite", () => { beforeAll(() => { throw new Error("no"); }); test("x", () => {}); });',
      "late.test.js": `
        test("passes", async () => {
          setTimeout(() => { throw new Error("late"); });
          await new Promise((done) => setTimeout(done, 50));
        });`,
    });
    expect(lines.at(-1)).toMatch(/^1 passed, 3 failed, 1 skipped$/);
    expect(exit).toBe(1);
  });

  it("says so when all is well", () => {
    const { exit, lines } = runTests({ "a.test.js": 'test("passes", () => {});' });
    expect({ exit, last: lines.at(-1) }).toEqual({ exit: 0, last: "1 passed, 0 failed, 0 skipped" });
  });

  function runTests(files: Record<string, string>): { exit: number | null; lines: string[] } {
    for (const [name, source] of Object.entries(files)) writeFileSync(path.join(folder, name), source);
    const script = path.join(folder, "run.mts");
    writeFileSync(
      script,
      `import { startVitest } from ${urlOf("node_modules/vitest/dist/node.js")};
       import { SummaryReporter } from ${urlOf("scripts/summary-reporter.ts")};
       const reporters = ["default", new SummaryReporter()];
       const root = ${JSON.stringify(folder)};
       const run = await startVitest("test", [], { root, config: false, globals: true, watch: false, reporters });
       await run.close();`,
    );
    const run = spawnSync(process.execPath, ["--import", "tsx", script], { cwd: root, encoding: "utf8" });
    return { exit: run.status, lines: run.stdout.trimEnd().split("\n") };
  }
});
