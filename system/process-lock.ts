import { readFile, unlink } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isImprintError } from "../errors/error.ts";
import { createFileAtomic, ensurePrivateFolder } from "./files.ts";
import { isRunning, processIdentity } from "./process-identity.ts";

export interface ProcessLockDeps {
  readonly signal: AbortSignal;
  /** Called again and again while somebody else holds the lock. */
  readonly onWait?: () => Promise<void>;
  /** Pause between two looks at a lock that is held; 200 unless said. */
  readonly pollMs?: number;
}

/**
 * Runs `action` as the only one that works on this target, across processes: `<target>.lock` names the process that
 * holds it. Waits for one that lives, clears away what one that died has left. Creates the target's folder.
 *
 * @throws file_write_failed; the signal's reason when it was aborted while waiting
 */
export async function withProcessLock<T>(
  target: string,
  deps: ProcessLockDeps,
  action: () => Promise<T>,
): Promise<T> {
  const lock = `${target}.lock`;
  const owner = ownerLine(process.pid);
  while (!(await take(lock, owner))) {
    if (await breakStale(lock, owner)) continue;
    await deps.onWait?.();
    await delay(deps.pollMs ?? 200, undefined, { signal: deps.signal });
  }
  try {
    return await action();
  } finally {
    await unlink(lock).catch(() => {});
  }
}

async function take(lock: string, owner: string): Promise<boolean> {
  await ensurePrivateFolder(path.dirname(lock));
  try {
    return await createFileAtomic(lock, owner);
  } catch (error) {
    // Who held it before has removed the folder meanwhile.
    if (isImprintError(error, "file_write_failed") && error.details.errno === "ENOENT") return false;
    throw error;
  }
}

/**
 * Removes the lock of a process that is gone; true when it did. Only the holder of a second lock may, after looking
 * again: otherwise two could remove it one after the other, and the later one a lock that is new.
 */
async function breakStale(lock: string, owner: string): Promise<boolean> {
  if (!(await isStale(lock))) return false;
  const breaking = `${lock}.break`;
  if (!(await take(breaking, owner))) {
    if (await isStale(breaking)) await unlink(breaking).catch(() => {});
    return false;
  }
  try {
    if (!(await isStale(lock))) return false;
    await unlink(lock);
    return true;
  } catch {
    return false;
  } finally {
    await unlink(breaking).catch(() => {});
  }
}

/** True for a lock whose process is gone; false when there is no lock. */
async function isStale(lock: string): Promise<boolean> {
  const line = await readFile(lock, "utf8").catch(() => null);
  if (line === null) return false;
  const [, pid, ticks] = /^(\d+)(?: (\d+))?/.exec(line) ?? [];
  if (pid === undefined) return true;
  return !isRunning({ pid: Number(pid), startTicks: ticks === undefined ? null : Number(ticks) });
}

/** `<pid> <start>`; only the id where the system tells no start. */
function ownerLine(pid: number): string {
  const { startTicks } = processIdentity(pid);
  return startTicks === null ? `${pid}` : `${pid} ${startTicks}`;
}
