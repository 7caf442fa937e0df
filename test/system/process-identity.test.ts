import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { isRunning, processIdentity } from "../../system/process-identity.ts";
import { processStat } from "../../system/process-stat.ts";

it("this process runs, and is told by its start from another one with its id", async () => {
  const own = processIdentity(process.pid);
  expect(isRunning(own)).toBe(true);
  expect(isRunning({ ...own, startTicks: null })).toBe(true);
  if (own.startTicks !== null) {
    expect(isRunning({ ...own, startTicks: own.startTicks + 1 })).toBe(false);
  }
});

it("a process that ended does not run", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const identity = processIdentity(Number(child.pid));
  expect(isRunning(identity)).toBe(true);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("exit", resolve));
  expect(isRunning(identity)).toBe(false);
});

it("a process that ended and was not waited for does not run", async ({ skip }) => {
  if (!existsSync("/proc/self/stat")) skip("needs /proc");
  // The shell becomes a program that never waits for the child it got from the shell.
  const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 30"]);
  onTestFinished(() => void parent.kill("SIGKILL"));
  const pid = await new Promise<number>((resolve) => {
    parent.stdout.on("data", (line) => resolve(Number(String(line).trim())));
  });
  const state = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0];
  for (let i = 0; i < 100 && state() !== "Z"; i++) await delay(20);
  expect(state()).toBe("Z");
  expect(processStat(pid)?.isEnded).toBe(true);
  expect(isRunning(processIdentity(pid))).toBe(false);
});

it("the system tells of a process whose child it is, and nothing of one that is gone", ({ skip }) => {
  if (!existsSync("/proc/self/stat")) skip("needs /proc");
  expect(processStat(2 ** 30)).toBeUndefined();
  const own = { pid: process.pid, parent: process.ppid, isEnded: false };
  expect(processStat(process.pid)).toMatchObject(own);
});
