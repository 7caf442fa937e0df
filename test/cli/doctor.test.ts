import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { assertDoctorReport } from "../../schemas/index.ts";
import { edge, edgeHere, expectTextError, onlyDocument, testFolder } from "./edge-process.ts";

/** A machine where no native backend was built. */
const bare = () => ({ EDGE_TFJS_NATIVE_DIR: path.join(testFolder(), "none") });

describe("edge doctor", () => {
  it("opens what comes with the package, and says why the rest is not here and how to get the next", async () => {
    const env = bare();
    const { exit, stdout, stderr } = await edgeHere(testFolder(), ["doctor", "--json"], { env });
    expect([exit, stderr]).toEqual([0, ""]);
    const report = onlyDocument(stdout);
    assertDoctorReport(report);
    expect(report).toMatchObject({
      overall_status: "warn",
      training: {
        chosen: "wasm",
        faster: { name: "node", how_to_get: expect.stringContaining("edge backends build") },
        backends: [
          { name: "node-gpu", available: false },
          { name: "node", available: false, reason: expect.stringContaining(env.EDGE_TFJS_NATIVE_DIR) },
          { name: "wasm", available: true, facts: { threads_within_op: 1, simd: true } },
          { name: "cpu", available: true },
        ],
      },
    });
  });

  it("says the same in words", async () => {
    const { exit, stdout } = await edgeHere(testFolder(), ["doctor"], { env: bare() });
    expect(exit).toBe(0);
    expect(stdout).toContain("training: wasm would be used\n");
    expect(stdout).toMatch(
      /^ {2}node {6}no {3}@tensorflow\/tfjs-node is not installed, and nothing was built in /m,
    );
    expect(stdout).toMatch(/^ {2}wasm {6}yes {2}@tensorflow\/tfjs-backend-wasm 4\.22\.0, 1 thread, SIMD$/m);
    expect(stdout).toMatch(/^to get node: edge backends build/m);
  });

  it("explains itself with examples, and takes no argument", async () => {
    const { exit, stdout } = await edgeHere(testFolder(), ["doctor", "--help"]);
    expect([exit, stdout.includes("\nExamples:\n")]).toEqual([0, true]);
    expectTextError(await edgeHere(testFolder(), ["doctor", "smollm2"]), "invalid_usage", 2);
  });
});

describe("edge backends build", () => {
  it("on a machine without its tools names them all, and makes no folder", async () => {
    const env = { ...bare(), PATH: testFolder(), EDGE_PYTHON: "", CXX: "" };
    const run = await edgeHere(testFolder(), ["backends", "build", "--json"], { env });
    expect(run.exit).toBe(1);
    expect(onlyDocument(run.stdout)).toMatchObject({
      ok: false,
      status: "backend_build_failed",
      error: { code: "backend_build_failed", detail: { missing: ["compiler", "npm", "tar", "pip"] } },
    });
  });

  it("explains itself with examples, and refuses options that it does not have", async () => {
    const { exit, stdout } = await edgeHere(testFolder(), ["backends", "build", "--help"]);
    expect([exit, stdout.includes("\nExamples:\n")]).toEqual([0, true]);
    expectTextError(await edgeHere(testFolder(), ["backends", "build", "--gpu"]), "invalid_usage", 2);
  });
});

describe("what a command loads", () => {
  /** The files of tfjs that one run has loaded when it ends. */
  async function tfjsLoadedBy(argv: readonly string[]): Promise<string[]> {
    const folder = testFolder();
    const [hook, log] = [path.join(folder, "hook.cjs"), path.join(folder, "loaded")];
    mkdirSync(path.join(folder, "data"));
    writeFileSync(
      hook,
      `process.on("exit", () => require("node:fs").writeFileSync(process.env.LOADED,
        Object.keys(require.cache).filter((file) => file.includes("@tensorflow")).join("\\n")));`,
    );
    const env = { ...bare(), NODE_OPTIONS: `--require ${hook}`, LOADED: log };
    expect((await edge(path.join(folder, "data"), argv, { env })).exit).toBe(0);
    return readFileSync(log, "utf8").split("\n").filter(Boolean);
  }

  it("is nothing of tfjs unless it trains or looks at what trains", async () => {
    expect(await tfjsLoadedBy(["models", "list"])).toEqual([]);
    expect((await tfjsLoadedBy(["doctor"])).length).toBeGreaterThan(0);
  });
});
