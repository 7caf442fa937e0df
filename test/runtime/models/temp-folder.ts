import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A folder of its own for one test, removed at its end. */
export function tempFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "edge-models-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
