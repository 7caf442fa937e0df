import path from "node:path";
import { ImprintError } from "../errors/error.ts";
import { type Sha256, sha256 } from "../imprint/hash.ts";
import { limits } from "../imprint/limits.ts";
import { FileRefusal, readRegularFile } from "../system/files.ts";

/** A tools file as it was read once. These bytes are what is hashed, discovered, frozen and run. */
export interface ToolsSource {
  /** Absolute; a label for tracebacks, `__file__` and the check for changes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sha256: Sha256;
}

/**
 * Reads one regular file, once; a relative path starts at `cwd`.
 * @throws tools_file_not_found, tools_file_unreadable
 */
export async function readToolsSource(file: string, cwd = "."): Promise<ToolsSource> {
  const absolute = path.resolve(cwd, file);
  try {
    const { bytes } = await readRegularFile(absolute, { maxBytes: limits.toolsFileBytes });
    return { path: absolute, bytes, sha256: sha256(bytes) };
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    const code = error.reason === "not_found" ? "tools_file_not_found" : "tools_file_unreadable";
    throw new ImprintError(code, `cannot read the tools file ${file}: ${error.message}`, {
      details: { path: absolute, reason: error.reason },
      cause: error,
    });
  }
}

/** True when the file at the source's path still has the very bytes that were read. */
export async function isUnchanged(source: ToolsSource): Promise<boolean> {
  try {
    return (await readToolsSource(source.path)).sha256 === source.sha256;
  } catch {
    return false;
  }
}
