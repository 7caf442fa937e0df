/**
 * Kills a confirmation at one of its file-system calls, then at the next one, until it has no more, and confirms again
 * each time: never two effects, and never one without a record. With `--fault EIO` or `ENOSPC` that call fails instead.
 * `npx tsx scripts/confirm/crash.ts [--fault KILL] [--every 1]`; exits with 1 on a breach. Needs Linux and an strace
 * that may attach to the user's own processes. SIGKILL is no power loss: the page cache stays.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isImprintError } from "../../errors/error.ts";
import { confirmAction } from "../../pipeline/confirm.ts";
import { confirmDeps } from "../../pipeline/confirm-deps.ts";
import { systemClock } from "../../system/clock.ts";
import { type Fault, type FileCall, faults, injectFault, watchFileCalls, whyNoInjection } from "./fault.ts";
import { openProposals, type Proposals } from "./proposals.ts";
import { Worker } from "./worker-process.ts";

/** Threads of Node that make file-system calls: one of libuv's pool, and the one that runs JavaScript. */
const threads = ["fileThread", "mainThread"] as const;

/** What one fault came to: what the first confirmation said, where it stood, and what a second one then said. */
export interface FaultPoint extends FileCall {
  readonly thread: (typeof threads)[number];
  /** False when there was no such call. */
  readonly injected: boolean;
  /** Null when it was killed. */
  readonly first: string | null;
  readonly wasClaimed: boolean;
  readonly effectsBefore: number;
  readonly second: string;
  readonly effectsAfter: number;
  readonly hasReceipt: boolean;
}

/** @param every look at each `every`-th call only; 1 goes on behind the last one, until nothing is hit any more */
export async function crash(every: number, fault: Fault): Promise<FaultPoint[]> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "edge-crash-")));
  const workers = new Workers();
  try {
    const proposals = await openProposals(root);
    const points: FaultPoint[] = [];
    // An error in the thread that runs JavaScript would hit Node's own pipes, and not our files.
    for (const thread of fault === "KILL" ? threads : threads.slice(0, 1)) {
      const calls = await callsOf(thread, workers.take(), proposals);
      for (const [index, call] of calls.entries()) {
        if (index % every !== 0) continue;
        points.push(await faultAt({ ...call, thread, fault }, workers.take(), proposals));
        const isLast = calls[index + 1]?.call !== call.call;
        for (let { n } = call; every === 1 && isLast && points.at(-1)?.injected; ) {
          points.push(await faultAt({ ...call, n: ++n, thread, fault }, workers.take(), proposals));
        }
      }
    }
    return points;
  } finally {
    await workers.end();
    rmSync(root, { recursive: true, force: true });
  }
}

/** The calls that a confirmation makes in a thread when nothing disturbs it. */
async function callsOf(
  thread: FaultPoint["thread"],
  worker: Worker,
  proposals: Proposals,
): Promise<FileCall[]> {
  const watch = await watchFileCalls(await threadOf(worker, thread));
  const { path: file, token } = await proposals.propose({ order_id: `${thread}-undisturbed` });
  const done = worker.next("done");
  worker.order({ path: file, token, barrier: "start", goAt: 0 });
  const outcome = (await done)?.outcome;
  await worker.end();
  if (outcome !== "completed") throw new Error(`an undisturbed confirmation ended with ${outcome}`);
  return watch.calls();
}

/** What breaks the promise of at most once, in words; empty when it holds. */
export function breaches(points: readonly FaultPoint[]): string[] {
  return points.flatMap((point) => {
    const { first, wasClaimed, effectsBefore, effectsAfter, second, hasReceipt } = point;
    const isSpent = ["confirmation_token_claimed", "unknown_outcome"].includes(second);
    return [
      first !== null && !/^[a-z_]+$/.test(first) ? `no code: ${first}` : "",
      first === "completed" && effectsBefore !== 1 ? "completed without its effect" : "",
      effectsAfter > 1 ? "two effects" : "",
      effectsBefore > 0 && !wasClaimed ? "an effect without a claim" : "",
      wasClaimed && effectsAfter !== effectsBefore ? "run again behind a claim" : "",
      wasClaimed && !hasReceipt ? "no record of what was claimed" : "",
      wasClaimed && !isSpent ? `claimed, then ${second}` : "",
      !wasClaimed && !(second === "completed" && effectsAfter === 1) ? `open, then ${second}` : "",
    ]
      .filter((breach) => breach !== "")
      .map((breach) => `${point.thread} ${point.call} ${point.n}: ${breach}`);
  });
}

