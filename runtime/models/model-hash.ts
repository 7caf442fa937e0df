import { createHash } from "node:crypto";
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { messageOf } from "../../errors/error.ts";
import type { Sha256 } from "../../imprint/hash.ts";
import { limits } from "../../imprint/limits.ts";
import { isModelHashes } from "../../schemas/index.ts";
import type { ModelHashesDocument, RememberedHashDocument } from "../../schemas/model-documents.ts";
import type { Clock } from "../../system/clock.ts";
import type { DataFolders } from "../../system/data-folders.ts";
import { ensurePrivateFolder, ownershipFault, readRegularFile, writeFileAtomic } from "../../system/files.ts";
import { refuseGguf } from "./gguf-bytes.ts";

export interface ModelHashDeps {
  readonly folders: DataFolders;
  readonly clock: Clock;
}

export interface ModelHashOptions {
  /** Called while the file is read; never when the hash is remembered. */
  readonly onProgress?: (hashedBytes: number, totalBytes: number) => void;
  readonly signal?: AbortSignal;
}

const chunkBytes = 1_048_576;
/** A file changed this recently may change again within one step of a coarse file system clock. */
const settledAfterMs = 2_000;
const rememberedFilesCount = 256;

/**
 * Content hash of a model file. Computed once and remembered with device, inode, size, mtime and ctime;
 * when any of these moves it is computed again. A damaged or foreign-writable memory counts as empty.
 *
 * @throws invalid_model_file when the file cannot be read or changes while it is hashed
 */
export async function modelSha256(
  file: string,
  deps: ModelHashDeps,
  options: ModelHashOptions = {},
): Promise<Sha256> {
  const absolute = path.resolve(file);
  const handle = await openForHash(absolute);
  try {
    const before = await handle.stat({ bigint: true });
    if (!before.isFile()) throw refuseGguf("not_regular", `${absolute} is not a regular file`);
    const remembered = (await readMemory(deps.folders)).files[absolute];
    if (remembered !== undefined && isSameFile(remembered, before)) return remembered.sha256;
    const sha256 = await hashFile(handle, Number(before.size), options);
    const after = identity(await handle.stat({ bigint: true }), sha256);
    if (!isSameFile(after, before)) throw refuseGguf("unreadable", `${absolute} changed while it was hashed`);
    if (isSettled(before, deps.clock)) await remember(absolute, after, deps.folders);
    return sha256;
  } finally {
    await handle.close();
  }
}

async function openForHash(file: string): Promise<FileHandle> {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw refuseGguf("unreadable", `cannot open ${file}: ${messageOf(error)}`, error);
  }
}

async function hashFile(handle: FileHandle, size: number, options: ModelHashOptions): Promise<Sha256> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafeSlow(chunkBytes);
  let hashed = 0;
  while (true) {
    options.signal?.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, hashed);
    if (bytesRead === 0) return `sha256:${hash.digest("hex")}`;
    hash.update(buffer.subarray(0, bytesRead));
    hashed += bytesRead;
    options.onProgress?.(hashed, size);
  }
}

function isSettled(stats: BigIntStats, clock: Clock): boolean {
  const changedMs = Math.max(Number(stats.ctimeMs), Number(stats.mtimeMs));
  return clock.now().getTime() - changedMs > settledAfterMs;
}

function identity(stats: BigIntStats, sha256: Sha256): RememberedHashDocument {
  return {
    device: String(stats.dev),
    inode: String(stats.ino),
    size_bytes: String(stats.size),
    mtime_ns: String(stats.mtimeNs),
    ctime_ns: String(stats.ctimeNs),
    sha256,
  };
}

function isSameFile(remembered: RememberedHashDocument, stats: BigIntStats): boolean {
  const now = identity(stats, remembered.sha256);
  return (Object.keys(now) as (keyof RememberedHashDocument)[]).every((key) => now[key] === remembered[key]);
}

function memoryFile(folders: DataFolders): string {
  return path.join(folders.cache, "model-hashes.json");
}

async function readMemory(folders: DataFolders): Promise<ModelHashesDocument> {
  try {
    const { bytes } = await readRegularFile(memoryFile(folders), {
      maxBytes: limits.jsonDocumentBytes,
      inspect: (stats) => {
        // Whoever can write here can make one model pass for another.
        const fault = ownershipFault(stats);
        if (fault !== null) throw new Error(fault);
      },
    });
    const document: unknown = JSON.parse(bytes.toString("utf8"));
    if (isModelHashes(document)) return document;
  } catch {
    // Absent, unreadable, damaged: the hash is computed again.
  }
  return { schema_version: "edge.models.hashes.v1", files: {} };
}

/** Keeps the newest entries. A memory that cannot be written only costs time, so it is no failure. */
async function remember(file: string, entry: RememberedHashDocument, folders: DataFolders): Promise<void> {
  const { [file]: _, ...others } = (await readMemory(folders)).files;
  const kept = Object.entries(others).slice(-(rememberedFilesCount - 1));
  const document: ModelHashesDocument = {
    schema_version: "edge.models.hashes.v1",
    files: Object.fromEntries([...kept, [file, entry]]),
  };
  try {
    await ensurePrivateFolder(folders.cache);
    await writeFileAtomic(memoryFile(folders), `${JSON.stringify(document, null, 2)}\n`);
  } catch {
    // See above.
  }
}
