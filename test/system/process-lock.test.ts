import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { withProcessLock } from "../../system/process-lock.ts";

function folder(): string {
  const made = mkdtempSync(path.join(os.tmpdir(), "process-lock-test-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe("the lock of a target", () => {
  it("is held by one at a time, by whoever breaks a stale one too", async () => {
    const target = path.join(folder(), "target");
    const stale = `${spawnSync(process.execPath, ["-e", ""]).pid}`;
    const deps = { signal: new AbortController().signal, pollMs: 1 };
    let inside = 0;
    let most = 0;
    const hold = () =>
      withProcessLock(target, deps, async () => {
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setTimeout(resolve, 3));
        inside--;
      });
    for (let round = 0; round < 20; round++) {
      writeFileSync(`${target}.lock`, stale);
      await Promise.all(Array.from({ length: 6 }, hold));
    }
    expect(most).toBe(1);
    expect(readdirSync(path.dirname(target))).toEqual([]);
  });

  it("names its process while it is held, and is gone after a failure", async () => {
    const target = path.join(folder(), "target");
    const failing = withProcessLock(target, { signal: new AbortController().signal }, async () => {
      expect(readFileSync(`${target}.lock`, "utf8")).toMatch(new RegExp(`^${process.pid}\\b`));
      throw new Error("failed");
    });
    await expect(failing).rejects.toThrow("failed");
    expect(existsSync(`${target}.lock`)).toBe(false);
  });
});
