import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStore, type Store } from "../../artifacts/store.ts";
import { isImprintError } from "../../errors/error.ts";
import { type Sha256, sha256 } from "../../imprint/hash.ts";
import { limits } from "../../imprint/limits.ts";

const mediaType = "application/vnd.test";
const bytes = (text: string) => new TextEncoder().encode(text);

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "store-"));
  store = createStore(path.join(folder, "data"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function codeOf(action: Promise<unknown>): Promise<string> {
  try {
    await action;
  } catch (error) {
    if (isImprintError(error)) return error.code;
    throw error;
  }
  return "ok";
}

async function overwrite(file: string, content: string): Promise<void> {
  await chmod(file, 0o600);
  await writeFile(file, content);
}

describe("content", () => {
  it("comes back whole under the hash of its parts", async () => {
    const descriptor = await store.put([bytes("one "), bytes(""), bytes("two")], mediaType);
    expect(descriptor).toEqual({ mediaType, digest: sha256("one two"), sizeBytes: 7 });
    expect(Buffer.from(await store.get(descriptor.digest)).toString()).toBe("one two");
    expect(await readFile(store.pathOf(descriptor.digest), "utf8")).toBe("one two");
  });

  it("lies read-only in private folders, without a temp file left", async () => {
    const { digest } = await store.put([bytes("x")], mediaType);
    const file = store.pathOf(digest);
    expect((await stat(file)).mode & 0o777).toBe(0o400);
    for (const at of ["data", "data/blobs", "data/blobs/sha256"]) {
      expect((await stat(path.join(folder, at))).mode & 0o777).toBe(0o700);
    }
    expect(await readdir(path.dirname(file))).toEqual([path.basename(file)]);
  });

  it("is stored once, by however many writers at once", async () => {
    const writers = Array.from({ length: 16 }, () => store.put([bytes("same")], mediaType));
    const descriptors = await Promise.all(writers);
    expect(new Set(descriptors.map(({ digest }) => digest))).toEqual(new Set([sha256("same")]));
    expect(await readdir(path.join(folder, "data/blobs/sha256"))).toHaveLength(1);
  });

  it("that is already there is not written again, but verified", async () => {
    const { digest } = await store.put([bytes("same")], mediaType);
    const before = await stat(store.pathOf(digest));
    await store.put([bytes("same")], mediaType);
    expect((await stat(store.pathOf(digest))).ino).toBe(before.ino);
    await overwrite(store.pathOf(digest), "sama");
    expect(await codeOf(store.put([bytes("same")], mediaType))).toBe("blob_corrupt");
  });

  it("is hashed on every read, so that one flipped bit is found", async () => {
    const { digest } = await store.put([bytes("content")], mediaType);
    await store.get(digest);
    await overwrite(store.pathOf(digest), "cnotent");
    expect(await codeOf(store.get(digest))).toBe("blob_corrupt");
    await overwrite(store.pathOf(digest), "content");
    expect(await codeOf(store.get(digest))).toBe("ok");
  });

  it("that is a folder or a loop of links is refused", async () => {
    const { digest } = await store.put([bytes("content")], mediaType);
    await rm(store.pathOf(digest));
    await symlink(store.pathOf(digest), store.pathOf(digest));
    expect(await codeOf(store.get(digest))).toBe("blob_corrupt");
    await rm(store.pathOf(digest));
    await symlink(folder, store.pathOf(digest));
    expect(await codeOf(store.get(digest))).toBe("blob_corrupt");
  });

  it("too large to read at once is refused, not read", async () => {
    const { digest } = await store.put([bytes("content")], mediaType);
    await chmod(store.pathOf(digest), 0o600);
    await truncate(store.pathOf(digest), limits.imprintFileBytes + 1); // sparse: takes no space
    expect(await codeOf(store.get(digest))).toBe("blob_corrupt");
  });

  it("that was never stored is not found, nor is anything under what is no digest", async () => {
    expect(await codeOf(store.get(sha256("never")))).toBe("blob_not_found");
    for (const digest of ["sha256:../../refs/x", "sha256:", "", `sha256:${"A".repeat(64)}`]) {
      expect(await codeOf(store.get(digest as Sha256))).toBe("blob_not_found");
    }
  });

  it("is not there when writing failed", async () => {
    await writeFile(path.join(folder, "file"), "");
    const blocked = createStore(path.join(folder, "file"));
    expect(await codeOf(blocked.put([bytes("x")], mediaType))).toBe("file_write_failed");
  });
});

describe("names", () => {
  it("point at content, and can point elsewhere later", async () => {
    const first = await store.put([bytes("1")], mediaType);
    const second = await store.put([bytes("2")], mediaType);
    await store.putRef("latest", first);
    expect(await store.ref("latest")).toEqual(first);
    await store.putRef("latest", second);
    expect(await store.ref("latest")).toEqual(second);
  });

  it("are small canonical JSON files for their owner alone", async () => {
    const { digest } = await store.put([bytes("1")], mediaType);
    await store.putRef("latest", { mediaType, digest, sizeBytes: 1 });
    const file = path.join(folder, "data/refs/latest.json");
    expect(await readFile(file, "utf8")).toBe(
      `{"descriptor":{"digest":"${digest}","media_type":"${mediaType}","size_bytes":1},"name":"latest","schema_version":"edge.store.ref.v1"}`,
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("are listed in order, and what is no name is left out", async () => {
    expect(await store.list()).toEqual([]);
    const descriptor = await store.put([bytes("1")], mediaType);
    for (const name of ["b", "a.2", "a-1"]) await store.putRef(name, descriptor);
    await writeFile(path.join(folder, "data/refs/.hidden.json"), "{}");
    await writeFile(path.join(folder, "data/refs/readme.txt"), "");
    expect(await store.list()).toEqual(["a-1", "a.2", "b"].map((name) => ({ name, descriptor })));
  });

  it("cannot be listed when their folder is none", async () => {
    const descriptor = await store.put([bytes("1")], mediaType);
    await writeFile(path.join(folder, "data/refs"), "");
    expect(await codeOf(store.list())).toBe("blob_corrupt");
    expect(await codeOf(store.putRef("latest", descriptor))).toBe("file_write_failed");
  });

  it.each(["", ".", "..", "../x", "a/b", "a\\b", ".hidden", "A", "é", "a\u0000", "x".repeat(129)])(
    "cannot be %j",
    async (name) => {
      const descriptor = await store.put([bytes("1")], mediaType);
      expect(await codeOf(store.putRef(name, descriptor))).toBe("invalid_usage");
      expect(await codeOf(store.ref(name))).toBe("blob_not_found");
      expect(await readdir(path.join(folder, "data"))).toEqual(["blobs"]);
    },
  );

  it("that were never given are not found", async () => {
    expect(await codeOf(store.ref("never"))).toBe("blob_not_found");
  });

  it.each([
    ["is cut short", (text: string) => text.slice(0, -1)],
    ["is spelled otherwise", (text: string) => `${text}\n`],
    ["names another", (text: string) => text.replace('"latest"', '"other"')],
    ["has an unknown field", (text: string) => text.replace("{", '{"a":1,')],
    ["has a digest that is none", (text: string) => text.replace("sha256:", "sha257:")],
    ["has two digests", (text: string) => text.replace('"digest"', '"digest":"x","digest"')],
  ])("whose file %s are refused", async (_case, damage) => {
    await store.putRef("latest", await store.put([bytes("1")], mediaType));
    const file = path.join(folder, "data/refs/latest.json");
    await overwrite(file, damage(await readFile(file, "utf8")));
    expect(await codeOf(store.ref("latest"))).toBe("blob_corrupt");
    expect(await codeOf(store.list())).toBe("blob_corrupt");
  });
});
