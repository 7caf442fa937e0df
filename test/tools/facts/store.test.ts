import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ImprintError } from "../../../errors/error.ts";
import { factSha256, factsSha256 } from "../../../tools/facts/fact.ts";
import { openSqlite } from "../../../tools/facts/sqlite.ts";
import { FactsStore } from "../../../tools/facts/store.ts";
import { refusal } from "../tool-files.ts";
import { fact, factsFolder, hours, parking, storeOf } from "./facts.ts";

const entries = (folder: string) => FactsStore.reading(folder, "office", (store) => store.facts());
const put = (folder: string, ...facts: Parameters<FactsStore["put"]>[0]) =>
  FactsStore.writing(folder, "office", (store) => store.put(facts));

describe("a facts store", () => {
  it("A70 keeps what was put, replaces a fact of the same id, and counts both", async () => {
    const folder = factsFolder();
    expect(await put(folder, hours, parking)).toEqual({ added: 2, updated: 0, unchanged: 0 });
    const moved = { ...hours, text: "The office is open on weekdays from 10 to 18." };
    expect(await put(folder, moved, parking)).toEqual({ added: 0, updated: 1, unchanged: 1 });
    expect(await FactsStore.reading(folder, "office", (store) => store.facts())).toEqual([moved, parking]);
    expect(await FactsStore.reading(folder, "office", (store) => store.fact("office-hours"))).toEqual(moved);
  });

  it("is one file that only its owner can read, in a folder that only its owner can enter", async () => {
    const folder = await storeOf([hours]);
    expect(readdirSync(folder)).toEqual(["office.sqlite"]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, "office.sqlite")).mode & 0o777).toBe(0o600);
  });

  it("has a hash of its facts, whatever their order or its history", async () => {
    const folder = await storeOf([parking, fact("office-hours", "closed")]);
    await put(folder, hours);
    expect(factsSha256(await entries(folder))).toBe(
      factsSha256(await entries(await storeOf([hours, parking]))),
    );
    expect(factSha256(hours)).not.toBe(factSha256({ ...hours, source_label: "elsewhere" }));
  });

  it("A70 has the hash of what it holds, and an import sees it, when its file was changed by another hand", async () => {
    const folder = await storeOf([hours, parking]);
    const before = factsSha256(await entries(folder));
    await changed(folder, "UPDATE facts SET text = 'Open at night.' WHERE fact_id = 'office-hours'");
    expect(factsSha256(await entries(folder))).not.toBe(before);
    expect(await put(folder, hours, parking)).toEqual({ added: 0, updated: 1, unchanged: 1 });
    expect(factsSha256(await entries(folder))).toBe(before);
  });

  it("does not know a fact that it does not hold", async () => {
    const folder = await storeOf([hours]);
    expect(await refusal(FactsStore.reading(folder, "office", (store) => store.fact("x")))).toBe(
      "fact_not_found",
    );
  });

  it("ends at its limit, and then changes nothing", async () => {
    const folder = await storeOf([hours]);
    const add = (most: number) => FactsStore.writing(folder, "office", (store) => store.put([parking], most));
    expect(await refusal(add(1))).toBe("facts_store_full");
    expect(await entries(folder)).toHaveLength(1);
    expect(await add(2)).toMatchObject({ added: 1 });
  });
});

