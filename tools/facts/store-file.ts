import { type FileHandle, open, stat } from "node:fs/promises";
import path from "node:path";
import { ImprintError, isImprintError } from "../../errors/error.ts";
import {
  ensurePrivateFolder,
  ownershipFault,
  privateFileMode,
  syncFolder,
  writing,
} from "../../system/files.ts";
import { assertSqlite, invalidStore, openSqlite, type Sqlite } from "./sqlite.ts";
import { storePath } from "./store-name.ts";

/** "EDGF": tells a store from other databases. */
const applicationId = 0x45_44_47_46;
/** Of the tables below; a store of a higher one was written by a later release. */
const storeVersion = 1;

// The index keeps its own text: one that keeps none forgets on deletion how long texts were, and so would rank by history.
const tables = `
  CREATE TABLE facts (
    id INTEGER PRIMARY KEY,
    fact_id TEXT NOT NULL UNIQUE,
    topic TEXT NOT NULL,
    topic_key TEXT NOT NULL,
    text TEXT NOT NULL,
    tags TEXT NOT NULL,
    source_label TEXT NOT NULL
  ) STRICT;
  CREATE INDEX topics ON facts (topic_key);
  CREATE VIRTUAL TABLE words USING fts5(
    topic, tags, text, tokenize="porter unicode61 remove_diacritics 2"
  );
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${storeVersion};
`;

/**
 * Runs `action` on the database of a store that is there, and closes it.
 * @throws facts_store_not_found, invalid_facts_store, unsupported_facts_store_version, facts_store_busy,
 * facts_engine_unavailable, invalid_facts_store_name
 */
export async function readingStore<T>(
  folder: string,
  name: string,
  action: (sqlite: Sqlite) => T,
): Promise<T> {
  const file = storePath(folder, name);
  await assertTrustworthy(file, name);
  const reading = using(file, (sqlite) =>
    // One transaction, so that all is read of one state.
    sqlite.transaction("DEFERRED", () => {
      if (versionOf(sqlite) === "new") throw notFound(name);
      return action(sqlite);
    }),
  );
  return reading.catch((error: unknown) => {
    // SQLite does not say whether it was reading when a disk failed.
    if (!isImprintError(error, "file_write_failed")) throw error;
    throw invalidStore(file, String(error.details.reason), error);
  });
}

/**
 * Runs `action` on the database of a store in one transaction; makes the store when there is none.
 * @throws what `readingStore` throws, file_write_failed
 */
export async function writingStore<T>(
  folder: string,
  name: string,
  action: (sqlite: Sqlite) => T,
): Promise<T> {
  const file = storePath(folder, name);
  await assertSqlite();
  await ensureFile(file);
  await assertTrustworthy(file, name);
  return using(file, (sqlite) =>
    sqlite.transaction("IMMEDIATE", () => {
      if (versionOf(sqlite) === "new") sqlite.exec(tables);
      return action(sqlite);
    }),
  );
}

async function using<T>(file: string, action: (sqlite: Sqlite) => T): Promise<T> {
  const sqlite = await openSqlite(file);
  try {
    return action(sqlite);
  } finally {
    sqlite.close();
  }
}

/** `new` is a file that nothing was committed to yet. */
function versionOf(sqlite: Sqlite): "new" | "known" {
  const number = (pragma: string) => sqlite.rows(`SELECT ${pragma} AS value FROM pragma_${pragma}`)[0]?.value;
  const [id, version] = [number("application_id"), number("user_version")];
  if (id === 0 && version === 0 && sqlite.rows("SELECT 1 FROM sqlite_schema LIMIT 1").length === 0)
    return "new";
  if (id !== applicationId || typeof version !== "number" || version < 1)
    throw invalidStore(sqlite.file, "not_a_facts_store");
  if (version > storeVersion) {
    throw new ImprintError("unsupported_facts_store_version", `${sqlite.file} has version ${version}`, {
      details: { version, supported: storeVersion },
    });
  }
  return "known";
}

/** The file is there before SQLite opens it, and so has our mode; journals take it over. */
async function ensureFile(file: string): Promise<void> {
  await ensurePrivateFolder(path.dirname(file));
  const handle = await writing(file, async (): Promise<FileHandle | null> => {
    try {
      return await open(file, "wx", privateFileMode);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return null;
      throw error;
    }
  });
  if (handle === null) return;
  await handle.close();
  await writing(file, () => syncFolder(path.dirname(file)));
}

async function assertTrustworthy(file: string, name: string): Promise<void> {
  const stats = await stat(file).catch(() => null);
  if (stats === null) throw notFound(name);
  const fault = stats.isFile() ? ownershipFault(stats) : "not_a_file";
  if (fault !== null) throw invalidStore(file, fault);
  const folder = path.dirname(file);
  const folderFault = ownershipFault(await stat(folder));
  if (folderFault !== null) throw invalidStore(folder, folderFault);
}

function notFound(name: string): ImprintError {
  return new ImprintError("facts_store_not_found", `there is no facts store ${name}`, {
    details: { store: name },
  });
}
