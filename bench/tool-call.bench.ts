/**
 * One tool call over a bare `python3 -c pass`, in one run: from handing the call over until its result was checked
 * and everything that it started is gone.
 *
 *   npm run bench:tool-call -- [--runs N] [--isolate processes|net|none]
 *
 * Prestarted is what a chat does: the next interpreter starts while the model writes, and has 0.25 s for it here.
 * The tools file is read, hashed, checked, compiled and run afresh in each call, prestarted or not.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type FrozenTools, loadTools, systemClock, systemDeps } from "../index.ts";

const toolsFile = path.resolve(import.meta.dirname, "../samples/tools/first.py");
const betweenCallsMs = 250;
const isolations = ["processes", "net", "none"] as const;

const { runs, isolate } = readOptions();
const cold = openDeps();
const prestarted = openDeps();
try {
  const request = { file: toolsFile, names: ["calculate_fee"], tags: [] };
  const [coldTools, tools] = [await loadTools(request, cold), await loadTools(request, prestarted)];
  const python = tools.surface.kind === "python_file" ? tools.surface.python : undefined;
  if (python === undefined) throw new Error("not a tools file");
  prestarted.runner.prestart();
  const bare: number[] = [];
  const coldCalls: number[] = [];
  const calls: number[] = [];
  for (let run = 0; run <= runs; run++) {
    await wait(betweenCallsMs);
    calls.push(await timed(() => callOnce(tools)));
    await wait(betweenCallsMs); // the next interpreter is up before the others are timed
    bare.push(await timed(() => bareStart(python.path)));
    coldCalls.push(await timed(() => callOnce(coldTools)));
  }
  // The first of each brings files and code into memory.
  print(python.version, bare.slice(1), { prestarted: calls.slice(1), cold: coldCalls.slice(1) });
} finally {
  await prestarted.runner.dispose();
}

function readOptions() {
  const { values } = parseArgs({
    options: { runs: { type: "string", default: "60" }, isolate: { type: "string", default: "processes" } },
  });
  const isolate = isolations.find((known) => known === values.isolate);
  if (!/^[1-9]\d{0,3}$/.test(values.runs) || isolate === undefined) {
    process.stderr.write(
      "bench: --runs takes a whole number from 1 to 9999, --isolate processes, net or none\n",
    );
    process.exit(2);
  }
  return { runs: Number(values.runs), isolate };
}

function openDeps() {
  const signal = new AbortController().signal;
  return systemDeps({ env: process.env, cwd: process.cwd(), clock: systemClock, signal, isolate });
}

async function callOnce({ contract, executor }: FrozenTools): Promise<void> {
  const tool = contract.tool("calculate_fee");
  if (tool === undefined) throw new Error("the tool is gone");
  const execution = await executor.execute({ tool, arguments: { amount: 250 } }, {});
  if (!execution.ok) throw new Error(`${execution.code}: ${execution.message}`);
}

async function bareStart(python: string): Promise<void> {
  const [code] = await once(spawn(python, ["-c", "pass"], { stdio: "ignore" }), "exit");
  if (code !== 0) throw new Error(`python3 -c pass ended with ${code}`);
}

async function timed(action: () => Promise<void>): Promise<number> {
  const start = systemClock.elapsedMs();
  await action();
  return systemClock.elapsedMs() - start;
}

function print(version: string, bare: readonly number[], measured: Record<string, readonly number[]>): void {
  const [bare50, bare95] = [quantile(bare, 0.5), quantile(bare, 0.95)];
  const lines = [
    `Python ${version}, --isolate ${isolate}, ${runs} runs, ${availableParallelism()} cores`,
    "",
    "| | p50 ms | p95 ms | p50 ratio | p95 ratio |",
    "| --- | ---: | ---: | ---: | ---: |",
    `| \`python3 -c pass\` | ${bare50.toFixed(1)} | ${bare95.toFixed(1)} | 1 | 1 |`,
    ...Object.entries(measured).map(([name, times]) => {
      const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
      const ratios = `${(p50 / bare50).toFixed(2)}x | ${(p95 / bare95).toFixed(2)}x`;
      return `| one call, ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${ratios} |`;
    }),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
