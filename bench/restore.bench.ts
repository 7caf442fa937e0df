/**
 * Prefill against gated restore, by prefix length, in one run.
 *
 *   npx tsx bench/restore.bench.ts [--model REF] [--runs N]
 *
 * Every prefix is the frozen contract of samples/tools/first.py behind profile text up to the wanted length; the
 * first row is the contract alone where that is longer than 128 tokens.
 * Prefill is timed at its best setting here (every thread count up to the cores). Restore is everything a chat
 * does instead: read the file, hash, parse, judge, write the state out, load it, read it back. Opening a context
 * and the first token are the same work for both and stand apart.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  admit,
  admitContract,
  bake,
  createStore,
  type FrozenContract,
  findModel,
  loadTools,
  type ModelRuntime,
  openLlamaEngine,
  openModelRuntime,
  passOrThrow,
  restore,
  seal,
  systemClock,
  systemDeps,
} from "../index.ts";

const prefixLengths = [128, 256, 512, 1000, 1536, 2048];
const toolsFile = path.resolve(import.meta.dirname, "../samples/tools/first.py");

interface Row {
  readonly tokens: number;
  readonly fileBytes: number;
  readonly prefillMs: number;
  readonly prefillThreads: number;
  readonly judgeMs: number;
  readonly loadMs: number;
  readonly firstTokenMs: number;
}

/** One engine a thread count, all over the same model file. */
interface Setting {
  readonly threads: number;
  readonly runtime: ModelRuntime;
}

const { model, runs } = readOptions();

// The first Ctrl-C ends the run behind its present step, so that the store is removed; the second one leaves at once.
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort();
  });
}

const folder = await mkdtemp(path.join(tmpdir(), "edge-bench-"));
const deps = {
  ...systemDeps({ env: process.env, cwd: process.cwd(), clock: systemClock, signal: interruption.signal }),
  store: createStore(folder),
};
try {
  const { contract } = await loadTools({ file: toolsFile, names: [], tags: [] }, deps);
  const file = await findModel(model, deps);
  const settings = await openSettings(file);
  try {
    print(file.id ?? path.basename(file.path), await measureAll(contract, settings));
  } finally {
    for (const { runtime } of settings) await runtime.dispose();
  }
} catch (error) {
  if (!interruption.signal.aborted) throw error;
  process.exitCode = 130;
} finally {
  await rm(folder, { recursive: true, force: true });
}

function readOptions(): { model: string; runs: number } {
  const { values } = parseArgs({
    options: { model: { type: "string", default: "auto" }, runs: { type: "string", default: "7" } },
  });
  const runs = Number(values.runs);
  if (!/^\d+$/.test(values.runs) || runs < 1 || runs > 1_000) {
    process.stderr.write("bench: --runs takes a whole number from 1 to 1000\n");
    process.exit(2);
  }
  return { model: values.model, runs };
}

async function openSettings(file: Parameters<typeof openModelRuntime>[0]): Promise<Setting[]> {
  const settings: Setting[] = [];
  for (let threads = 1; threads <= Math.min(8, availableParallelism()); threads++) {
    const openEngine = () => openLlamaEngine({ threads: { prefill: threads, decode: 1 } });
    settings.push({ threads, runtime: await openModelRuntime(file, openEngine) });
  }
  return settings;
}

async function measureAll(contract: FrozenContract, settings: readonly Setting[]): Promise<Row[]> {
  const [setting] = settings;
  if (setting === undefined) throw new Error("no engine was opened");
  const { runtime } = setting;
  const contractAlone = (await bake({ runtime, contract, profileText: "" }, deps)).prefix.tokens.length;
  const rows: Row[] = [];
  for (const tokens of new Set(prefixLengths.map((wanted) => Math.max(wanted, contractAlone)))) {
    rows.push(await measure(contract, profileOf(tokens - contractAlone, runtime), settings));
  }
  return rows;
}

/** Text of at most about `tokens` tokens. */
function profileOf(tokens: number, { prompter }: ModelRuntime): string {
  const sentence = "The order of the customer was shipped from the second warehouse on a cold morning. ";
  const tokensOf = (text: string) => prompter.prefix(text).tokens.length;
  let text = "";
  while (tokensOf(text + sentence) - tokensOf("") <= tokens) text += sentence;
  return text;
}

async function measure(
  contract: FrozenContract,
  profileText: string,
  settings: readonly Setting[],
): Promise<Row> {
  const prefill = await measurePrefill(contract, profileText, settings);
  const { runtime } = prefill.best;
  const sealed = await seal(await bake({ runtime, contract, profileText }, deps), deps.store);
  const file = { path: sealed.path, expectedDigest: sealed.descriptor.digest };
  return {
    tokens: sealed.header.prefix.token_count,
    fileBytes: sealed.descriptor.sizeBytes,
    prefillMs: prefill.ms,
    prefillThreads: prefill.best.threads,
    ...(await measureRestore(file, contract, runtime)),
  };
}

async function measurePrefill(contract: FrozenContract, profileText: string, settings: readonly Setting[]) {
  const medians: { best: Setting; ms: number }[] = [];
  for (const best of settings) {
    const times: number[] = [];
    for (let run = 0; run < Math.ceil(runs / 2); run++) {
      times.push((await bake({ runtime: best.runtime, contract, profileText }, deps)).prefillMs);
    }
    medians.push({ best, ms: median(times) });
  }
  return medians.reduce((a, b) => (b.ms < a.ms ? b : a));
}

async function measureRestore(
  file: Parameters<typeof admitContract>[0],
  contract: FrozenContract,
  runtime: ModelRuntime,
) {
  const times: { judge: number; load: number; first: number }[] = [];
  for (let run = 0; run <= runs; run++) {
    interruption.signal.throwIfAborted();
    const start = systemClock.elapsedMs();
    const pass = passOrThrow(await admit(passOrThrow(await admitContract(file, contract)), runtime));
    const judged = systemClock.elapsedMs();
    const session = await restore(pass, runtime, deps);
    const question = runtime.prompter.suffix(session.prefix, [{ role: "user", content: "Hi" }]);
    const asked = systemClock.elapsedMs();
    await session.context.distribution(question);
    const first = systemClock.elapsedMs() - asked;
    await session.context.dispose();
    times.push({ judge: judged - start, load: session.loadMs, first });
  }
  const warm = times.slice(1); // the first one brings files and code into memory
  return {
    judgeMs: median(warm.map(({ judge }) => judge)),
    loadMs: median(warm.map(({ load }) => load)),
    firstTokenMs: median(warm.map(({ first }) => first)),
  };
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function print(modelName: string, rows: readonly Row[]): void {
  const lines = [
    `model ${modelName}, medians of ${runs} runs, ${availableParallelism()} cores`,
    "",
    "| prefix tokens | file MB | prefill ms (threads) | judge ms | write + load ms | gated restore ms | ratio | first token ms |",
    "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...rows
      .map((row) => {
        const restoreMs = row.judgeMs + row.loadMs;
        return [
          row.tokens,
          (row.fileBytes / 1e6).toFixed(1),
          `${row.prefillMs.toFixed(0)} (${row.prefillThreads})`,
          row.judgeMs.toFixed(1),
          row.loadMs.toFixed(1),
          restoreMs.toFixed(1),
          `${(row.prefillMs / restoreMs).toFixed(0)}x`,
          row.firstTokenMs.toFixed(0),
        ].join(" | ");
      })
      .map((line) => `| ${line} |`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}
