import { readFileSync } from "node:fs";

/** One process as proc(5) shows it. */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  /** Start in clock ticks since boot: tells a process from a later one with its number. */
  readonly startTicks: number;
  /** It has ended and only waits to be collected. */
  readonly isEnded: boolean;
}

/** What the system tells of a process; undefined when it is gone, and outside Linux. */
export function processStat(pid: number): ProcessStat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  // Behind the program's name, which stands in brackets and may hold any character.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", parent, , session] = fields;
  return {
    pid,
    parent: Number(parent),
    session: Number(session),
    startTicks: Number(fields[19]),
    isEnded: "ZX".includes(state),
  };
}
