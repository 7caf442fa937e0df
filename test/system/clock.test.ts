import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { systemClock, timestamp } from "../../system/clock.ts";

it("a timestamp is UTC in whole seconds", () => {
  expect(timestamp(new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 999)))).toBe("2026-01-02T03:04:05Z");
});

it("the system clock tells the date and never runs backwards", () => {
  const before = systemClock.elapsedMs();
  expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(1_000);
  expect(systemClock.elapsedMs()).toBeGreaterThanOrEqual(before);
});

it("every process of this machine sees one boot and its one time", () => {
  const before = systemClock.boot();
  const program =
    'import { systemClock } from "./system/clock.ts"; console.log(JSON.stringify(systemClock.boot()))';
  const root = path.resolve(import.meta.dirname, "../..");
  const run = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    cwd: root,
    encoding: "utf8",
  });
  const other = JSON.parse(run.stdout);
  expect(other.id).toBe(before.id);
  expect(before.id).not.toBe("");
  expect(other.elapsedMs).toBeGreaterThanOrEqual(before.elapsedMs);
  expect(systemClock.boot().elapsedMs).toBeGreaterThanOrEqual(other.elapsedMs);
});
