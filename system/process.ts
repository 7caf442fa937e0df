import { type Answer, type Exchange, type ProcessStart, RunningProcess } from "./running-process.ts";

/** One short-lived child process that reads its stdin to the end and answers on one descriptor. */
export type ProcessRequest = ProcessStart & Omit<Exchange, "last">;

/** How it ended: its reply was whole, it went away, or one of our limits was reached. */
export interface ProcessEnd extends Answer {
  readonly exitCode: number | null;
  readonly exitSignal: NodeJS.Signals | null;
}

/**
 * Runs a child as leader of its own process group. Whatever is left of the group is killed at every end.
 * Processes that leave the group (setsid) are not found. Never rejects.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  if (request.signal?.aborted) {
    return { kind: "aborted", reply: Buffer.alloc(0), exitCode: null, exitSignal: null };
  }
  const child = new RunningProcess(request);
  const answer = await child.exchange({ ...request, last: true });
  const { exitCode, exitSignal } = child;
  await child.discard();
  return { ...answer, exitCode, exitSignal };
}
