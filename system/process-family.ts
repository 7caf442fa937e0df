import { readdirSync, readFileSync } from "node:fs";
import { type ProcessStat, processStat } from "./process-stat.ts";

/** Which processes belong together, however they have moved since. */
export interface ProcessFamily {
  /** All of it started with this one or after it. */
  readonly leader: KnownProcess;
  /** The first processes of its sessions: who is in one of these belongs to it. */
  readonly sessions: readonly KnownProcess[];
  /** Name of an environment variable that nothing else has. */
  readonly marker: string;
}

/** A process that is known by more than its number. */
export type KnownProcess = Pick<ProcessStat, "pid" | "startTicks">;

/** Between two looks: what was killed needs a moment to be gone. */
const restMs = 2;

/**
 * Kills every process of a family: its leader, all descendants, all of its sessions, and whoever carries its
 * marker. All are stopped before any is killed, so that none sees another one's end and forks. Resolves to true
 * when none is left, to false when some still were after `boundMs`: these were killed then, so that nothing stays
 * stopped. Linux only: it reads /proc.
 */
export async function endFamily(family: ProcessFamily, boundMs: number): Promise<boolean> {
  const until = performance.now() + boundMs;
  const strangers = new Strangers(family.marker);
  let known = new Map<number, ProcessStat>();
  for (;;) {
    const found = new Map<number, ProcessStat>();
    let isFrozen = true;
    for (const member of membersOf(family, known, strangers)) {
      found.set(member.pid, member);
      if (isSame(member, known.get(member.pid))) continue;
      isFrozen = false;
      signalMember(member, "SIGSTOP");
    }
    if (found.size === 0) return true;
    const isOver = performance.now() > until;
    known = found;
    if (!isFrozen && !isOver) continue;
    for (const member of found.values()) signalMember(member, "SIGKILL");
    if (isOver) return false;
    await rest();
  }
}

/**
 * Each as soon as it is seen, the youngest first: a chain of forks, each of which lives for a moment only, would
 * move on while a list is made.
 */
function* membersOf(
  { leader, sessions }: ProcessFamily,
  known: ReadonlyMap<number, KnownProcess>,
  strangers: Strangers,
): Generator<ProcessStat> {
  const members = new Set<number>();
  const numbers = sessions.filter(isStillItsOwn).map(({ pid }) => pid);
  for (let size = -1; size < members.size; ) {
    size = members.size;
    for (const pid of processIds()) {
      if (members.has(pid)) continue;
      const found = processStat(pid);
      if (found === undefined || found.isEnded || found.startTicks < leader.startTicks) continue;
      const belongs =
        isSame(found, leader) ||
        isSame(found, known.get(pid)) ||
        members.has(found.parent) ||
        numbers.includes(found.session) ||
        strangers.isMarked(found);
      if (!belongs) continue;
      members.add(pid);
      yield found;
    }
  }
}

/** The kernel gives a session's number to nobody while someone is in it; after that it may mean another one. */
function isStillItsOwn(first: KnownProcess): boolean {
  const now = processStat(first.pid);
  return now === undefined || isSame(first, now);
}

function processIds(): number[] {
  const ids = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  return ids.filter((pid) => pid !== process.pid).sort((a, b) => b - a);
}

/** Everyone else on this machine: each is asked once, for there are many and the looks are short. */
class Strangers {
  readonly #sign: string;
  readonly #asked = new Map<number, KnownProcess>();

  constructor(marker: string) {
    this.#sign = `${marker}=`;
  }

  isMarked(other: KnownProcess): boolean {
    if (isSame(other, this.#asked.get(other.pid))) return false;
    const environment = textOf(`/proc/${other.pid}/environ`);
    if (environment.startsWith(this.#sign) || environment.includes(`\0${this.#sign}`)) return true;
    // None at all is what a process shows in the middle of an exec.
    if (environment !== "") this.#asked.set(other.pid, other);
    return false;
  }
}

/** Right before the signal: between the look and now its number may have gone to another one. */
function signalMember(member: ProcessStat, signal: NodeJS.Signals): void {
  if (!isSame(member, processStat(member.pid))) return;
  try {
    process.kill(member.pid, signal);
  } catch {
    // It is gone.
  }
}

function isSame(one: KnownProcess, other: KnownProcess | undefined): boolean {
  return one.pid === other?.pid && one.startTicks === other.startTicks;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, restMs));
}
