import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { writeTinyModel } from "../scripts/tiny-model.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A tiny random-weight model, written once for the whole run: `inject("tinyModelPath")`. */
    tinyModelPath: string;
  }
}

/** Runs once before all projects; fetches nothing. The function it returns cleans up. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neural-imprint-test-"));
  const tinyModelPath = path.join(folder, "tiny-model.gguf");
  await writeTinyModel(tinyModelPath);
  project.provide("tinyModelPath", tinyModelPath);
  return () => rm(folder, { recursive: true, force: true });
}
