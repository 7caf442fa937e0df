/**
 * What could decide between call and answer, measured side by side: BFCL `multiple` (a call is wanted) against
 * `irrelevance` (none is).
 *
 *   npx tsx scripts/gate-variants.ts --bfcl-dir DIR [--model REF] [--every N]
 *
 * AUC and the best balanced accuracy are over readings of all contracts together; only the rule in use also has a
 * threshold of its own for each contract, from practice.
 */
import { parseArgs } from "node:util";
import type { Question } from "../eval/question.ts";
import { rocOf } from "../eval/roc.ts";
import { loadQuestionSet } from "../eval/sets.ts";
import { freezeContract } from "../imprint/contract.ts";
import { calibrate } from "../pipeline/calibrate.ts";
import { systemDeps } from "../pipeline/deps.ts";
import { findModel } from "../pipeline/find-model.ts";
import { openModelRuntime } from "../pipeline/model-runtime.ts";
import { readCallGate } from "../runtime/decode/call-gate.ts";
import { Decoder } from "../runtime/decode/decoder.ts";
import { callOpening } from "../runtime/decode/grammar.ts";
import type { EngineContext } from "../runtime/engine/engine.ts";
import { systemText } from "../runtime/prompt/system-text.ts";
import { systemClock } from "../system/clock.ts";

const { values } = parseArgs({
  options: {
    "bfcl-dir": { type: "string" },
    model: { type: "string", default: "smollm2-135m-instruct" },
    every: { type: "string", default: "1" },
  },
});
if (values["bfcl-dir"] === undefined) throw new Error("--bfcl-dir DIR is needed");

interface Reading {
  readonly wanted: boolean;
  readonly variants: Readonly<Record<string, number>>;
  /** The rule in use, at its own threshold. */
  readonly opens: boolean;
}

const deps = systemDeps({
  env: process.env,
  cwd: process.cwd(),
  clock: systemClock,
  signal: new AbortController().signal,
});
const runtime = await openModelRuntime(await findModel(values.model, deps), deps.openEngine);
const context = await runtime.model.openContext(4_096);
const bare = await runtime.model.openContext(2_048);
try {
  const readings: Reading[] = [];
  for (const question of await questions(values["bfcl-dir"], Number(values.every))) {
    readings.push(await read(question));
    process.stderr.write(`\r${readings.length} questions`);
  }
  process.stderr.write("\n");
  print(readings);
} finally {
  await runtime.dispose();
  await deps.runner.dispose();
}

async function questions(bfclFolder: string, every: number): Promise<Question[]> {
  const sets = await Promise.all(
    ["bfcl:multiple", "bfcl:irrelevance"].map((name) => loadQuestionSet(name, { tools: null, bfclFolder })),
  );
  return sets.flatMap((set) => set.questions.filter((_, index) => index % every === 0));
}

async function read({ prompt, tools, expected }: Question): Promise<Reading> {
  const { model, prompter } = runtime;
  const contract = freezeContract(tools);
  const decoder = new Decoder(model, contract);
  const prefix = prompter.prefix(systemText("", contract));
  const messages = [{ role: "user", content: prompt }] as const;
  const turn = prompter.suffix(prefix, messages);
  await context.truncate(0);
  await context.prefill(prefix.tokens);
  const gate = await calibrate({ context, prompter, prefix, contract, decoder });

  const withContract = await asked(context, turn);
  const alone = await asked(bare, prompter.suffix(null, messages), turn.length);
  await context.prefill(turn.slice(-1));
  const likelihood = await decoder.likelihood(context);
  const reading = readCallGate(likelihood, gate);
  const opening = likelihood.opening_log10;
  const named = likelihood.named_log10[reading.toolName] ?? 0;
  const neutral = gate.neutral.named_log10[reading.toolName] ?? 0;
  const [first = -1] = model.tokenize(callOpening);
  const baseOpening = Math.log10((await bare.distribution(alone.last)).get(first) ?? 1e-9);
  await bare.truncate(0);
  return {
    wanted: expected !== null,
    opens: reading.opens,
    variants: {
      "first token": opening,
      "first token, against the contract-free model": opening - baseOpening,
      "best call against best answer, per token": await callAgainstAnswer(decoder, reading.toolName, prompt),
      "first token and name": opening + named,
      "name, against small talk": named - neutral,
      "request, against the contract-free model": withContract.log - alone.log,
      "call evidence (in use)": reading.log10Evidence,
    },
  };
}

/** Evaluates all but the last id of a turn; the sum of the logs of what both renderings share at the end. */
async function asked(into: EngineContext, turn: readonly number[], sharedLength = turn.length) {
  const shared = Math.min(sharedLength, turn.length) - 2;
  await into.prefill(turn.slice(0, -1 - shared));
  const logs = await into.logProbabilities(turn.slice(-1 - shared, -1));
  return { log: logs.reduce((sum, log) => sum + log, 0) / Math.LN10, last: turn.slice(-1) };
}

async function callAgainstAnswer(decoder: Decoder, toolName: string, request: string) {
  const { model } = runtime;
  const begin = context.tokens().length;
  const meanOf = async (text: string) => {
    const tokens = model.tokenize(text);
    await context.truncate(begin - 1);
    const [last = 0] = lastToken;
    const logs = await context.logProbabilities([last, ...tokens]);
    await context.truncate(begin);
    return logs.reduce((sum, log) => sum + log, 0) / tokens.length;
  };
  const lastToken = context.tokens().slice(-1);
  const call = await decoder.call(context, { toolName, request, roomTokens: 600 });
  await context.truncate(begin - 1);
  const answer = await decoder.answer(context, await context.distribution(lastToken), { maxTokens: 32 });
  return (await meanOf(call.text)) - (await meanOf(answer.text));
}

function print(readings: readonly Reading[]): void {
  const names = Object.keys(readings[0]?.variants ?? {});
  const share = (wanted: boolean) => {
    const kind = readings.filter((reading) => reading.wanted === wanted);
    return kind.filter((reading) => reading.opens === wanted).length / kind.length;
  };
  console.log(`| what is read | AUC | best balanced accuracy |\n| --- | ---: | ---: |`);
  for (const name of names) {
    const roc = rocOf(readings.map(({ wanted, variants }) => ({ wanted, reading: variants[name] ?? 0 })));
    if (roc === null) throw new Error("both kinds of question are needed");
    const balanced = roc.points.map((point) => (point.truePositiveRate + 1 - point.falsePositiveRate) / 2);
    console.log(`| ${name} | ${roc.auc.toFixed(3)} | ${percent(Math.max(...balanced))} |`);
  }
  const [action, restraint] = [share(true), share(false)];
  console.log(
    `\ncall evidence at the thresholds from practice: balanced accuracy ${percent((action + restraint) / 2)} ` +
      `(action ${percent(action)}, restraint ${percent(restraint)}), ${readings.length} questions`,
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