describe("a facts store is refused", () => {
  it.each(["", ".", "..", "../x", "a/b", "-x", "a".repeat(65), "a b", "é"])(
    "by the name %j",
    async (name) => {
      const code = "invalid_facts_store_name";
      expect(await refusal(FactsStore.reading("/tmp", name, () => 0))).toBe(code);
      expect(await refusal(FactsStore.writing("/tmp", name, () => 0))).toBe(code);
    },
  );

  it("when it is not there, and reading does not make it", async () => {
    const folder = factsFolder();
    expect(await refusal(entries(folder))).toBe("facts_store_not_found");
    expect(() => readdirSync(folder)).toThrow("ENOENT");
  });

  it("when nothing was ever committed to its file", async () => {
    const folder = await storeOf([hours]);
    writeFileSync(path.join(folder, "office.sqlite"), "");
    expect(await refusal(entries(folder))).toBe("facts_store_not_found");
    expect(await put(folder, hours)).toMatchObject({ added: 1 });
  });

  it.each<[string, (file: string) => void]>([
    ["is no database", (file) => writeFileSync(file, "no database at all. ".repeat(100))],
    ["is a folder", (file) => mkdirSync(replaced(file))],
    ["may be written by others", (file) => chmodSync(file, 0o622)],
  ])("when its file %s", async (_, spoil) => {
    const folder = await storeOf([hours]);
    spoil(path.join(folder, "office.sqlite"));
    expect(await refusal(entries(folder))).toBe("invalid_facts_store");
    expect(await refusal(put(folder, parking))).toBe("invalid_facts_store");
  });

  it("when others may write to its folder", async () => {
    const folder = await storeOf([hours]);
    chmodSync(folder, 0o777);
    expect(await refusal(entries(folder))).toBe("invalid_facts_store");
    expect(await refusal(put(folder, parking))).toBe("invalid_facts_store");
  });

  it.each(["secret words", '"secret"', '["secret", 5]', "{}"])(
    "when a fact's tags are %j, without quoting them",
    async (tags) => {
      const folder = await storeOf([hours]);
      await changed(folder, `UPDATE facts SET tags = '${tags}'`);
      for (const use of [
        (store: FactsStore) => store.facts(),
        (store: FactsStore) => [store.fact("office-hours")],
        (store: FactsStore) => store.search({ query: "office", topic: null, rows: 1 }),
      ]) {
        const error: unknown = await FactsStore.reading(folder, "office", use).catch((thrown) => thrown);
        expect(error).toMatchObject({ code: "invalid_facts_store" });
        expect(inspect(error)).not.toContain("secret");
      }
    },
  );

  it("when the disk fails while it is read", async () => {
    const folder = await storeOf([hours]);
    const failing = (code: string) => () => {
      throw new ImprintError("file_write_failed", "disk I/O error", { details: { reason: code } });
    };
    const read = FactsStore.reading(folder, "office", failing("SQLITE_IOERR_READ"));
    await expect(read).rejects.toMatchObject({
      code: "invalid_facts_store",
      details: { reason: "SQLITE_IOERR_READ" },
    });
    const written = FactsStore.writing(folder, "office", failing("SQLITE_FULL"));
    expect(await refusal(written)).toBe("file_write_failed");
  });

  it.each([
    ["another program's database", "CREATE TABLE t (a)", "invalid_facts_store"],
    ["another program's mark", "PRAGMA application_id = 7", "invalid_facts_store"],
    ["a later version", "PRAGMA user_version = 2", "unsupported_facts_store_version"],
  ])("when its file is %s", async (what, sql, code) => {
    const folder = await storeOf([hours]);
    if (what.endsWith("database")) writeFileSync(path.join(folder, "office.sqlite"), "");
    await changed(folder, sql);
    expect(await refusal(entries(folder))).toBe(code);
    expect(await refusal(put(folder, parking))).toBe(code);
  });

  it("where SQLite has no build", async () => {
    const missing = () => Promise.reject(new Error("Cannot find module '@libsql/none-x64'"));
    expect(await refusal(openSqlite("/nowhere", missing))).toBe("facts_engine_unavailable");
  });

  it("when its pages are damaged", async () => {
    const folder = await storeOf(
      Array.from({ length: 200 }, (_, index) => fact(`f${index}`, "word ".repeat(50))),
    );
    const file = path.join(folder, "office.sqlite");
    const size = statSync(file).size;
    const handle = openSync(file, "r+");
    writeSync(handle, Buffer.alloc(size - 4_096, 0xff), 0, size - 4_096, 4_096);
    closeSync(handle);
    expect(await refusal(entries(folder))).toBe("invalid_facts_store");
  });
});

describe("an import", () => {
  it("that throws in the middle leaves the store as it was, and a new store empty", async () => {
    const folder = await storeOf([hours]);
    const broken = FactsStore.writing(folder, "office", (store) => {
      store.put([parking]);
      throw new Error("broken");
    });
    await expect(broken).rejects.toThrow("broken");
    expect(await entries(folder)).toHaveLength(1);
  });

  it("that another one is in waits for it, and says so when it takes too long", async () => {
    const folder = await storeOf([hours]);
    const holder = await openSqlite(path.join(folder, "office.sqlite"));
    holder.exec("BEGIN IMMEDIATE");
    expect(await refusal(put(folder, parking))).toBe("facts_store_busy");
    expect(await entries(folder)).toHaveLength(1);
    holder.exec("COMMIT");
    holder.close();
    expect(await put(folder, parking)).toMatchObject({ added: 1 });
  });

  it("whose process is killed leaves the store as it was, and locks nobody out", async () => {
    const folder = await storeOf([hours, parking]);
    const file = path.join(folder, "office.sqlite");
    const program = `
      import Database from "libsql";
      const database = new Database(${JSON.stringify(file)});
      database.exec("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE; DELETE FROM words WHERE rowid > 0");
      database.exec("UPDATE facts SET text = 'half ' || hex(zeroblob(100000))");
      console.log("written");
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    expect(readdirSync(folder)).toContain("office.sqlite-journal");
    child.kill("SIGKILL");
    await once(child, "close");
    expect(await FactsStore.reading(folder, "office", (store) => store.facts())).toEqual([hours, parking]);
    expect(await put(folder, fact("more", "more"))).toMatchObject({ added: 1 });
    expect(readdirSync(folder)).toEqual(["office.sqlite"]);
  });
});

async function changed(folder: string, sql: string): Promise<void> {
  const sqlite = await openSqlite(path.join(folder, "office.sqlite"));
  sqlite.exec(sql);
  sqlite.close();
}

function replaced(file: string): string {
  rmSync(file);
  return file;
}
