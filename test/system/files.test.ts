import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createFileAtomic,
  ensurePrivateFolder,
  FileRefusal,
  folderIdentity,
  ownershipFault,
  readRegularFile,
  withPrivateTempFolder,
  writeFileAtomic,
} from "../../system/files.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "files-test-"));
  file = path.join(folder, "document.json");
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe("writing a file", () => {
  it("leaves the content and nothing beside it", async () => {
    await writeFileAtomic(file, "content");
    expect(readFileSync(file, "utf8")).toBe("content");
    expect(readdirSync(folder)).toEqual(["document.json"]);
  });

  it("joins parts in order", async () => {
    await writeFileAtomic(file, [Buffer.from("one "), Buffer.from(""), Buffer.from("two")]);
    expect(readFileSync(file, "utf8")).toBe("one two");
  });

  it("makes it readable by its owner only, whatever the umask", async () => {
    const umask = process.umask(0);
    try {
      await writeFileAtomic(file, "secret");
    } finally {
      process.umask(umask);
    }
    expect(modeOf(file)).toBe(0o600);
  });

  it("takes another mode when asked", async () => {
    await writeFileAtomic(file, "sealed", { mode: 0o400 });
    expect(modeOf(file)).toBe(0o400);
  });

  it("replaces what was there in one step", async () => {
    writeFileSync(file, "old");
    const before = await open(file);
    try {
      await writeFileAtomic(file, "new");
      expect(readFileSync(file, "utf8")).toBe("new");
      expect((await before.readFile()).toString()).toBe("old");
    } finally {
      await before.close();
    }
  });

  it("leaves the old file and no other when the content cannot be written", async () => {
    writeFileSync(file, "old");
    await breakHandles("sync", "ENOSPC");
    await expect(writeFileAtomic(file, "new")).rejects.toMatchObject({
      code: "file_write_failed",
      details: { path: file, errno: "ENOSPC" },
    });
    expect(readFileSync(file, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["document.json"]);
  });

  it("leaves no temp file when the target cannot be replaced", async () => {
    mkdirSync(file);
    await expect(writeFileAtomic(file, "new")).rejects.toMatchObject({ code: "file_write_failed" });
    expect(readdirSync(folder)).toEqual(["document.json"]);
  });

  it("names the failure when the folder is missing", async () => {
    await expect(writeFileAtomic(path.join(folder, "no", "x"), "new")).rejects.toMatchObject({
      code: "file_write_failed",
      details: { errno: "ENOENT" },
    });
  });

  it("never shows a part of the content to a process that is killed while writing", () => {
    writeFileSync(file, "old");
    const script = path.join(folder, "killed.mts");
    const module = new URL("../../system/files.ts", import.meta.url).href;
    writeFileSync(
      script,
      `import { writeFileAtomic } from ${JSON.stringify(module)};
       const part = Buffer.alloc(1 << 20);
       const parts = { length: 3, *[Symbol.iterator]() { yield part; yield part; process.kill(process.pid, "SIGKILL"); yield part; } };
       await writeFileAtomic(${JSON.stringify(file)}, parts);`,
    );
    const run = spawnSync(process.execPath, ["--import", "tsx", script], {
      cwd: projectRoot,
      encoding: "utf8",
    });
    expect(run).toMatchObject({ signal: "SIGKILL", stderr: "" });
    expect(readFileSync(file, "utf8")).toBe("old");
    // The temp file of a killed process stays, hidden and unique: nothing ever reads it.
    const temps = readdirSync(folder).filter((name) => name.endsWith(".tmp"));
    expect(temps).toEqual([expect.stringMatching(/^\.document\.json\.[0-9a-f]{12}\.tmp$/)]);
  });

  it("gives each of many writers at once a temp file of its own", async () => {
    const contents = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000));
    await Promise.all(contents.map((content) => writeFileAtomic(file, content)));
    expect(contents).toContain(readFileSync(file, "utf8"));
    expect(readdirSync(folder)).toEqual(["document.json"]);
  });
});

describe("creating a file", () => {
  it("says that it was made", async () => {
    expect(await createFileAtomic(file, "first")).toBe(true);
    expect(readFileSync(file, "utf8")).toBe("first");
    expect(modeOf(file)).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["document.json"]);
  });

  it("never replaces one that exists", async () => {
    await createFileAtomic(file, "first");
    expect(await createFileAtomic(file, "second")).toBe(false);
    expect(readFileSync(file, "utf8")).toBe("first");
    expect(readdirSync(folder)).toEqual(["document.json"]);
  });

  it("lets exactly one of many win", async () => {
    const wins = await Promise.all(["a", "b", "c", "d"].map((content) => createFileAtomic(file, content)));
    expect(wins.filter(Boolean)).toHaveLength(1);
    expect(readFileSync(file, "utf8")).toBe(["a", "b", "c", "d"][wins.indexOf(true)]);
  });
});

describe("the identity of a folder", () => {
  it("is its own, wherever it is moved to, and not that of a copy", async () => {
    mkdirSync(path.join(folder, "a"));
    const identity = await folderIdentity(path.join(folder, "a"));
    cpSync(path.join(folder, "a"), path.join(folder, "copy"), { recursive: true });
    renameSync(path.join(folder, "a"), path.join(folder, "b"));
    expect(await folderIdentity(path.join(folder, "b"))).toBe(identity);
    expect(await folderIdentity(path.join(folder, "copy"))).not.toBe(identity);
    expect(identity).toMatch(/^\d+:\d+$/);
  });
});

