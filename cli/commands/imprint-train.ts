import { InvalidArgumentError, Option } from "commander";
import type { TrainOptions } from "../../pipeline/train-imprint.ts";
import { type CliIo, type CommandResult, type RegisterCommand, runCommand } from "../command.ts";
import { stepText, trainText, validationText } from "../render/train.ts";
import {
  addSurfaceOptions,
  parseCount,
  requiredToolChoice,
  runDeps,
  type SurfaceOptions,
} from "./run-options.ts";
import { addToolOptions } from "./tool-options.ts";

interface ImprintTrainOptions extends SurfaceOptions {
  readonly steps: number;
  readonly rows: number;
  readonly seed?: string;
  readonly examples?: string;
  readonly rate: number;
  readonly backend: TrainOptions["backend"];
  readonly threads?: number;
  readonly resume?: boolean;
}

export const registerImprintTrain: RegisterCommand = (parent, io, finish) => {
  addToolOptions(addSurfaceOptions(parent.command("train")))
    .description("train a model's prefix state on a tool contract, its weights untouched, and seal it")
    .option("--steps <n>", "steps of eight rows at most", parseCount, 160)
    .option("--rows <n>", "practice rows made from the contract", parseCount, 1_200)
    .option(
      "--examples <file.jsonl>",
      "rows of your own: prompt with tool_name and arguments, or with answer",
    )
    .option("--seed <text>", "another draw of rows and order (default: the contract's hash)")
    .option("--rate <x>", "how far a number moves in a step, at most", parseRate, 0.005)
    .addOption(
      new Option("--backend <name>", "what computes; edge doctor says what is there")
        .choices(["auto", "node-gpu", "node", "wasm", "cpu"] satisfies TrainOptions["backend"][])
        .default("auto"),
    )
    .option("--threads <n>", "threads of one operation (default: the backend's own choice)", parseCount)
    .option("--resume", "go on from the last checkpoint of the same run")
    .addHelpText("after", imprintTrainHelp)
    .action(async (options: ImprintTrainOptions) => {
      finish(await runCommand(io, options, () => imprintTrain(io, options)));
    });
};

async function imprintTrain(io: CliIo, options: ImprintTrainOptions): Promise<CommandResult> {
  const chosen = trainOptions(options);
  const [{ trainImprint, trainStages }, { trainDocument, writeTrainReceipt }, { stageView }, deps] =
    await Promise.all([
      import("../../pipeline/train-imprint.ts"),
      import("../../pipeline/train-document.ts"),
      import("../render/stages.ts"),
      runDeps(io, options),
    ]);
  const view = stageView(
    io,
    new Map(Object.entries(trainStages)) as Map<keyof typeof trainStages, string>,
    "train",
  );
  const say = (text: string) => {
    if (!(io.stderr as NodeJS.WriteStream).isTTY) io.stderr.write(`[train:step] ${text}\n`);
  };
  try {
    const run = await trainImprint(chosen, deps, view.run, {
      onStart: (validation) => say(`start: ${validationText(validation)}`),
      onStep: (progress) => say(stepText(progress)),
    });
    await view.close();
    const document = trainDocument(run, io.clock);
    const receiptPath = await writeTrainReceipt(run, document);
    return { document, text: trainText(run, receiptPath) };
  } finally {
    await view.close();
  }
}

/** @throws conflicting_tool_options, invalid_usage */
function trainOptions(options: ImprintTrainOptions): TrainOptions {
  const threads = options.threads ?? null;
  return {
    modelRef: options.model,
    tools: requiredToolChoice(options),
    practiceRows: options.rows,
    examplesFile: options.examples ?? null,
    seed: options.seed ?? null,
    backend: options.backend,
    threads: { withinOp: threads, betweenOps: threads === null ? null : 1 },
    resume: options.resume === true,
    settings: {
      steps: options.steps,
      peakRate: options.rate,
      warmupSteps: Math.min(10, options.steps),
      rowsCount: 8,
      answersCount: 3,
      pinnedCells: 1,
      maxGradientNorm: 1,
      partTokens: 256,
      validateEverySteps: 20,
      patience: 4,
    },
  };
}

function parseRate(text: string): number {
  const rate = Number(text);
  if (!(rate > 0 && rate <= 1)) throw new InvalidArgumentError("a number over 0, at most 1");
  return rate;
}

const imprintTrainHelp = `
The contract is baked, practice rows are made from it alone, and the K and V rows of the prefix are moved until the
model writes the right call, or its own answer where no tool is wanted. Rows that are worded in ways that are not
practised say which step was best. What comes of it is one imprint of kind trained, which chats restore as any other:
edge demo chat --with-imprint.

Ctrl-C keeps a checkpoint; the same command with --resume goes on, to the same bytes. The same seed, backend and
threads give the same bytes too.

Examples:
  edge imprint train --tools ./tools.py --model smollm2-135m-instruct
  edge imprint train --tools ./tools.py --examples ./examples.jsonl --steps 240
  edge imprint train --tools ./tools.py --backend wasm --steps 20 --json`;
