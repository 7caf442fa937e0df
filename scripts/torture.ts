/**
 * Hostile tools against the runner, with and without namespaces: each call must settle in time and leave no
 * process, no zombie, no descriptor and no temporary file, and end as its tool is known to end. A round counts when
 * its tool ran. Prints a table; exits 1 on any breach. Needs Linux.
 *
 *   npm run torture -- [--rounds N] [--skip-real] [--isolate processes|none]
 *
 * Each tool runs N times (50 unless said) at a deadline of 0.5 s, and once at the real one of 10 s; with and without
 * namespaces unless one is named.
 */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { limits } from "../imprint/limits.ts";
import { systemClock } from "../system/clock.ts";
import { type HostileTool, hostileFile, hostileSign, hostileTools } from "../test/tools/hostile-tools.ts";
import { newMark, openDescriptors, processesWith, zombieChildren } from "../test/tools/processes.ts";
import { executeCall } from "../tools/call.ts";
import type { FrozenTools } from "../tools/frozen-tools.ts";
import { loadTools } from "../tools/load.ts";
import { createPythonRunner } from "../tools/python/runner.ts";

const shortDeadlineMs = 500;
/** How much later than its deadline a call may settle. */
const graceMs = 1_000;
/** A busy machine may be too slow to come to the tool, or to its end, in time; such a round is made once more. */
const triesPerRound = 3;
/** What is closed is gone for the system a moment later. */
const closingMs = 20;
const modes = ["processes", "none"] as const;
type Mode = (typeof modes)[number];

interface Round {
  readonly status: string;
  /** What held its processes together; null when the runner was not ready within the deadline. */
  readonly level: string | null;
  /** Its tool said that it runs. */
  readonly hasRun: boolean;
  readonly settledMs: number;
  /** Processes of the call shortly before its deadline: that there was something to end. */
  readonly seen: number;
  /** Found after it: processes, zombies, descriptors. */
  readonly left: readonly [number, number, number];
}

/** All rounds of one tool in one mode. */
interface Ordeal {
  readonly mode: Mode;
  readonly tool: HostileTool;
  readonly short: readonly Round[];
  /** The same at the real deadline; none when that is skipped. */
  readonly real: readonly Round[];
  readonly files: number;
}

const { rounds, skipReal, chosenModes } = readOptions();
const ordeals: Ordeal[] = [];
for (const mode of chosenModes) for (const tool of hostileTools) ordeals.push(await torture(tool, mode));
const breaches = ordeals.flatMap(breachesOf);
process.stdout.write(`${[...table(ordeals), "", ...breaches, ...summary(ordeals)].join("\n")}\n`);
process.exitCode = breaches.length === 0 ? 0 : 1;

function readOptions(): { rounds: number; skipReal: boolean; chosenModes: readonly Mode[] } {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "50" },
      "skip-real": { type: "boolean", default: false },
      isolate: { type: "string" },
    },
  });
  const rounds = Number(values.rounds);
  if (!/^\d+$/.test(values.rounds) || rounds < 1 || rounds > 10_000) {
    process.stderr.write("torture: --rounds takes a whole number from 1 to 10000\n");
    process.exit(2);
  }
  const chosenModes = modes.filter((mode) => values.isolate === undefined || mode === values.isolate);
  if (chosenModes.length === 0) {
    process.stderr.write(`torture: --isolate is ${modes.join(" or ")}\n`);
    process.exit(2);
  }
  return { rounds, skipReal: values["skip-real"], chosenModes };
}

async function torture(tool: HostileTool, mode: Mode): Promise<Ordeal> {
  const folder = await mkdtemp(path.join(tmpdir(), "edge-torture-"));
  const temporary = path.join(folder, "tmp");
  const before = process.env.TMPDIR;
  try {
    await mkdir(temporary);
    process.env.TMPDIR = temporary;
    const file = path.join(folder, "tools.py");
    await writeFile(file, `from edgestudio.tools import edge_tool\n${hostileFile(tool)}`);
    const short = await repeated(file, tool, mode, shortDeadlineMs, rounds);
    const real = skipReal ? [] : await repeated(file, tool, mode, limits.runnerTimeoutMs, 1);
    return { mode, tool, short, real, files: (await readdir(temporary)).length };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true });
  }
}

