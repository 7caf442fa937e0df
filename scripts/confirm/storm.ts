/**
 * Many processes confirm one action at the same moment, round after round: its tool must run exactly once in each.
 * `npx tsx scripts/confirm/storm.ts [--processes 64] [--rounds 50]`; exits with 1 when a round did not.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openProposals, type Proposals } from "./proposals.ts";
import { Worker } from "./worker-process.ts";

export interface StormFigures {
  readonly processes: number;
  readonly rounds: number;
  /** Outcomes of all confirmations, by code. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly fewestEffects: number;
  readonly mostEffects: number;
  /** Median over the rounds of the time between the first and the last process that went over the barrier. */
  readonly medianSpreadMs: number;
  readonly seconds: number;
}

/** Half of the rounds wait for each other before anything is read, half right before the claim. */
export async function storm(processes: number, rounds: number): Promise<StormFigures> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "edge-storm-")));
  const start = performance.now();
  const workers = Array.from({ length: processes }, () => new Worker());
  try {
    const proposals = await openProposals(root);
    await Promise.all(workers.map((worker) => worker.next("ready")));
    const results = [];
    for (let round = 0; round < rounds; round++) results.push(await oneRound(round, workers, proposals));
    const outcomes: Record<string, number> = {};
    for (const outcome of results.flatMap((result) => result.outcomes)) {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    const effects = results.map((result) => result.effects);
    const spreads = results.map((result) => result.spreadMs).sort((a, b) => a - b);
    return {
      processes,
      rounds,
      outcomes,
      fewestEffects: Math.min(...effects),
      mostEffects: Math.max(...effects),
      medianSpreadMs: Math.round((spreads[Math.floor(spreads.length / 2)] ?? 0) * 10) / 10,
      seconds: Math.round((performance.now() - start) / 100) / 10,
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.end()));
    rmSync(root, { recursive: true, force: true });
  }
}

async function oneRound(round: number, workers: readonly Worker[], proposals: Proposals) {
  const orderId = `order-${round}`;
  const { path: file, token } = await proposals.propose({ order_id: orderId });
  const barrier = round % 2 === 0 ? "start" : "claim";
  const done = workers.map((worker) => worker.next("done"));
  const prepared = workers.map((worker) => worker.next("prepared"));
  for (const worker of workers) worker.order({ path: file, token, barrier, goAt: null });
  await Promise.all(prepared);
  const goAt = Date.now() + 100 + workers.length;
  for (const worker of workers) worker.goAt(goAt);
  const messages = await Promise.all(done);
  const times = messages.map((message) => message?.wentOnAt ?? 0);
  return {
    outcomes: messages.map((message) => message?.outcome ?? "died"),
    effects: proposals.effects().filter((line) => line === orderId).length,
    spreadMs: Math.max(...times) - Math.min(...times),
  };
}

/** True when every round had one effect and one process that reports it, and all others were refused. */
export function holds({ processes, rounds, outcomes, fewestEffects, mostEffects }: StormFigures): boolean {
  const { completed = 0, confirmation_token_claimed: claimed = 0 } = outcomes;
  const all = completed === rounds && claimed === rounds * (processes - 1);
  return all && fewestEffects === 1 && mostEffects === 1;
}

if (process.argv[1] === import.meta.filename) {
  const options = { processes: { type: "string" }, rounds: { type: "string" } } as const;
  const { processes = "64", rounds = "50" } = parseArgs({ options }).values;
  const figures = await storm(Number(processes), Number(rounds));
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n${holds(figures) ? "held" : "BROKEN"}\n`);
  process.exitCode = holds(figures) ? 0 : 1;
}
