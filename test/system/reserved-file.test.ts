import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reserveFile } from "../../system/reserved-file.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "reserved-test-"));
  file = path.join(folder, "document.json");
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("a file that room was taken for", () => {
  it("is written into that room, whole, and replaces what was there", async () => {
    writeFileSync(file, "before");
    const room = await reserveFile(file, 65_536);
    const [temp = ""] = readdirSync(folder).filter((name) => name.startsWith("."));
    expect(readFileSync(file, "utf8")).toBe("before");
    const { ino, blocks } = statSync(path.join(folder, temp));
    expect(blocks * 512).toBeGreaterThanOrEqual(65_536);
    await room.write("after: ü");
    expect(readFileSync(file, "utf8")).toBe("after: ü");
    expect([statSync(file).ino, statSync(file).mode & 0o777]).toEqual([ino, 0o600]);
    await room.release();
    expect(readdirSync(folder)).toEqual(["document.json"]);
  });

  it("may be longer than the room", async () => {
    const room = await reserveFile(file, 4);
    await room.write("much longer");
    expect(readFileSync(file, "utf8")).toBe("much longer");
  });

  it("gives its room back unwritten", async () => {
    const room = await reserveFile(file, 4);
    await room.release();
    await room.release();
    expect(readdirSync(folder)).toEqual([]);
  });
});
