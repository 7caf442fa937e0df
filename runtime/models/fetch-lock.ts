import { readFile, unlink } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isImprintError } from "../../errors/error.ts";
import { createFileAtomic, ensurePrivateFolder } from "../../system/files.ts";

export interface FetchLockDeps {
  readonly signal: AbortSignal;
  /** Called again and again while somebody else holds the lock. */
  readonly onWait?: () => Promise<void>;
  /** Pause between two looks at a lock that is held; 200 unless said. */
  readonly pollMs?: number;
}

/**
 * Runs `action` as the only one that fetches this target, across processes: `<target>.lock` names the process that
 * holds it. Waits for one that lives, clears away what one that died has left. Creates the target's folder.
 *
 * @throws file_write_failed; the signal's reason when it was aborted while waiting
 */
export async function withFetchLock<T>(
  target: string,
  deps: FetchLockDeps,
  action: () => Promise<T>,
): Promise<T> {
  const lock = `${target}.lock`;
  const owner = await ownerLine(process.pid);
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
    // A fetch that failed has removed the folder meanwhile.
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
  const pid = Number(/^\d+/.exec(line)?.[0] ?? 0);
  if (pid === 0 || !isAlive(pid)) return true;
  // Another start time: the id was given to another process. Without one, the id must do.
  const [now, then] = [await ownerLine(pid), line.trim()];
  return now.includes(" ") && then.includes(" ") && now !== then;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** `<pid> <start>`: start in clock ticks since boot, which tells an id in use again; only the id outside Linux. */
async function ownerLine(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // Field 22 of proc(5); counted from behind the program's name, which may hold spaces.
  const start = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  return start === undefined ? `${pid}` : `${pid} ${start}`;
}
