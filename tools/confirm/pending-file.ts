import type { Stats } from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { ImprintError, isImprintError } from "../../errors/error.ts";
import { type Sha256, sha256 } from "../../imprint/hash.ts";
import { parseJsonStrict } from "../../imprint/json-text.ts";
import { limits } from "../../imprint/limits.ts";
import { isPendingAction } from "../../schemas/index.ts";
import type { PendingActionDocument } from "../../schemas/pending-documents.ts";
import {
  FileRefusal,
  fileIdentity,
  folderIdentity,
  isOwn,
  privateFileMode,
  readRegularFile,
} from "../../system/files.ts";
import type { ActionFolder } from "./action-folder.ts";

/** A pending file as it was read once. That its content is what was written has not been shown. */
export interface PendingFile extends ActionFolder {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** Another one for a copy of the folder. */
  readonly folderIdentity: string;
  readonly sha256: Sha256;
  /** Differs when another file lies at the path later. */
  readonly identity: string;
  readonly document: PendingActionDocument;
}

/**
 * Reads a pending file, once, through one descriptor. Only a regular file of one name that its owner alone may
 * read and write, in a folder that its owner alone may enter, can be one.
 *
 * @throws pending_action_not_found, invalid_pending_action
 */
export async function readPendingFile(file: string): Promise<PendingFile> {
  const folder = await privateFolder(path.dirname(path.resolve(file)));
  const real = path.join(folder, path.basename(file));
  const identities = {
    identity: await fileIdentity(real),
    folderIdentity: await folderIdentity(folder).catch(refuseFolder),
  };
  const { bytes } = await readRegularFile(real, {
    maxBytes: limits.jsonDocumentBytes,
    noFollow: true,
    inspect: assertPrivate,
  }).catch(refuse);
  return { path: real, folder, ...identities, sha256: sha256(bytes), document: parsed(bytes) };
}

async function privateFolder(folder: string): Promise<string> {
  const real = await realpath(folder).catch(refuseFolder);
  const stats = await lstat(real).catch(refuseFolder);
  if (!stats.isDirectory() || !isOwn(stats) || (stats.mode & 0o077) !== 0) {
    throw invalid("folder_not_private", "others may enter the folder of the pending file");
  }
  return real;
}

function assertPrivate(stats: Stats): void {
  if (!isOwn(stats)) throw invalid("foreign_owner", "the pending file belongs to another user");
  if ((stats.mode & 0o777) !== privateFileMode) throw invalid("mode", "the pending file's mode is not 0600");
  if (stats.nlink !== 1) throw invalid("hard_link", "the pending file has a second name");
}

function parsed(bytes: Uint8Array): PendingActionDocument {
  let document: unknown;
  try {
    document = parseJsonStrict(bytes);
  } catch (error) {
    if (!isImprintError(error)) throw error;
    throw invalid("not_json", "the pending file is not strict JSON", error);
  }
  if (!isPendingAction(document)) throw invalid("schema", "the pending file is not a pending action");
  return document;
}

function refuseFolder(error: NodeJS.ErrnoException): never {
  if (!["ENOENT", "ENOTDIR"].includes(error.code ?? "")) {
    throw invalid("unreadable", "the folder of the pending file cannot be read", error);
  }
  throw new ImprintError("pending_action_not_found", "there is no such folder", { cause: error });
}

function refuse(error: unknown): never {
  if (!(error instanceof FileRefusal)) throw error;
  if (error.reason !== "not_found") throw invalid(error.reason, "the pending file cannot be read", error);
  throw new ImprintError("pending_action_not_found", "there is no such file", { cause: error });
}

function invalid(reason: string, message: string, cause?: unknown): ImprintError {
  return new ImprintError("invalid_pending_action", message, { details: { reason }, cause });
}
