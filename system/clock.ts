import { readFileSync } from "node:fs";
import { uptime } from "node:os";

/** Time, handed to whatever needs it so that tests can set it. */
export interface Clock {
  now(): Date;
  /** Monotonic milliseconds, for durations. */
  elapsedMs(): number;
  /** Time that every process of this machine shares; on Linux nobody can set it. */
  boot(): BootTime;
}

export interface BootTime {
  /** Names this run of the machine; another after a restart. */
  readonly id: string;
  /** Milliseconds since its start, sleep included. */
  readonly elapsedMs: number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  boot: () => linuxBoot() ?? { id: bootInstant(), elapsedMs: Math.round(uptime() * 1_000) },
};

/** UTC, whole seconds, `Z`. */
export function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

function linuxBoot(): BootTime | null {
  try {
    const id = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const seconds = Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]);
    return id === "" || !Number.isFinite(seconds) ? null : { id, elapsedMs: Math.round(seconds * 1_000) };
  } catch {
    return null;
  }
}

/**
 * Where the system has no name for a boot: the minute in which it began, counted back from the wall clock. Setting
 * that clock, and the machine's sleep where its uptime leaves that out, move it: what is bound to it then ends early.
 */
function bootInstant(): string {
  return `minute-${Math.floor((Date.now() / 1_000 - uptime()) / 60)}`;
}
