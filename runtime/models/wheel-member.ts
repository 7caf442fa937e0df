import { createHash } from "node:crypto";
import type { ZipFile } from "yauzl";
import type { Sha256 } from "../../imprint/hash.ts";
import { writing } from "../../system/files.ts";
import { type FileIdentity, identityOf, openForWriting, writeAll } from "./source-attempt.ts";

/** Why a wheel did not give its file. */
export class WheelRefusal extends Error {}

/** The file that was unpacked and what is in it. */
export interface WheelMember {
  readonly sizeBytes: number;
  readonly sha256: Sha256;
  readonly identity: FileIdentity;
}

/**
 * Takes exactly one member out of a wheel, hashing while it writes. Nothing else of the wheel is unpacked.
 * Stops at `maxBytes`, so that a compressed bomb cannot fill the disk.
 *
 * @throws WheelRefusal when the wheel is damaged, lacks the member, or the member is too large
 * @throws file_write_failed
 */
export async function extractWheelMember(
  wheel: string,
  member: string,
  target: string,
  options: {
    maxBytes: number;
    signal: AbortSignal;
    onBytes?: (doneBytes: number, totalBytes: number) => void;
  },
): Promise<WheelMember> {
  const { openPromise } = await import("yauzl");
  const zip = await refusing(openPromise(wheel, { lazyEntries: true, autoClose: false }));
  try {
    return await extract(zip, member, target, options);
  } finally {
    zip.close();
  }
}

async function extract(
  zip: ZipFile,
  member: string,
  target: string,
  options: Parameters<typeof extractWheelMember>[3],
): Promise<WheelMember> {
  const entry = await refusing(findEntry(zip, member));
  if (entry.uncompressedSize > options.maxBytes) {
    throw new WheelRefusal(
      `${member} has ${entry.uncompressedSize} bytes, expected at most ${options.maxBytes}`,
    );
  }
  const stream = await refusing(zip.openReadStreamPromise(entry));
  // An error may come between two chunks, when nothing else listens; it is kept for the next one.
  const damage = new Promise<never>((_, reject) => stream.on("error", reject));
  damage.catch(() => {});
  const handle = await openForWriting(target, "wx").catch((error: unknown) => {
    stream.destroy();
    throw error;
  });
  const hash = createHash("sha256");
  let sizeBytes = 0;
  try {
    const chunks = stream[Symbol.asyncIterator]();
    while (true) {
      options.signal.throwIfAborted();
      const next = await refusing(Promise.race([chunks.next(), damage]));
      if (next.done) break;
      const chunk: Uint8Array = next.value;
      await writeAll(handle, chunk, sizeBytes, target);
      hash.update(chunk);
      sizeBytes += chunk.length;
      options.onBytes?.(sizeBytes, entry.uncompressedSize);
    }
    await writing(target, () => handle.sync());
    const identity = await identityOf(handle, sizeBytes);
    return { sizeBytes, sha256: `sha256:${hash.digest("hex")}`, identity };
  } finally {
    stream.destroy();
    await handle.close();
  }
}

async function findEntry(zip: ZipFile, member: string) {
  for await (const entry of zip.eachEntry()) if (entry.fileName === member) return entry;
  throw new WheelRefusal(`the wheel has no ${member}`);
}

/** Whatever the zip reader throws says that the wheel is damaged. */
async function refusing<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof WheelRefusal) throw error;
    throw new WheelRefusal(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
