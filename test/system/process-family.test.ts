import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { endFamily, type ProcessFamily } from "../../system/process-family.ts";
import { type ProcessStat, processStat } from "../../system/process-stat.ts";
import { onLinux } from "../tools/namespaces.ts";
import { newMark, processesWith } from "../tools/processes.ts";

const leaders: ProcessStat[] = [];
afterEach(async () => {
  for (const leader of leaders.splice(0)) await endFamily(familyOf(leader), 2_000);
});

/** A shell in a session of its own; what it starts carries the word. */
async function shell(script: string, env: NodeJS.ProcessEnv = {}) {
  const mark = newMark();
  const child = spawn("/bin/sh", ["-c", `${script}\necho ready\nwait; sleep ${mark}`], {
    detached: true,
    env: { PATH: process.env.PATH, EDGE_TEST_MARK: mark, MARK: mark, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (child.stdout) await once(child.stdout, "data");
  const leader = processStat(child.pid ?? 0);
  if (leader === undefined) throw new Error("the shell is gone");
  leaders.push(leader);
  return { child, leader, left: () => processesWith(mark) };
}

const familyOf = (leader: ProcessStat, more: Partial<ProcessFamily> = {}): ProcessFamily => ({
  leader,
  sessions: [leader],
  marker: "EDGE_RUN_NOBODY",
  ...more,
});

describe.skipIf(!onLinux)("a family of processes", () => {
  it.each([
    ["children", "sleep $MARK & sleep $MARK &"],
    ["children in sessions of their own", "setsid sleep $MARK &"],
    ["grandchildren", "(setsid sh -c 'sleep $MARK; true') &"],
    ["processes that were stopped", "sleep $MARK & kill -STOP $!"],
  ])("ends with its %s", async (_, script) => {
    const { leader, left } = await shell(script);
    await expect.poll(() => left().length).toBeGreaterThan(1);
    expect(await endFamily(familyOf(leader, { sessions: [] }), 2_000)).toBe(true);
    expect(left()).toEqual([]);
  });

  it("ends with its sessions when its leader is gone", async () => {
    const { child, leader, left } = await shell("sleep $MARK &");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(left()).toHaveLength(1);
    expect(await endFamily(familyOf(leader), 2_000)).toBe(true);
    expect(left()).toEqual([]);
  });

  it("ends with those that carry its marker, when its leader is gone and they left its session", async () => {
    const marker = `EDGE_RUN_${randomBytes(8).toString("hex")}`;
    const { child, leader, left } = await shell("setsid sleep $MARK &", { [marker]: "1" });
    await expect.poll(() => left().length).toBe(2);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await endFamily(familyOf(leader, { sessions: [] }), 2_000)).toBe(true);
    expect(left()).toHaveLength(1); // without the marker nobody knows whose it was
    expect(await endFamily(familyOf(leader, { sessions: [], marker }), 2_000)).toBe(true);
    expect(left()).toEqual([]);
  });

  it("is told from processes that have its numbers now, and these get no signal", async () => {
    const { child, leader, left } = await shell("sleep $MARK &");
    const before = left();
    const earlier = { ...leader, startTicks: leader.startTicks - 1 };
    expect(await endFamily(familyOf(leader, { leader: earlier, sessions: [earlier] }), 500)).toBe(true);
    expect([left(), child.signalCode]).toEqual([before, null]);
    expect(readFileSync(`/proc/${leader.pid}/status`, "utf8")).not.toMatch(/^State:\s+T/m);
  });

  it("is reported to be there still when it does not end in time, and is killed all the same", async () => {
    const { leader, left } = await shell("sleep $MARK &");
    expect(await endFamily(familyOf(leader), -1)).toBe(false);
    await expect.poll(left).toEqual([]); // none was left stopped
    expect(await endFamily(familyOf(leader), 2_000)).toBe(true);
  });
});
