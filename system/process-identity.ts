import { processStat } from "./process-stat.ts";

/** One process, told apart from a later one that was given the same id. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start in clock ticks since boot; null where the system does not say (outside Linux). */
  readonly startTicks: number | null;
}

export function processIdentity(pid: number): ProcessIdentity {
  return { pid, startTicks: processStat(pid)?.startTicks ?? null };
}

/**
 * True while this very process runs; one that ended and was not reaped yet does not. Without start times the id
 * must do. Does not see processes of another PID namespace: they look ended.
 */
export function isRunning({ pid, startTicks }: ProcessIdentity): boolean {
  if (!isSignalable(pid)) return false;
  const now = processStat(pid);
  if (now === undefined) return true;
  return !now.isEnded && (startTicks === null || startTicks === now.startTicks);
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
