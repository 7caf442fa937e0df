import { InvalidArgumentError, Option } from "commander";
import type { EvalDecoding, EvalMode } from "../../eval/case.ts";
import type { EvaluateOptions } from "../../pipeline/evaluate.ts";
import { type CliIo, type CommandResult, type RegisterCommand, runCommand } from "../command.ts";
import { modeNamed } from "../eval-modes.ts";
import { EvalProgressLine } from "../render/eval-progress.ts";
import { evalRunText } from "../render/eval-run.ts";
import { addSurfaceOptions, parseCount, runDeps, type SurfaceOptions, toolChoice } from "./run-options.ts";
import { addToolOptions } from "./tool-options.ts";

interface EvalRunOptions extends SurfaceOptions {
  readonly set: string;
  readonly withImprint?: string;
  readonly limit?: number;
  readonly modes: readonly EvalMode[];
  readonly decoding: EvalDecoding | "both";
  readonly maxTokens: number;
  readonly bfclDir?: string;
  readonly out?: string;
  readonly fresh?: boolean;
}

/** `limits.evalAnswerTokens`; a test holds both together. */
const defaultMaxTokens = 128;

export const registerEvalRun: RegisterCommand = (parent, io, finish) => {
  addToolOptions(
    addSurfaceOptions(
      parent
        .command("run")
        .description("ask a model the questions of a set, side by side in several modes, and score its calls")
        .requiredOption(
          "--set <set>",
          "bfcl:simple_python, bfcl:multiple, bfcl:irrelevance, or a .jsonl file",
        ),
    ),
  )
    .option("--with-imprint <path>", "also ask from this learn receipt or imprint file, of the same tools")
    .option(
      "--modes <list>",
      "of no-contract, prompt, exact; an imprint that is given adds its own",
      parseModes,
      ["prompt", "exact_imprint"] as readonly EvalMode[],
    )
    .addOption(
      new Option("--decoding <how>", "call gate and grammar, whatever the model writes, or both")
        .choices(["constrained", "free", "both"])
        .default("constrained"),
    )
    .option("--limit <n>", "only the first rows of the set", parseCount)
    .option("--max-tokens <n>", "longest free text, in tokens", parseCount, defaultMaxTokens)
    .option("--bfcl-dir <dir>", "where the leaderboard's files lie (default: EDGE_BFCL_DIR, the data folder)")
    .option("--out <dir>", "the run's folder (default: one in the data folder, named after what is asked)")
    .option("--fresh", "throw away what an earlier run has left in the folder")
    .addHelpText("after", evalRunHelp)
    .action(async (options: EvalRunOptions) => {
      finish(await runCommand(io, options, () => evalRun(io, options)));
    });
};

async function evalRun(io: CliIo, options: EvalRunOptions): Promise<CommandResult> {
  const asked = evaluateOptions(io, options);
  const [{ evaluate }, { evalRunDocument }, deps] = await Promise.all([
    import("../../pipeline/evaluate.ts"),
    import("../../pipeline/eval-document.ts"),
    runDeps(io, options),
  ]);
  const progress = new EvalProgressLine(io.stderr, () => io.clock.elapsedMs());
  try {
    const run = await evaluate(asked, deps, (at) => progress.update(at));
    return { document: evalRunDocument(run), text: evalRunText(run) };
  } finally {
    progress.end();
  }
}

/** @throws conflicting_tool_options */
function evaluateOptions(io: CliIo, options: EvalRunOptions): EvaluateOptions {
  const { decoding } = options;
  return {
    set: options.set,
    modelRef: options.model,
    tools: toolChoice(options),
    withImprint: options.withImprint ?? null,
    bfclFolder: options.bfclDir ?? (io.env.EDGE_BFCL_DIR || null),
    out: options.out ?? null,
    limit: options.limit ?? null,
    modes: options.modes,
    decodings: decoding === "both" ? ["free", "constrained"] : [decoding],
    maxTokens: options.maxTokens,
    fresh: options.fresh === true,
  };
}

function parseModes(text: string): readonly EvalMode[] {
  return text.split(",").map((name) => {
    const mode = modeNamed(name);
    // A trained imprint can only be given.
    if (mode === undefined || mode === "trained_imprint")
      throw new InvalidArgumentError("of no-contract, prompt, exact");
    return mode;
  });
}

const evalRunHelp = `
Each question is asked for the first move of a turn, and nothing is executed. Constrained: the call gate decides,
and the grammar's call is scored beside it whatever the gate says. Free: the model's text is read as a chat reads it.
The exact mode bakes an imprint, takes it through the gate and restores it, for every contract of the set.

A set of the leaderboard brings its own tools; a file of questions needs --tools, --tools-manifest or --facts-store.
The folder keeps plan.json, cases.jsonl, summary.json and report.html. The same command goes on where an interrupted
one stopped, and a larger --limit asks the rest.

Exit codes: 0 the questions were asked; 1 a failure; 2 usage; 130 interrupted, and the cases are kept.

Examples:
  edge eval run --set bfcl:simple_python --bfcl-dir ./bfcl_eval/data --limit 50
  edge eval run --set bfcl:irrelevance --modes no-contract,prompt,exact --decoding both
  edge eval run --set ./orders.jsonl --tools ./orders.py --model smollm2-135m-instruct --json
  edge eval run --set ./orders.jsonl --tools ./orders.py --with-imprint ./learn_receipt.json --out ./orders-eval`;
