import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open, readFile, rename, unlink } from "node:fs/promises";
import path from "node:path";
import type { Sha256 } from "../../imprint/hash.ts";
import { isModelPart } from "../../schemas/index.ts";
import type { ModelPartDocument } from "../../schemas/model-documents.ts";
import { syncFolder, writeFileAtomic, writing } from "../../system/files.ts";
import { type FileIdentity, identityOf, openForWriting, writeAll } from "./source-attempt.ts";

/** What the bytes of a part belong to; a part of anything else is not continued. */
export interface PartOrigin {
  readonly repo: string;
  readonly file: string;
  readonly revision: string;
  readonly etag: string;
  readonly sizeBytes: number;
}

const readChunkBytes = 1_048_576;

/**
 * A download that may be continued: `<target>.part` with the bytes so far and `<target>.part.json` with what they
 * belong to. The hash of the bytes so far is computed again when a part is taken up. One process at a time, the one
 * that holds the fetch lock.
 */
export class PartFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #hash: Hash;
  #doneBytes: number;

  private constructor(file: string, handle: FileHandle, hash: Hash, doneBytes: number) {
    this.path = file;
    this.#handle = handle;
    this.#hash = hash;
    this.#doneBytes = doneBytes;
  }

  /** Takes up the part of this origin, or starts an empty one. @throws file_write_failed */
  static async open(target: string, origin: PartOrigin): Promise<PartFile> {
    const file = partPath(target);
    const continued = await isPartOf(target, origin);
    if (!continued) {
      // In this order no record ever stands beside bytes of another origin.
      await removePart(target);
      await writeFileAtomic(recordPath(target), recordText(origin));
    }
    const handle = await openForWriting(file, continued ? "r+" : "w");
    const part = new PartFile(file, handle, createHash("sha256"), 0);
    if (continued) await part.#readExisting(origin.sizeBytes);
    return part;
  }

  get doneBytes(): number {
    return this.#doneBytes;
  }

  async append(chunk: Uint8Array): Promise<void> {
    await writeAll(this.#handle, chunk, this.#doneBytes, this.path);
    this.#hash.update(chunk);
    this.#doneBytes += chunk.length;
  }

  /** Drops what was there: the source begins again. */
  async restart(): Promise<void> {
    await writing(this.path, () => this.#handle.truncate(0));
    this.#hash = createHash("sha256");
    this.#doneBytes = 0;
  }

  /** Makes the bytes durable; returns their hash and the file that they are in. */
  async finish(): Promise<{ sha256: Sha256; identity: FileIdentity }> {
    await writing(this.path, () => this.#handle.sync());
    const identity = await identityOf(this.#handle, this.#doneBytes);
    return { sha256: `sha256:${this.#hash.digest("hex")}`, identity };
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #readExisting(sizeBytes: number): Promise<void> {
    const buffer = Buffer.allocUnsafe(readChunkBytes);
    while (true) {
      const { bytesRead } = await this.#handle.read(buffer, 0, readChunkBytes, this.#doneBytes);
      if (bytesRead === 0) break;
      this.#hash.update(buffer.subarray(0, bytesRead));
      this.#doneBytes += bytesRead;
    }
    if (this.#doneBytes > sizeBytes) await this.restart();
  }
}

export function partPath(target: string): string {
  return `${target}.part`;
}

function recordPath(target: string): string {
  return `${target}.part.json`;
}

/** Removes a part and its record. */
export async function removePart(target: string): Promise<void> {
  for (const file of [partPath(target), recordPath(target)]) await unlink(file).catch(() => {});
}

/** Puts a finished file in its place and removes the record of its download. @throws file_write_failed */
export async function moveIntoPlace(file: string, target: string): Promise<void> {
  await writing(target, async () => {
    await rename(file, target);
    await syncFolder(path.dirname(target));
  });
  await unlink(recordPath(target)).catch(() => {});
}

async function isPartOf(target: string, origin: PartOrigin): Promise<boolean> {
  try {
    const record: unknown = JSON.parse(await readFile(recordPath(target), "utf8"));
    await (await open(partPath(target), "r")).close();
    return isModelPart(record) && recordText(originOf(record)) === recordText(origin);
  } catch {
    return false;
  }
}

function recordText(origin: PartOrigin): string {
  const { etag, file, repo, revision, sizeBytes } = origin;
  const record: ModelPartDocument = {
    ...{ etag, file, repo, revision },
    schema_version: "edge.models.part.v1",
    size_bytes: sizeBytes,
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

function originOf(record: ModelPartDocument): PartOrigin {
  const { etag, file, repo, revision } = record;
  return { etag, file, repo, revision, sizeBytes: record.size_bytes };
}
