import { expect, it } from "vitest";
import { systemClock } from "../../../system/clock.ts";
import { type ValidityFault, validityFault } from "../../../tools/confirm/validity.ts";
import { describeWithPython, refusal } from "../tool-files.ts";
import { clockAt, confirmed, proposed } from "./pending-actions.ts";

const made = new Date("2026-03-01T12:00:00.400Z");
const document = {
  boot_id: "boot-1",
  boot_elapsed_ms: 5_000_000,
  validity_ms: 600_000,
  created_at: "2026-03-01T12:00:00Z",
  expires_at: "2026-03-01T12:10:00Z",
};

/** Seconds that have passed by the clock on the wall and by the one of the machine. */
function faultAfter(wallSeconds: number, bootSeconds = wallSeconds, bootId = "boot-1"): ValidityFault | null {
  return validityFault(document, {
    ...systemClock,
    now: () => new Date(made.getTime() + wallSeconds * 1_000),
    boot: () => ({ id: bootId, elapsedMs: document.boot_elapsed_ms + bootSeconds * 1_000 }),
  });
}

it.each([
  ["at once", 0, 0, null],
  ["a moment before the end", 599, 599.999, null],
  ["at the very end", 599.6, 599.6, "time_over"],
  ["at the end by the machine alone", 0, 600, "time_over"],
  ["an hour later", 3_600, 3_600, "time_over"],
  ["after ten years", 315_360_000, 315_360_000, "time_over"],
])("A56 an action can be confirmed %s: %d s, %d s -> %s", (_, wall, boot, expected) => {
  expect(faultAfter(wall, boot)).toBe(expected);
});

it.each([
  ["forward over the end ends it early", 3_600, 5, "time_over"],
  ["forward by ten years ends it early", 315_360_000, 5, "time_over"],
  ["forward by a minute shortens it by no more", 65, 5, null],
  ["back to before it was made ends it", -3_600, 5, "clock_set_back"],
  ["back by ten years ends it", -315_360_000, 5, "clock_set_back"],
  ["back to its middle does not lengthen it", 300, 601, "time_over"],
  ["back while the machine slept past the end does not lengthen it", 1, 7_200, "time_over"],
])("A56 setting the clock %s", (_, wall, boot, expected) => {
  expect(faultAfter(wall, boot)).toBe(expected);
});

it("A56 a restart ends every action, whatever the clocks say", () => {
  expect(faultAfter(5, 5, "boot-2")).toBe("restarted");
  expect(faultAfter(5, -4_999, "boot-1")).toBe("restarted");
});

it.each(["created_at", "expires_at"])("A56 a time that is none ends it: %s", (field) => {
  const spoiled = { ...document, [field]: "2026-99-99T12:00:00Z" };
  const clock = { ...systemClock, now: () => made, boot: () => ({ id: "boot-1", elapsedMs: 5_000_001 }) };
  expect(validityFault(document, clock)).toBeNull();
  expect(validityFault(spoiled, clock)).not.toBeNull();
});

describeWithPython("the validity of an action", () => {
  it("A59 is 10 minutes when nothing is said, else what was asked for", async () => {
    const lasts = ({ document: { created_at, expires_at } }: Awaited<ReturnType<typeof proposed>>) =>
      (Date.parse(expires_at) - Date.parse(created_at)) / 60_000;
    expect(lasts(await proposed())).toBe(10);
    expect(lasts(await proposed({ minutes: 3 }))).toBe(3);
  });

  it.each([
    ["time", { wallMinutes: 10, bootMinutes: 10 }],
    ["a jump forward", { wallMinutes: 60 }],
    ["a jump back", { wallMinutes: -60 }],
    ["a jump back behind its end", { wallMinutes: 0, bootMinutes: 11 }],
    ["a restart", { bootId: "another" }],
  ])("A56 A91 what %s ended is refused and does nothing", async (_, shift) => {
    const action = await proposed();
    expect(await refusal(confirmed(action, { clock: clockAt(shift) }))).toBe("confirmation_token_expired");
    expect(action.effects()).toEqual([]);
  });
});