/** Workers for one confirmation each; the next one starts while one is used. */
class Workers {
  #next = this.#start();

  take(): Worker {
    const taken = this.#next;
    this.#next = this.#start();
    return taken;
  }

  end(): Promise<void> {
    return this.#next.end();
  }

  /** One file thread, so that its calls come in one order; marked, so that what it starts is found. */
  #start(): Worker {
    return new Worker({ UV_THREADPOOL_SIZE: "1", UV_USE_IO_URING: "0", EDGE_CRASH_RUN: `${process.pid}` });
  }
}

async function threadOf(worker: Worker, thread: FaultPoint["thread"]): Promise<number> {
  const threadId = (await worker.next("ready"))?.[thread];
  if (!threadId) throw new Error("a worker did not start");
  return threadId;
}

async function faultAt(
  { thread, call, n, fault }: FileCall & { thread: FaultPoint["thread"]; fault: Fault },
  worker: Worker,
  proposals: Proposals,
): Promise<FaultPoint> {
  const injection = await injectFault(await threadOf(worker, thread), { call, n }, fault);
  const orderId = `${thread}-${call}-${n}`;
  const { path: file, token } = await proposals.propose({ order_id: orderId });
  const done = worker.next("done");
  worker.order({ path: file, token, barrier: "start", goAt: 0 });
  const first = (await done)?.outcome ?? null;
  await worker.end();
  const failed = await injection.failed();
  await toolsEnded();
  const effects = () => proposals.effects().filter((line) => line === orderId).length;
  const beside = (name: string) => existsSync(path.join(path.dirname(file), name));
  const before = { wasClaimed: beside("claim.json"), effectsBefore: effects() };
  const second = await confirmAgain(file, token);
  const after = { effectsAfter: effects(), hasReceipt: beside("receipt.json") };
  return { thread, call, n, injected: first === null || failed, first, ...before, second, ...after };
}

/** A second confirmation, in a process that nobody disturbs: this one. */
async function confirmAgain(file: string, token: string): Promise<string> {
  const deps = confirmDeps({
    env: process.env,
    cwd: process.cwd(),
    clock: systemClock,
    signal: new AbortController().signal,
  });
  return confirmAction({ path: file, token, includeText: false }, deps).then(
    ({ ending }) => ending.status,
    (error: unknown) => (isImprintError(error) ? error.code : String(error)),
  );
}

/** Waits until nothing is left of the tools that a killed worker has started, for their effects are counted next. */
async function toolsEnded(): Promise<void> {
  const mark = `EDGE_CRASH_RUN=${process.pid}\0`;
  const isTool = (pid: string) =>
    readText(`/proc/${pid}/environ`).includes(mark) &&
    readText(`/proc/${pid}/cmdline`).includes("runner/__main__.py");
  const left = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isTool(name));
  for (let i = 0; i < 600 && left().length > 0; i++) await delay(20);
  if (left().length > 0) throw new Error("a tool of a killed confirmation goes on");
}

function readText(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

/** How many faults left the action in which state, for the eye. */
function summary(points: readonly FaultPoint[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { thread, first, injected, wasClaimed, effectsBefore, second } of points) {
    const said = injected ? (first ?? "killed") : "no such call";
    const where = wasClaimed ? `claimed, ${effectsBefore} effects` : "not claimed";
    const key = `${thread}: ${said}, ${where}, then ${second}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

async function main(): Promise<boolean> {
  const options = { every: { type: "string" }, fault: { type: "string" } } as const;
  const { every = "1", fault: named = "KILL" } = parseArgs({ options }).values;
  const fault = faults.find((known) => known === named);
  if (fault === undefined) throw new Error(`--fault takes ${faults.join(", ")}`);
  const why = whyNoInjection();
  if (why !== null) {
    process.stdout.write(`skipped: ${why}\n`);
    return true;
  }
  const points = await crash(Number(every), fault);
  const found = breaches(points);
  const injected = points.filter((point) => point.injected).length;
  const figures = { fault, points: injected, ...summary(points), breaches: found };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n${found.length === 0 ? "held" : "BROKEN"}\n`);
  return found.length === 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = (await main()) ? 0 : 1;
