import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

const root = path.resolve(import.meta.dirname, "../..");

function keryx(...argv: string[]) {
  const run = spawnSync(process.execPath, ["--import", "tsx", "cli/keryx.ts", ...argv], {
    cwd: root,
    encoding: "utf8",
  });
  return { exit: run.status, stdout: run.stdout, stderr: run.stderr };
}

describe("keryx", () => {
  it("A6 prints its name and version", () => {
    expect(keryx("--version")).toEqual({
      exit: 0,
      stdout: `keryx (neural-imprint) ${packageJson.version}\n`,
      stderr: "",
    });
  });

  it("says in its help that it is not part of this release", () => {
    const { exit, stdout, stderr } = keryx("--help");
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    expect(stdout.replace(/\s+/g, " ")).toContain("Not part of this release");
  });

  it.each([[[]], [["call"]], [["tools", "list"]], [["--frobnicate"]], [["help"]]])(
    "ends %j in a named error and never in silence",
    (argv) => {
      const { exit, stdout, stderr } = keryx(...argv);
      expect({ exit, stdout }).toEqual({ exit: 1, stdout: "" });
      expect(stderr).toMatch(/^keryx: error: feature_unavailable: .+\nremediation: .+\n$/);
    },
  );

  it("prints exactly one document with --json", () => {
    const { exit, stdout, stderr } = keryx("call", "--json");
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      status: "feature_unavailable",
      error: { code: "feature_unavailable" },
    });
  });
});
