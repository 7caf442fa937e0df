import { type FileHandle, lstat, open } from "node:fs/promises";
import type { Sha256 } from "../../imprint/hash.ts";
import { privateFileMode, writing } from "../../system/files.ts";

/** Bytes that have arrived; the total is null while nobody has told it. */
export type FetchProgress = (source: string, doneBytes: number, totalBytes: number | null) => void;

/** What one source gave. `delivered` is not yet judged: size and hash are compared by the caller. */
export type SourceAttempt =
  | {
      readonly kind: "delivered";
      /** In the folder of the target, so that a rename puts it there. */
      readonly file: string;
      readonly sizeBytes: number;
      readonly sha256: Sha256;
      /** The file whose bytes were hashed. */
      readonly identity: FileIdentity;
      /** Content hash that the source announced, when it announces one. */
      readonly announcedSha256: Sha256 | null;
      readonly report: AttemptReport;
    }
  | {
      readonly kind: "failed";
      /** Some bytes arrived but not all. */
      readonly incomplete: boolean;
      readonly report: AttemptReport;
    };

/** How the attempt ended, in the terms of a child process whatever the source is. */
export interface AttemptReport {
  /** 0 done, 124 timed out, 127 the program is missing, else its exit code or 1. */
  readonly returncode: number;
  readonly timedOut: boolean;
  readonly stdoutTail: string;
  readonly stderrTail: string;
}

export const timedOutReturncode = 124;
export const missingProgramReturncode = 127;

/** Which file it is, and in which state, as far as the file system tells; survives a rename. */
export type FileIdentity = Readonly<Record<"dev" | "ino" | "size" | "mtimeNs", bigint>>;

/** The identity of an open file of which exactly this many bytes were hashed. */
export async function identityOf(handle: FileHandle, hashedBytes: number): Promise<FileIdentity> {
  const { dev, ino, mtimeNs } = await handle.stat({ bigint: true });
  return { dev, ino, mtimeNs, size: BigInt(hashedBytes) };
}

/** True when that very file, unchanged, stands at the path. */
export async function isStillThere(file: string, identity: FileIdentity): Promise<boolean> {
  const now = await lstat(file, { bigint: true }).catch(() => null);
  return (
    now !== null && (["dev", "ino", "size", "mtimeNs"] as const).every((key) => now[key] === identity[key])
  );
}

/** Opens for writing, private; `wx` refuses an existing file. @throws file_write_failed */
export function openForWriting(file: string, flags: "r+" | "w" | "wx"): Promise<FileHandle> {
  return writing(file, () => open(file, flags, privateFileMode));
}

/** Writes all of a chunk at a position. @throws file_write_failed */
export async function writeAll(
  handle: FileHandle,
  chunk: Uint8Array,
  position: number,
  file: string,
): Promise<void> {
  let done = 0;
  while (done < chunk.length) {
    const { bytesWritten } = await writing(file, () =>
      handle.write(chunk, done, chunk.length - done, position + done),
    );
    done += bytesWritten;
  }
}