describe("a private folder", () => {
  it("is made with its parents, closed to others", async () => {
    const deep = path.join(folder, "a", "b");
    expect(await ensurePrivateFolder(deep)).toBe(deep);
    expect(modeOf(deep)).toBe(0o700);
    expect(modeOf(path.dirname(deep))).toBe(0o700);
  });

  it("may exist already", async () => {
    await ensurePrivateFolder(path.join(folder, "a"));
    await expect(ensurePrivateFolder(path.join(folder, "a"))).resolves.toBe(path.join(folder, "a"));
  });

  it("is refused below a file", async () => {
    writeFileSync(file, "");
    await expect(ensurePrivateFolder(path.join(file, "a"))).rejects.toMatchObject({
      code: "file_write_failed",
      details: { errno: "ENOTDIR" },
    });
  });
});

describe("reading a file", () => {
  const read = (name: string, maxBytes = 100) => readRegularFile(name, { maxBytes });

  it("gives its bytes and what was opened", async () => {
    writeFileSync(file, "content");
    const opened = await read(file);
    expect(opened.bytes.toString()).toBe("content");
    expect(opened.stats.ino).toBe(statSync(file).ino);
  });

  it("takes an empty file and one of exactly the limit", async () => {
    writeFileSync(file, "");
    expect((await read(file)).bytes).toHaveLength(0);
    writeFileSync(file, "x".repeat(100));
    expect((await read(file)).bytes).toHaveLength(100);
  });

  it("follows a symbolic link to a file", async () => {
    writeFileSync(file, "content");
    const link = path.join(folder, "link");
    symlinkSync(file, link);
    expect((await read(link)).bytes.toString()).toBe("content");
  });

  it("refuses what is not there", async () => {
    await expectRefusal(read(file), "not_found");
    symlinkSync(path.join(folder, "nothing"), path.join(folder, "dangling"));
    await expectRefusal(read(path.join(folder, "dangling")), "not_found");
    writeFileSync(file, "");
    await expectRefusal(read(path.join(file, "below")), "not_found");
  });

  it("refuses a folder", async () => {
    await expectRefusal(read(folder), "not_regular");
  });

  it("refuses a pipe at once instead of waiting for a writer", async () => {
    const pipe = path.join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    await expectRefusal(read(pipe), "not_regular");
  });

  it("refuses a device", async () => {
    await expectRefusal(read("/dev/null"), "not_regular");
  });

  it("refuses a file over the limit before reading it", async () => {
    writeFileSync(file, "x".repeat(101));
    await expectRefusal(read(file), "too_large");
  });

  it("refuses a file that may not be read", async (context) => {
    writeFileSync(file, "secret");
    chmodSync(file, 0o000);
    context.skip(process.getuid?.() === 0, "root reads files of any mode");
    await expectRefusal(read(file), "unreadable");
  });

  it("calls a chain of links without end unreadable", async () => {
    symlinkSync(file, path.join(folder, "a"));
    symlinkSync(path.join(folder, "a"), file);
    await expectRefusal(read(file), "unreadable");
  });

  it("refuses a file that shrinks while it is read", async () => {
    writeFileSync(file, "x".repeat(100));
    const inspect = () => writeFileSync(file, "x");
    await expectRefusal(readRegularFile(file, { maxBytes: 100, inspect }), "changed");
  });

  it("lets the caller refuse by what was opened, and closes it", async () => {
    writeFileSync(file, "content");
    const openBefore = openDescriptors();
    const inspect = () => {
      throw new FileRefusal("unreadable", "not yours");
    };
    await expectRefusal(readRegularFile(file, { maxBytes: 100, inspect }), "unreadable");
    expect(openDescriptors()).toBe(openBefore);
  });
});

describe("a private temp folder", () => {
  it("is closed to others, and gone when the work is done", async () => {
    const used = await withPrivateTempFolder(async (temp) => {
      writeFileSync(path.join(temp, "state"), "x");
      expect(modeOf(temp)).toBe(0o700);
      return temp;
    });
    expect(existsSync(used)).toBe(false);
  });

  it("is gone when the work fails, and the failure is passed on", async () => {
    let used = "";
    const work = withPrivateTempFolder(async (temp) => {
      used = temp;
      throw new Error("boom");
    });
    await expect(work).rejects.toThrow("boom");
    expect(existsSync(used)).toBe(false);
  });
});

describe("the owner's own file", () => {
  const stats = (changes: Partial<Stats> = {}) =>
    Object.assign(statSync(folder), { mode: 0o100644 }, changes);

  it("is one that nobody else can write", () => {
    expect(ownershipFault(stats())).toBe(null);
    expect(ownershipFault(stats({ mode: 0o100400 }))).toBe(null);
  });

  it.each([0o100664, 0o100646, 0o100666])("is not one of mode %o", (mode) => {
    expect(ownershipFault(stats({ mode }))).toBe("writable_by_others");
  });

  it("is not one of another user, whatever its mode", () => {
    expect(ownershipFault(stats({ uid: (process.getuid?.() ?? 0) + 1, mode: 0o100400 }))).toBe(
      "foreign_owner",
    );
  });
});

const projectRoot = path.resolve(import.meta.dirname, "../..");

function modeOf(name: string): number {
  return statSync(name).mode & 0o777;
}

function openDescriptors(): number {
  return existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0;
}

async function expectRefusal(reading: Promise<unknown>, reason: FileRefusal["reason"]): Promise<void> {
  const error = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FileRefusal);
  expect(error).toHaveProperty("reason", reason);
}

/** Makes one method of every open file fail, as a full disk does. */
async function breakHandles(method: "sync" | "writeFile", errno: string): Promise<void> {
  const probe = await open(path.join(folder), "r");
  const prototype = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  vi.spyOn(prototype, method).mockRejectedValue(Object.assign(new Error(errno), { code: errno }));
}
