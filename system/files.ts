import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, link, mkdir, mkdtemp, open, rename, rm, stat, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ImprintError, messageOf } from "../errors/error.ts";

/** Files that only their owner may read. */
export const privateFileMode = 0o600;
const privateFolderMode = 0o700;

/** Creates a folder and its parents, readable by their owner only; the names of those that it made are on the disk. */
export async function ensurePrivateFolder(folder: string): Promise<string> {
  await writing(folder, async () => {
    const first = await mkdir(folder, { recursive: true, mode: privateFolderMode });
    if (first === undefined) return;
    const highest = path.dirname(path.resolve(first));
    for (let parent = path.dirname(path.resolve(folder)); ; parent = path.dirname(parent)) {
      await syncFolder(parent);
      if (parent.length <= highest.length) return;
    }
  });
  return folder;
}

/**
 * Writes a whole file or nothing: unique temp file in the same folder, fsync, rename, fsync of the folder.
 * @throws file_write_failed
 */
export async function writeFileAtomic(
  file: string,
  content: Uint8Array | string | readonly Uint8Array[],
  options: { mode?: number } = {},
): Promise<void> {
  const temp = await writeTemp(file, content, options.mode ?? privateFileMode);
  await writing(file, async () => {
    try {
      await rename(temp, file);
    } catch (error) {
      await unlink(temp).catch(() => {});
      throw error;
    }
    await syncFolder(path.dirname(file));
  });
}

/**
 * Like `writeFileAtomic`, but never replaces: returns false when the file exists already.
 * @throws file_write_failed
 */
export async function createFileAtomic(
  file: string,
  content: Uint8Array | string | readonly Uint8Array[],
  options: { mode?: number } = {},
): Promise<boolean> {
  const isNew = await linkNewFile(file, content, options);
  if (isNew) await writing(file, () => syncFolder(path.dirname(file)));
  return isNew;
}

/**
 * Like `createFileAtomic`, for who must know whether the file is there although its folder could not be synced: the
 * content is on the disk, its name only after `syncFolder`.
 * @throws file_write_failed
 */
export async function linkNewFile(
  file: string,
  content: Uint8Array | string | readonly Uint8Array[],
  options: { mode?: number } = {},
): Promise<boolean> {
  const temp = await writeTemp(file, content, options.mode ?? privateFileMode);
  return writing(file, async () => {
    try {
      await link(temp, file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    } finally {
      await unlink(temp).catch(() => {});
    }
  });
}

/** What one open, one fstat and one read gave. */
export interface OpenedFile {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** Why a file was not read; callers give each its own code. */
export class FileRefusal extends Error {
  readonly reason: "not_found" | "not_regular" | "too_large" | "unreadable" | "changed";
  constructor(reason: FileRefusal["reason"], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/**
 * Opens once, checks the opened descriptor, reads once. `inspect` may refuse by throwing before a byte is read.
 * Follows a symbolic link (users link their own files) unless `noFollow`; judges only what was opened.
 *
 * @throws FileRefusal
 */
export async function readRegularFile(
  file: string,
  options: { maxBytes: number; noFollow?: boolean; inspect?: (stats: Stats) => void },
): Promise<OpenedFile> {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  let handle: FileHandle;
  try {
    handle = await open(file, O_RDONLY | O_NONBLOCK | (options.noFollow ? O_NOFOLLOW : 0));
  } catch (error) {
    const missing = ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
    throw new FileRefusal(missing ? "not_found" : "unreadable", messageOf(error), error);
  }
  try {
    const stats = await handle.stat().catch(unreadable);
    if (!stats.isFile()) throw new FileRefusal("not_regular", `${file} is not a regular file`);
    if (stats.size > options.maxBytes) {
      throw new FileRefusal("too_large", `${file} has ${stats.size} bytes, more than ${options.maxBytes}`);
    }
    options.inspect?.(stats);
    const bytes = await readExactly(handle, stats.size, file);
    return { bytes, stats };
  } finally {
    // Nothing was written: the bytes are what they are.
    await handle.close().catch(() => {});
  }
}

function unreadable(error: unknown): never {
  throw new FileRefusal("unreadable", messageOf(error), error);
}

/** Runs `action` with a new folder that only its owner may enter, and removes it whatever happens. */
export async function withPrivateTempFolder<T>(action: (folder: string) => Promise<T>): Promise<T> {
  const folder = await writing(tmpdir(), () => mkdtemp(path.join(tmpdir(), "edge-")));
  try {
    return await action(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Device, inode, size and times of the file at a path, as one text: differs when another file lies there, or when
 * this one was written since. A missing file has the identity of no file.
 */
export async function fileIdentity(file: string): Promise<string> {
  const stats = await stat(file, { bigint: true }).catch(() => null);
  return stats === null ? "" : [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(":");
}

/** Device and inode of the folder at a path, which a copy of it does not have. @throws what `stat` does */
export async function folderIdentity(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev}:${ino}`;
}

/** Why an opened file should not be trusted as the user's own: `foreign_owner` or `writable_by_others`; null if none. */
export function ownershipFault(stats: Stats): "foreign_owner" | "writable_by_others" | null {
  if (!isOwn(stats)) return "foreign_owner";
  return (stats.mode & 0o022) !== 0 ? "writable_by_others" : null;
}

/** True when this process's user owns it, and where the system has no owners. */
export function isOwn(stats: Stats): boolean {
  const user = process.getuid?.();
  return user === undefined || stats.uid === user;
}

/** One read call never asks for more: Node aborts the process on reads of 2 GiB. */
const readChunkBytes = 1_073_741_824;

async function readExactly(handle: FileHandle, size: number, file: string): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let offset = 0;
  while (offset < size) {
    const length = Math.min(size - offset, readChunkBytes);
    const { bytesRead } = await handle.read(bytes, offset, length, offset).catch(unreadable);
    if (bytesRead === 0) throw new FileRefusal("changed", `${file} shrank while it was read`);
    offset += bytesRead;
  }
  return bytes;
}

/** A file of its own beside `file`, written and synced; gone when that failed. @throws file_write_failed */
export async function writeTemp(
  file: string,
  content: Uint8Array | string | readonly Uint8Array[],
  mode: number,
): Promise<string> {
  const temp = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString("hex")}.tmp`);
  const parts = typeof content === "string" || content instanceof Uint8Array ? [content] : content;
  await writing(file, async () => {
    const handle = await open(temp, "wx", mode);
    try {
      for (const part of parts) await handle.writeFile(part);
      await handle.sync();
    } catch (error) {
      await unlink(temp).catch(() => {});
      throw error;
    } finally {
      await handle.close();
    }
  });
  return temp;
}

/** Makes renames and links in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Does something to a file. @throws file_write_failed in place of whatever the file system said */
export async function writing<T>(file: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw new ImprintError("file_write_failed", `cannot write ${file}: ${messageOf(error)}`, {
      details: { path: file, errno: (error as NodeJS.ErrnoException).code ?? null },
      cause: error,
    });
  }
}
