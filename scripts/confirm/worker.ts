/** One process that confirms what it is told to, by message; started by storm.ts and crash.ts. */
import { readlinkSync } from "node:fs";
import { readlink } from "node:fs/promises";
import path from "node:path";
import { isImprintError } from "../../errors/error.ts";
import { confirmAction } from "../../pipeline/confirm.ts";
import { confirmDeps } from "../../pipeline/confirm-deps.ts";
import { systemClock } from "../../system/clock.ts";

export interface Order {
  readonly path: string;
  readonly token: string;
  /** Where to wait for the others: before anything was read, or right before the claim. */
  readonly barrier: "start" | "claim";
  /** Milliseconds since the epoch at which to go on; null: at the message `go`. */
  readonly goAt: number | null;
}

export type WorkerMessage =
  /** The thread of Node that the message came from, and the one that does its file work; null outside Linux. */
  | { readonly kind: "ready"; readonly mainThread: number | null; readonly fileThread: number | null }
  | { readonly kind: "prepared" }
  | { readonly kind: "done"; readonly outcome: string; readonly wentOnAt: number };

const say = (message: WorkerMessage) => process.send?.(message);
let go: (at: number) => void = () => {};

process.on("message", (message: Order | { readonly goAt: number }) => {
  if ("token" in message) void confirm(message);
  else go(message.goAt);
});

say({
  kind: "ready",
  mainThread: threadId(() => readlinkSync("/proc/thread-self")),
  fileThread: await readlink("/proc/thread-self").then(
    (link) => threadId(() => link),
    () => null,
  ),
});

async function confirm(order: Order): Promise<void> {
  let wentOnAt = 0;
  const barrier = async () => {
    const at =
      order.goAt ??
      (await new Promise<number>((resolve) => {
        go = resolve;
        say({ kind: "prepared" });
      }));
    await until(at);
    wentOnAt = performance.timeOrigin + performance.now();
  };
  const outside = {
    env: process.env,
    cwd: process.cwd(),
    clock: systemClock,
    signal: new AbortController().signal,
  };
  const deps = confirmDeps(outside);
  if (order.barrier === "start") await barrier();
  const outcome = await confirmAction(
    { ...order, includeText: false },
    {
      ...deps,
      openRunner: async (started) => {
        const opened = await deps.openRunner(started);
        if (order.barrier === "claim") await barrier();
        return opened;
      },
    },
  ).then(
    ({ ending }) => ending.status,
    (error: unknown) => (isImprintError(error) ? error.code : String(error)),
  );
  say({ kind: "done", outcome, wentOnAt });
}

/** Timers are a few milliseconds late on a busy machine; the last ones are waited for awake. */
async function until(at: number): Promise<void> {
  const now = () => performance.timeOrigin + performance.now();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - now() - 2)));
  while (now() < at);
}

function threadId(read: () => string): number | null {
  try {
    return Number(path.basename(read()));
  } catch {
    return null;
  }
}
