import path from "node:path";
import { exitCodes } from "../../errors/exit.ts";
import type { LearnOptions, LearnStage } from "../../pipeline/learn.ts";
import { type CliIo, type CommandResult, type RegisterCommand, runCommand } from "../command.ts";

import { learnText, type NextChoice, nextCommand } from "../render/learn.ts";
import { addRunOptions, type RunOptions, runDeps, toolChoice } from "./run-options.ts";

interface DemoLearnRunOptions extends RunOptions {
  readonly sample: string;
  readonly sampleFile?: string;
  readonly question?: string;
  readonly prepareModel?: boolean;
}

export const registerDemoLearnRun: RegisterCommand = (parent, io, finish) => {
  addRunOptions(parent.command("run"))
    .description("bake a profile and a tool contract into an imprint, and compare answers before and after")
    .option("--sample <id>", "a built-in sample", "finance_conservative_cashflow_v1")
    .option("--sample-file <file>", "a learn sample of your own; overrides --sample")
    .option("--question <text>", "asked before and after, instead of the sample's question")
    .option("--prepare-model", "fetch the model first when it is missing")
    .addHelpText("after", demoLearnRunHelp)
    .action(async (options: DemoLearnRunOptions) => {
      finish(await runCommand(io, options, () => learnRun(io, options)));
    });
};

async function learnRun(io: CliIo, options: DemoLearnRunOptions): Promise<CommandResult> {
  const tools = toolChoice(options);
  const [{ learn, learnStages }, { learnReport, writeLearnReceipt }, { assertNotInterrupted }, deps] =
    await Promise.all([
      import("../../pipeline/learn.ts"),
      import("../../pipeline/learn-record.ts"),
      import("../../pipeline/run-chat.ts"),
      runDeps(io, options),
    ]);
  const { stageView } = await import("../render/stages.ts");
  const start = io.clock.elapsedMs();
  const view = stageView(io, titlesFor(options, learnStages), "learn");
  try {
    const run = await learn(learnOptions(options, tools), deps, view.run);
    const includeText = options.includeText === true;
    const write = async (note?: (text: string) => void) => {
      const receiptPath = await writeLearnReceipt(run, includeText, deps);
      note?.(receiptPath);
      return receiptPath;
    };
    // Ctrl-C keeps a stage from beginning; but what was learned and called is there, and goes on record.
    const receiptPath = await (io.signal.aborted ? write() : view.run("receipt", write));
    await view.close();
    assertNotInterrupted(run.after, receiptPath);
    const elapsedMs = io.clock.elapsedMs() - start;
    const next = nextCommand(run, nextChoice(io, options), receiptPath);
    const report = learnReport(run, { receiptPath, includeText, elapsedMs, nextCommand: next });
    const exit = run.after.status === "completed" ? exitCodes.ok : exitCodes.failure;
    return { document: report, text: learnText(run, { report, receiptPath, includeText, next }), exit };
  } finally {
    await view.close();
  }
}

function nextChoice(io: CliIo, { tool = [], toolTag = [], python }: DemoLearnRunOptions): NextChoice {
  const absolute = python?.includes("/") ? path.resolve(io.cwd, python) : python;
  return { names: tool, tags: toolTag, python: absolute };
}

function learnOptions(options: DemoLearnRunOptions, tools: LearnOptions["tools"]): LearnOptions {
  return {
    sample:
      options.sampleFile === undefined ? { sampleId: options.sample } : { sampleFile: options.sampleFile },
    modelRef: options.model,
    tools,
    question: options.question ?? null,
    maxTokens: options.maxTokens ?? null,
    prepare: options.prepareModel === true,
  };
}

/** The stages that this run will reach. */
function titlesFor(
  options: DemoLearnRunOptions,
  titles: Record<LearnStage, string>,
): Map<LearnStage, string> {
  const absent: LearnStage[] = [];
  if (toolChoice(options) === null) absent.push("tools");
  if (!options.prepareModel) absent.push("fetch");
  const stages = Object.entries(titles) as [LearnStage, string][];
  return new Map(stages.filter(([stage]) => !absent.includes(stage)));
}

const demoLearnRunHelp = `
Stages: freeze the tools, answer once as the bare model, bake profile and contract into the model's prefix
state, seal it as one content-addressed file, take it through the gate, restore it into a fresh context, answer
again. Decoding is greedy, so no sampler makes a difference; the imprint does, and the tools, which only the second
answer may call: after_tool_calls says how often it did.

Examples:
  edge demo learn run --model smollm2-135m-instruct --prepare-model
  edge demo learn run --sample-file ./learn_sample.json --tools ./tools.py --json
  edge demo learn run --facts-store office --question "When does the office open?"
  edge demo learn run --tools ./tools.py --tool fee_quote --question "What is the fee for 400?"`;
