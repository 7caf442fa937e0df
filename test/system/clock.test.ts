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
