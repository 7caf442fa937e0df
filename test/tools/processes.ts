import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** A word, and a number of seconds for `sleep`, that nothing else on this machine has in a command line or environment. */
export function newMark(): string {
  return `60.${String(randomInt(2 ** 47)).padStart(15, "0")}`;
}

/** Ids of the living processes that have the word in their command line or environment. Needs /proc. */
export function processesWith(mark: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => isLiving(pid) && `${read(pid, "cmdline")}\0${read(pid, "environ")}`.includes(mark));
}

/** Ended children of this process that nobody has collected. */
export function zombieChildren(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) =>
      new RegExp(`^State:\\s+Z[\\s\\S]*^PPid:\\s+${process.pid}$`, "m").test(read(pid, "status")),
    );
}

/** What this process holds open. */
export function openDescriptors(): number {
  return readdirSync("/proc/self/fd").length;
}

/** A killed orphan is a zombie until its new parent collects it: it runs no more. */
function isLiving(pid: number): boolean {
  return /^State:\s+[^ZX]/m.test(read(pid, "status"));
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
