import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../imprint/hash.ts";
import { modelSha256 } from "../../../runtime/models/model-hash.ts";
import { type Clock, systemClock } from "../../../system/clock.ts";
import { dataFolders } from "../../../system/data-folders.ts";
import { tempFolder } from "./temp-folder.ts";

/** A clock ahead of the files, so that they count as settled. */
const later: Clock = { ...systemClock, now: () => new Date(Date.now() + 60_000) };
const content = Buffer.alloc(3_000_000, "model");

function place() {
  const folder = tempFolder();
  const folders = dataFolders({ EDGE_DATA_DIR: path.join(folder, "data") });
  const file = path.join(folder, "model.gguf");
  writeFileSync(file, content);
  const memory = path.join(folders.cache, "model-hashes.json");
  return { folder, file, folders, memory, deps: { folders, clock: later } };
}

/** The hash, and whether the file was read for it. */
async function hashOf(file: string, deps: Parameters<typeof modelSha256>[1]) {
  let readBytes = 0;
  const hash = await modelSha256(file, deps, {
    onProgress: (hashed) => {
      readBytes = hashed;
    },
  });
  return { hash, readBytes };
}

const computed = { hash: sha256(content), readBytes: content.length };
const remembered = { hash: sha256(content), readBytes: 0 };

describe("a model's hash", () => {
  it("is computed once and then remembered, in a private file", async () => {
    const { file, deps, memory } = place();
    expect(await hashOf(file, deps)).toEqual(computed);
    expect(await hashOf(file, deps)).toEqual(remembered);
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    expect(JSON.parse(readFileSync(memory, "utf8")).files[file]).toEqual({
      device: String(dev),
      inode: String(ino),
      size_bytes: String(size),
      mtime_ns: String(mtimeNs),
      ctime_ns: String(ctimeNs),
      sha256: sha256(content),
    });
    expect(statSync(memory).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(memory)).mode & 0o777).toBe(0o700);
  });

  it("is remembered by absolute path", async () => {
    const { file, deps } = place();
    await hashOf(file, deps);
    expect(await hashOf(path.relative(process.cwd(), file), deps)).toEqual(remembered);
  });

  it("is computed again when the file's time moves, though nothing else did", async () => {
    const { file, deps } = place();
    await hashOf(file, deps);
    utimesSync(file, new Date(1_000_000), new Date(1_000_000));
    expect(await hashOf(file, deps)).toEqual(computed);
    expect(await hashOf(file, deps)).toEqual(remembered);
  });

  it("is computed again when another file stands there with the same size and time", async () => {
    const { file, deps, folder } = place();
    const time = new Date(2_000_000_000_000);
    utimesSync(file, time, time);
    await hashOf(file, deps);
    const other = Buffer.alloc(content.length, "other");
    const copy = path.join(folder, "other.gguf");
    copyFileSync(file, copy);
    writeFileSync(copy, other);
    utimesSync(copy, time, time);
    renameSync(copy, file);
    expect(await hashOf(file, deps)).toEqual({ hash: sha256(other), readBytes: other.length });
  });

  it("is computed again when bytes change in place and the old time is put back", async () => {
    const { file, deps } = place();
    const time = new Date(1_500_000_000_000);
    utimesSync(file, time, time);
    await hashOf(file, deps);
    const changed = Buffer.from(content);
    changed[100] = 0;
    writeFileSync(file, changed);
    utimesSync(file, time, time);
    expect(await hashOf(file, deps)).toEqual({ hash: sha256(changed), readBytes: changed.length });
  });

  it("is computed again when the size changes", async () => {
    const { file, deps } = place();
    await hashOf(file, deps);
    writeFileSync(file, content.subarray(1));
    expect((await hashOf(file, deps)).hash).toBe(sha256(content.subarray(1)));
  });

  it.each(["device", "inode", "size_bytes", "mtime_ns", "ctime_ns"])(
    "is computed again when the remembered %s is another",
    async (field) => {
      const { file, deps, memory } = place();
      await hashOf(file, deps);
      const document = JSON.parse(readFileSync(memory, "utf8"));
      document.files[file][field] = "1";
      writeFileSync(memory, JSON.stringify(document));
      expect(await hashOf(file, deps)).toEqual(computed);
    },
  );

  it("is not remembered for a file that was written a moment ago", async () => {
    const { file, folders } = place();
    const now = systemClock;
    await hashOf(file, { folders, clock: now });
    expect(await hashOf(file, { folders, clock: now })).toEqual(computed);
  });

  it.each([
    ["no JSON", "{"],
    ["JSON of another kind", '{"schema_version":"edge.models.hashes.v2","files":{}}'],
    ["nothing", ""],
  ])("is computed when the memory holds %s, and remembered again", async (_, damage) => {
    const { file, deps, memory } = place();
    mkdirSync(path.dirname(memory), { recursive: true });
    writeFileSync(memory, damage, { mode: 0o600 });
    expect(await hashOf(file, deps)).toEqual(computed);
    expect(await hashOf(file, deps)).toEqual(remembered);
  });

  it("is not taken from a memory that others can write", async () => {
    const { file, deps, memory } = place();
    await hashOf(file, deps);
    const lie = readFileSync(memory, "utf8").replace(/sha256:[0-9a-f]{64}/, `sha256:${"0".repeat(64)}`);
    writeFileSync(memory, lie);
    expect((await hashOf(file, deps)).hash).toBe(`sha256:${"0".repeat(64)}`); // what the lie would do
    chmodSync(memory, 0o620);
    expect(await hashOf(file, deps)).toEqual(computed);
  });

  it("is computed, and no failure, when the memory cannot be written", async () => {
    const { file, deps, folders } = place();
    mkdirSync(path.dirname(folders.cache), { recursive: true });
    writeFileSync(folders.cache, "a file where the folder should be");
    expect(await hashOf(file, deps)).toEqual(computed);
  });

  it("forgets the oldest beyond 256 files", async () => {
    const { file, deps, memory, folder } = place();
    await hashOf(file, deps);
    const document = JSON.parse(readFileSync(memory, "utf8"));
    const [entry] = Object.values(document.files);
    for (let i = 0; i < 255; i++) document.files[`/models/${i}`] = entry;
    writeFileSync(memory, JSON.stringify(document), { mode: 0o600 });
    const other = path.join(folder, "other.gguf");
    writeFileSync(other, "other");
    await hashOf(other, deps);
    const kept = Object.keys(JSON.parse(readFileSync(memory, "utf8")).files);
    expect([kept.length, kept.includes(file), kept.includes(other)]).toEqual([256, false, true]);
  });

  it("needs a readable regular file", async () => {
    const { folder, deps } = place();
    await expect(modelSha256(folder, deps)).rejects.toMatchObject({ code: "invalid_model_file" });
    await expect(modelSha256(path.join(folder, "absent"), deps)).rejects.toMatchObject({
      code: "invalid_model_file",
    });
  });

  it("stops when interrupted and remembers nothing", async () => {
    const { file, deps } = place();
    const interruption = new AbortController();
    const hashing = modelSha256(file, deps, {
      signal: interruption.signal,
      onProgress: () => interruption.abort(),
    });
    await expect(hashing).rejects.toThrow();
    expect(await hashOf(file, deps)).toEqual(computed);
  });
});