async function repeated(
  file: string,
  tool: HostileTool,
  isolate: Mode,
  callTimeoutMs: number,
  count: number,
): Promise<Round[]> {
  const mark = newMark();
  const env = { ...process.env, EDGE_TEST_MARK: mark };
  let printed = "";
  const onStderr = (chunk: Uint8Array) => {
    printed += Buffer.from(chunk).toString();
  };
  const runner = createPythonRunner({ env, isolate, callTimeoutMs, onStderr });
  const tools = await loadTools({ file }, { runner });
  await wait(closingMs);
  const found: Round[] = [];
  for (let tries = count * triesPerRound; tries > 0 && found.filter(counts(tool)).length < count; tries--) {
    printed = "";
    const round = await once(tools, callTimeoutMs, mark);
    found.push({ ...round, hasRun: printed.includes(hostileSign) });
  }
  return found;
}

async function once(tools: FrozenTools, callTimeoutMs: number, mark: string): Promise<Omit<Round, "hasRun">> {
  const descriptors = openDescriptors();
  let seen = 0;
  const look = setTimeout(() => {
    seen = processesWith(mark).length;
  }, callTimeoutMs * 0.8);
  const start = systemClock.elapsedMs();
  const outcome = await executeCall({ clock: systemClock }, tools, { toolName: "f", arguments: {} });
  const settledMs = systemClock.elapsedMs() - start;
  clearTimeout(look);
  const [processes, zombies] = [processesWith(mark).length, zombieChildren().length];
  await wait(closingMs);
  const left = [processes, zombies, openDescriptors() - descriptors] as const;
  return { status: outcome.status, level: outcome.isolation?.processes ?? null, settledMs, seen, left };
}

/** Its tool ran, and came to the end that it is known for. */
function counts({ ends }: HostileTool): (round: Round) => boolean {
  const words: readonly string[] = ends;
  return ({ hasRun, status }) => hasRun && words.includes(status);
}

function expectedLevel(mode: Mode, tool: HostileTool): string {
  if (mode === "processes") return "pid_namespace";
  return tool.breaksTree ? "process_group" : "process_tree";
}

function breachesOf({ mode, tool, short, real, files }: Ordeal): string[] {
  const name = `BREACH ${mode}, ${tool.name}:`;
  const ofRound = ({ status, settledMs, left, level, hasRun, seen }: Round, deadlineMs: number) => [
    ...(settledMs <= deadlineMs + graceMs ? [] : [`${name} settled after ${settledMs.toFixed(0)} ms`]),
    ...(left.every((count) => count <= 0) ? [] : [`${name} left ${left.join("/")}`]),
    ...(["runner_timeout", ...tool.ends].includes(status) ? [] : [`${name} ended as ${status}`]),
    ...(!hasRun || level === expectedLevel(mode, tool) ? [] : [`${name} held by ${level}`]),
    ...(hasRun && status === "runner_timeout" && seen === 0 ? [`${name} had nothing to end`] : []),
  ];
  return [
    ...short.flatMap((round) => ofRound(round, shortDeadlineMs)),
    ...(short.filter(counts(tool)).length === rounds
      ? []
      : [`${name} did not run to its end ${rounds} times`]),
    ...real.flatMap((round) => ofRound(round, limits.runnerTimeoutMs)),
    ...(skipReal || real.some(counts(tool)) ? [] : [`${name} did not run to its end at the real deadline`]),
    ...(files === 0 ? [] : [`${name} left ${files} temporary files`]),
  ];
}

function table(rows: readonly Ordeal[]): string[] {
  return [
    "| tool | held by | ends as | processes seen | settled p50, max of 0.5 s | settled of 10 s | left: processes, zombies, descriptors, files |",
    "| --- | --- | --- | ---: | ---: | ---: | --- |",
    ...rows.map(({ tool, short, real, files }) => {
      const all = [...short, ...real];
      const times = short.map(({ settledMs }) => settledMs).sort((a, b) => a - b);
      const most = (index: 0 | 1 | 2) => Math.max(...all.map(({ left }) => left[index]));
      const cells = [
        tool.name,
        words(all.map(({ level }) => level ?? "not begun")),
        words(all.map(({ status }) => status)),
        Math.max(...all.map(({ seen }) => seen)),
        `${ms(times[Math.floor(times.length / 2)])}, ${ms(times.at(-1))}`,
        ms(real.at(-1)?.settledMs),
        `${most(0)}, ${most(1)}, ${most(2)}, ${files}`,
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ];
}

function summary(rows: readonly Ordeal[]): string[] {
  const calls = rows.reduce((sum, { short, real }) => sum + short.length + real.length, 0);
  return [
    `torture: ${hostileTools.length} tools, ${chosenModes.length} modes, ${calls} calls, ${breaches.length} breaches`,
  ];
}

function words(values: readonly string[]): string {
  return [...new Set(values)].join(", ");
}

function ms(value: number | undefined): string {
  return value === undefined ? "-" : `${value.toFixed(0)} ms`;
}
