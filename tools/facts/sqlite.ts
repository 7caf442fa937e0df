import { ImprintError, messageOf } from "../../errors/error.ts";
import { limits } from "../../imprint/limits.ts";

/** What a store needs of SQLite. */
export interface Sqlite {
  /** Where it lies. */
  readonly file: string;
  exec(sql: string): void;
  /** Changes something. */
  run(sql: string, ...values: SqliteValue[]): void;
  rows(sql: string, ...values: SqliteValue[]): Record<string, SqliteValue>[];
  /** All of what `action` does, or nothing. IMMEDIATE waits for other writers before it begins. */
  transaction<T>(kind: "DEFERRED" | "IMMEDIATE", action: () => T): T;
  close(): void;
}

export type SqliteValue = string | number | null;

interface Statement {
  run(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
}

/** The part of the package's class that is used; its own types are left out of our declarations. */
interface Database {
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

type DatabaseClass = new (file: string, options: { timeout: number }) => Database;

/**
 * Opens a database file that exists. Loads SQLite with the first one.
 * @throws facts_engine_unavailable, and with every use: invalid_facts_store, facts_store_busy, file_write_failed
 */
export async function openSqlite(file: string, load: LoadSqlite = importSqlite): Promise<Sqlite> {
  const DatabaseClass = await loaded(load);
  const named = <T>(action: () => T, otherwise?: string): T => {
    try {
      return action();
    } catch (error) {
      throw namedFailure(file, error, otherwise);
    }
  };
  const database = named(() => new DatabaseClass(file, { timeout: limits.factsStoreWaitMs }), "cannot_open");
  const statements = new Map<string, Statement>();
  const prepared = (sql: string): Statement => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const sqlite: Sqlite = {
    file,
    exec: (sql) => void named(() => database.exec(sql)),
    run: (sql, ...values) => void named(() => prepared(sql).run(...values)),
    rows: (sql, ...values) => named(() => prepared(sql).all(...values) as Record<string, SqliteValue>[]),
    transaction: (kind, action) => {
      sqlite.exec(`BEGIN ${kind}`);
      try {
        const result = action();
        sqlite.exec("COMMIT");
        return result;
      } catch (error) {
        if (database.inTransaction) database.exec("ROLLBACK");
        throw error;
      }
    },
    close: () => void database.close(),
  };
  return sqlite;
}

type LoadSqlite = () => Promise<{ readonly default: DatabaseClass }>;

/** The package loads a native library at once, and fails where there is none for the platform. */
const importSqlite: LoadSqlite = async () => {
  const { default: imported } = await import("libsql");
  return { default: imported as unknown as DatabaseClass }; // its own types forbid null as a value
};

/** Before anything is made: there is a SQLite here. @throws facts_engine_unavailable */
export async function assertSqlite(): Promise<void> {
  await loaded(importSqlite);
}

async function loaded(load: LoadSqlite): Promise<DatabaseClass> {
  try {
    return (await load()).default;
  } catch (cause) {
    throw new ImprintError("facts_engine_unavailable", "SQLite could not be loaded", { cause });
  }
}

/** Gives SQLite's failures our codes; its own messages name tables, columns and paths, never values. */
function namedFailure(file: string, error: unknown, otherwise?: string): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  const reason = typeof code === "string" && code.startsWith("SQLITE_") ? code : otherwise;
  if (reason === undefined) return error;
  const options = { details: { path: file, reason }, cause: error };
  if (reason.startsWith("SQLITE_BUSY"))
    return new ImprintError("facts_store_busy", "another process is writing to the facts store", options);
  if (/^SQLITE_(FULL|READONLY|IOERR)/.test(reason))
    return new ImprintError("file_write_failed", `cannot write ${file}: ${messageOf(error)}`, options);
  return invalidStore(file, reason, error);
}

/** What a file is that no facts can be taken from; `reason` is a word of ours or of SQLite's. */
export function invalidStore(file: string, reason: string, cause?: unknown): ImprintError {
  const message = `${file} is no usable facts store: ${reason}`;
  return new ImprintError("invalid_facts_store", message, { details: { path: file, reason }, cause });
}
