import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packageRoot } from "../../system/package-root.ts";

describe("the package root", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "package-root-test-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("is this repository when run from source", () => {
    expect(packageRoot()).toBe(path.resolve(import.meta.dirname, "../.."));
  });

  it("is above dist/, though a build copies package.json there", () => {
    layOut("package", { python: true });
    layOut("package/dist", { python: false });
    expect(packageRoot(moduleIn("package/dist/system"))).toBe(path.join(folder, "package"));
  });

  it("is not a package around ours that has another name", () => {
    layOut("app", { python: true, name: "app" });
    layOut("app/node_modules/neural-imprint", { python: true });
    const root = path.join(folder, "app/node_modules/neural-imprint");
    expect(packageRoot(moduleIn("app/node_modules/neural-imprint/dist/system"))).toBe(root);
  });

  it("is never guessed", () => {
    layOut("app", { python: true, name: "app" });
    expect(() => packageRoot(moduleIn("app/dist"))).toThrow(
      expect.objectContaining({ code: "internal_error" }),
    );
  });

  function layOut(place: string, { python, name = "neural-imprint" }: { python: boolean; name?: string }) {
    mkdirSync(path.join(folder, place), { recursive: true });
    writeFileSync(path.join(folder, place, "package.json"), JSON.stringify({ name }));
    if (python) mkdirSync(path.join(folder, place, "python"));
  }

  function moduleIn(place: string): string {
    return pathToFileURL(path.join(folder, place, "module.js")).href;
  }
});
