import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { type ErrorDetails, ImprintError } from "../errors/error.ts";
import { canonicalBytes } from "../imprint/canonical.ts";
import { isSha256, type Sha256, sha256 } from "../imprint/hash.ts";
import { parseJsonStrict } from "../imprint/json-text.ts";
import { limits } from "../imprint/limits.ts";
import { assertStoreRef } from "../schemas/index.ts";
import {
  createFileAtomic,
  ensurePrivateFolder,
  FileRefusal,
  readRegularFile,
  writeFileAtomic,
} from "../system/files.ts";

/** Names content by what it is, never by where it lies. */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: Sha256;
  readonly sizeBytes: number;
}

/** A name and the content that it points to. */
export interface StoreRef {
  readonly name: string;
  readonly descriptor: Descriptor;
}

/**
 * A content-addressed store below one private folder: `blobs/sha256/<64 hex>` holds each content once, never
 * to be changed, and `refs/<name>.json` names one. What is read is hashed again, every time.
 */
export interface Store {
  /** The file that holds this content, for handing to people; it may not exist. */
  pathOf(digest: Sha256): string;
  /** Stores the parts as one content, once; content that is there already is verified. @throws blob_corrupt, file_write_failed */
  put(parts: readonly Uint8Array[], mediaType: string): Promise<Descriptor>;
  /** @throws blob_not_found, blob_corrupt */
  get(digest: Sha256): Promise<Uint8Array>;
  /** Points a name at a content, replacing where it pointed. @throws invalid_usage, file_write_failed */
  putRef(name: string, descriptor: Descriptor): Promise<void>;
  /** @throws blob_not_found, blob_corrupt */
  ref(name: string): Promise<Descriptor>;
  /** Every name, sorted. @throws blob_corrupt */
  list(): Promise<StoreRef[]>;
}

/** Owner may read; nobody writes, for content never changes. */
const blobMode = 0o400;
/** Lower case, so that names stay apart on file systems that fold case; no separators, no leading dot. */
const refName = /^[a-z0-9][a-z0-9._-]{0,127}$/;
const refSuffix = ".json";

/** Opens the store below `root`; folders are made when something is first put. */
export function createStore(root: string): Store {
  const blobFolder = path.join(root, "blobs", "sha256");
  const refFolder = path.join(root, "refs");
  const pathOf = (digest: Sha256) => path.join(blobFolder, digest.slice("sha256:".length));

  async function get(digest: Sha256): Promise<Uint8Array> {
    if (!isSha256(digest)) throw notFound({ digest });
    const bytes = await readStored(pathOf(digest), limits.imprintFileBytes, { digest });
    const actual = sha256(bytes);
    if (actual !== digest) throw corrupt("stored content has another digest", { digest, actual });
    return bytes;
  }

  async function ref(name: string): Promise<Descriptor> {
    if (!refName.test(name)) throw notFound({ name });
    const file = path.join(refFolder, name + refSuffix);
    return parseRef(name, await readStored(file, limits.jsonDocumentBytes, { name }));
  }

  return {
    pathOf,
    get,
    ref,
    async put(parts, mediaType) {
      const digest = digestOf(parts);
      await ensurePrivateFolder(blobFolder);
      const created = await createFileAtomic(pathOf(digest), parts, { mode: blobMode });
      if (!created) await get(digest);
      return { mediaType, digest, sizeBytes: parts.reduce((size, part) => size + part.length, 0) };
    },
    async putRef(name, descriptor) {
      if (!refName.test(name)) {
        throw new ImprintError("invalid_usage", `a stored name is ${refName.source}`, {
          details: { reason: "invalid_ref_name" },
        });
      }
      await ensurePrivateFolder(refFolder);
      await writeFileAtomic(path.join(refFolder, name + refSuffix), encodeRef(name, descriptor));
    },
    async list() {
      const files = await namesIn(refFolder);
      const names = files.flatMap((file) =>
        file.endsWith(refSuffix) ? file.slice(0, -refSuffix.length) : [],
      );
      const known = names.filter((name) => refName.test(name)).sort();
      return Promise.all(known.map(async (name) => ({ name, descriptor: await ref(name) })));
    },
  };
}

function digestOf(parts: readonly Uint8Array[]): Sha256 {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return `sha256:${hash.digest("hex")}`;
}

/** `edge.store.ref.v1`. */
interface RefDocument {
  readonly descriptor: { readonly media_type: string; readonly digest: Sha256; readonly size_bytes: number };
}

function encodeRef(name: string, { mediaType, digest, sizeBytes }: Descriptor): Uint8Array {
  const descriptor = { media_type: mediaType, digest, size_bytes: sizeBytes };
  return canonicalBytes({ schema_version: "edge.store.ref.v1", name, descriptor });
}

/** Only what `encodeRef` writes for this very name. */
function parseRef(name: string, bytes: Uint8Array): Descriptor {
  try {
    const document = parseJsonStrict(bytes);
    assertStoreRef(document);
    const {
      media_type: mediaType,
      digest,
      size_bytes: sizeBytes,
    } = (document as unknown as RefDocument).descriptor;
    const descriptor = { mediaType, digest, sizeBytes };
    if (Buffer.compare(encodeRef(name, descriptor), bytes) === 0) return descriptor;
  } catch (cause) {
    throw corrupt("a stored name's file is damaged", { name }, cause);
  }
  throw corrupt("a stored name's file is not in canonical form or names another", { name });
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return []; // nothing was named yet
    throw corrupt("the folder of stored names cannot be read", { folder: path.basename(folder) }, error);
  }
}

async function readStored(file: string, maxBytes: number, details: ErrorDetails): Promise<Uint8Array> {
  try {
    return (await readRegularFile(file, { maxBytes })).bytes;
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    if (error.reason === "not_found") throw notFound(details);
    throw corrupt("stored content cannot be read", { ...details, reason: error.reason }, error);
  }
}

function notFound(details: ErrorDetails): ImprintError {
  return new ImprintError("blob_not_found", "the store holds nothing under this digest or name", { details });
}

function corrupt(message: string, details: ErrorDetails, cause?: unknown): ImprintError {
  return new ImprintError("blob_corrupt", message, { details, cause });
}
