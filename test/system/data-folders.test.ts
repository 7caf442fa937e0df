import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dataFolders } from "../../system/data-folders.ts";

describe("the data folders", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "data-folders-test-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("lie below EDGE_DATA_DIR", () => {
    expect(dataFolders({ EDGE_DATA_DIR: folder })).toEqual({
      root: folder,
      models: path.join(folder, "models"),
      store: folder,
      runs: path.join(folder, "demo_runs"),
      receipts: path.join(folder, "receipts"),
      pendingActions: path.join(folder, "pending_actions"),
      facts: path.join(folder, "facts"),
      evals: path.join(folder, "evals"),
      training: path.join(folder, "training"),
      evalSets: path.join(folder, "eval"),
      cache: path.join(folder, "cache"),
    });
  });

  it("are not created by asking where they are", () => {
    dataFolders({ EDGE_DATA_DIR: path.join(folder, "data") });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("are absolute even when EDGE_DATA_DIR is not", () => {
    expect(dataFolders({ EDGE_DATA_DIR: "relative/data" }).root).toBe(path.resolve("relative/data"));
  });

  it.each([[{}], [{ EDGE_DATA_DIR: "" }]])("lie in the user's data folder without it (%j)", (env) => {
    const { root } = dataFolders(env);
    expect(path.isAbsolute(root)).toBe(true);
    expect(path.basename(root)).toBe("edge");
    if (process.platform === "linux") {
      const share = process.env.XDG_DATA_HOME ?? path.join(os.homedir(), ".local", "share");
      expect(root).toBe(path.join(share, "edge"));
    }
  });
});
