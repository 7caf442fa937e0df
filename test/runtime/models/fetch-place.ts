import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sha256 } from "../../../imprint/hash.ts";
import type { CatalogEntry } from "../../../runtime/models/catalog.ts";
import type { FetchDeps } from "../../../runtime/models/fetch.ts";
import { modelPath } from "../../../runtime/models/locate.ts";
import { systemClock } from "../../../system/clock.ts";
import { dataFolders } from "../../../system/data-folders.ts";
import { smallCatalog } from "./small-catalog.ts";
import { smallGguf, text } from "./small-gguf.ts";
import { tempFolder } from "./temp-folder.ts";

/** A valid model of about 300 KB, so that it arrives in several chunks. */
export const modelBytes: Buffer = smallGguf({ "general.description": text("x".repeat(300_000)) });

/** Where nobody listens. */
const nowhere = "http://127.0.0.1:9";

/** A data folder of its own, a catalog of one entry, and what a fetch needs. */
export function fetchPlace(entry: CatalogEntry, changes: Partial<FetchDeps> = {}) {
  const cwd = tempFolder();
  const folders = dataFolders({ EDGE_DATA_DIR: path.join(cwd, "data") });
  const deps: FetchDeps = {
    cwd,
    folders,
    catalog: smallCatalog(entry),
    env: { PATH: process.env.PATH },
    clock: systemClock,
    signal: new AbortController().signal,
    endpoints: { huggingface: nowhere, "hf-mirror": nowhere },
    retryDelayMs: 5,
    ...changes,
  };
  const target = modelPath(entry, folders);
  return {
    cwd,
    folders,
    deps,
    target,
    /** Every file below the working directory, by path from there. */
    files: () =>
      readdirSync(cwd, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => path.relative(cwd, path.join(one.parentPath, one.name)))
        .sort(),
    /** Files in the model's own folder. */
    beside: () => {
      try {
        return readdirSync(path.dirname(target)).sort();
      } catch {
        return [];
      }
    },
    targetSha256: () => sha256(readFileSync(target)),
  };
}
