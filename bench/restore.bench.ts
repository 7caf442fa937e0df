/**
 * Prefill against gated restore, by prefix length, in one run.
 *
 *   npx tsx bench/restore.bench.ts [--model REF] [--runs N]
 *
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
  findModel,
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
const { values } = parseArgs({
  options: { model: { type: "string", default: "auto" }, runs: { type: "string", default: "7" } },
});
const runs = Number(values.runs);

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

const folder = await mkdtemp(path.join(tmpdir(), "edge-bench-"));
const deps = {
  ...systemDeps({
    env: process.env,
    cwd: process.cwd(),
    clock: systemClock,
    signal: new AbortController().signal,
  }),
  store: createStore(folder),
};
try {
  const file = await findModel(values.model, deps);
  const settings: Setting[] = [];
  for (let threads = 1; threads <= Math.min(8, availableParallelism()); threads++) {
    const openEngine = () => openLlamaEngine({ threads: { prefill: threads, decode: 1 } });
    settings.push({ threads, runtime: await openModelRuntime(file, openEngine) });
  }
  const rows: Row[] = [];
  for (const tokens of prefixLengths) rows.push(await measure(tokens, settings));
  print(file.id ?? path.basename(file.path), rows);
  for (const { runtime } of settings) await runtime.dispose();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(tokens: number, settings: readonly Setting[]): Promise<Row> {
  const profileText = textOf(tokens, settings);
  const prefill = await measurePrefill(profileText, settings);
  const { runtime } = prefill.best;
  const sealed = await seal(await bake({ runtime, contract: null, profileText }, deps), deps.store);
  return {
    tokens: sealed.header.prefix.token_count,
    fileBytes: sealed.descriptor.sizeBytes,
    prefillMs: prefill.ms,
    prefillThreads: prefill.best.threads,
    ...(await measureRestore({ path: sealed.path, expectedDigest: sealed.descriptor.digest }, runtime)),
  };
}

async function measurePrefill(profileText: string, settings: readonly Setting[]) {
  const medians: { best: Setting; ms: number }[] = [];
  for (const best of settings) {
    const times: number[] = [];
    for (let run = 0; run < Math.ceil(runs / 2); run++) {
      times.push((await bake({ runtime: best.runtime, contract: null, profileText }, deps)).prefillMs);
    }
    medians.push({ best, ms: median(times) });
  }
  return medians.reduce((a, b) => (b.ms < a.ms ? b : a));
}

async function measureRestore(file: Parameters<typeof admitContract>[0], runtime: ModelRuntime) {
  const times: { judge: number; load: number; first: number }[] = [];
  for (let run = 0; run <= runs; run++) {
    const start = systemClock.elapsedMs();
    const pass = passOrThrow(await admit(passOrThrow(await admitContract(file, null)), runtime));
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

/** A profile whose rendered prefix has about `tokens` tokens. */
function textOf(tokens: number, [setting]: readonly Setting[]): string {
  if (setting === undefined) throw new Error("no engine was opened");
  const { prompter } = setting.runtime;
  const sentence = "The order of the customer was shipped from the second warehouse on a cold morning. ";
  let text = sentence;
  while (prompter.prefix(text.trim()).tokens.length < tokens) text += sentence;
  return text;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function print(model: string, rows: readonly Row[]): void {
  const lines = [
    `model ${model}, medians of ${runs} runs, ${availableParallelism()} cores`,
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
