import { stat } from "node:fs/promises";
import { isImprintError } from "../../errors/error.ts";
import type { CatalogEntry } from "./catalog.ts";
import { readModelFacts } from "./gguf-facts.ts";
import { type ModelHashDeps, modelSha256 } from "./model-hash.ts";
import { partPath } from "./part-file.ts";

/** What is wrong with a model file here; empty for a complete one. */
export async function modelFileIssues(file: string, entry: CatalogEntry | null): Promise<string[]> {
  const issues: string[] = [];
  if ((await sizeOf(partPath(file))) !== null) issues.push("partial_download_files_present");
  const size = await sizeOf(file);
  if (size === null) return [...issues, "file_missing"];
  const expected = entry?.sizeBytes ?? null;
  if (expected !== null && size < expected) issues.push(`size_below_expected:${size}/${expected}`);
  if (expected !== null && size > expected) issues.push(`size_above_expected:${size}/${expected}`);
  try {
    await readModelFacts(file);
  } catch (error) {
    if (!isImprintError(error, "invalid_model_file")) throw error;
    issues.push(`invalid_gguf:${String(error.details.reason)}`);
  }
  return issues;
}

/** Issues that make a file unusable; a part beside a whole file does not. */
export function isComplete(issues: readonly string[]): boolean {
  return issues.every((issue) => issue === "partial_download_files_present");
}

/** True when the file is whole and, where the catalog names a hash, has it. */
export async function isIntact(
  file: string,
  entry: CatalogEntry | null,
  deps: ModelHashDeps,
): Promise<boolean> {
  if (!isComplete(await modelFileIssues(file, entry))) return false;
  const expected = entry?.sha256 ?? null;
  return expected === null || (await modelSha256(file, deps)) === expected;
}

/** Size in bytes of a regular file, or null. */
export async function sizeOf(file: string): Promise<number | null> {
  const stats = await stat(file).catch(() => null);
  return stats?.isFile() ? stats.size : null;
}
