import type { PracticeRequestOptions } from "../../pipeline/write-practice.ts";
import { type CliIo, type CommandResult, type RegisterCommand, runCommand } from "../command.ts";
import { practiceText } from "../render/practice.ts";
import {
  addToolsOffered,
  parseCount,
  requiredToolChoice,
  runDeps,
  type ToolsOfferedOptions,
} from "./run-options.ts";
import { addToolOptions } from "./tool-options.ts";

interface ImprintPracticeOptions extends ToolsOfferedOptions {
  readonly out: string;
  readonly size: number;
  readonly seed?: string;
  readonly examples?: string;
  readonly sampleFile?: string;
}

export const registerImprintPractice: RegisterCommand = (parent, io, finish) => {
  addToolOptions(
    addToolsOffered(
      parent
        .command("practice")
        .description("write the rows that a prefix is trained on, made from a tool contract alone")
        .requiredOption("--out <file.jsonl>", "where the rows go"),
    ),
  )
    .option("--size <n>", "rows made from the contract, beside the examples", parseCount, 1_000)
    .option("--seed <text>", "another draw (default: the hash of the active set)")
    .option("--examples <file.jsonl>", "rows of your own: {prompt, tool_name, arguments} or {prompt, answer}")
    .option(
      "--sample-file <file.json>",
      "a learn sample, whose expected_tool_policy says when tools are wanted",
    )
    .addHelpText("after", imprintPracticeHelp)
    .action(async (options: ImprintPracticeOptions) => {
      finish(await runCommand(io, options, () => imprintPractice(io, options)));
    });
};

async function imprintPractice(io: CliIo, options: ImprintPracticeOptions): Promise<CommandResult> {
  const request = practiceRequest(options);
  const [{ writePractice }, deps] = await Promise.all([
    import("../../pipeline/write-practice.ts"),
    runDeps(io, options),
  ]);
  const written = await writePractice(request, deps);
  return { document: written.report, text: practiceText(written) };
}

/** @throws invalid_usage, conflicting_tool_options */
function practiceRequest(options: ImprintPracticeOptions): PracticeRequestOptions {
  const tools = requiredToolChoice(options);
  const { out, size, seed = null, examples = null, sampleFile = null } = options;
  return { tools, out, size, seed, examplesFile: examples, sampleFile };
}

const imprintPracticeHelp = `
Requests in many wordings with the call that is right, follow-ups, two requests in one, results that are answered,
requests that lack a value, and a third that want no call. Tools are not called and no model is asked. A tenth of the
wordings is set apart for validation. The same tools, size, seed and examples give the same file.

Examples:
  edge imprint practice --tools ./tools.py --out ./practice.jsonl
  edge imprint practice --tools ./tools.py --out ./practice.jsonl --size 2000 --seed second --json
  edge imprint practice --tools ./tools.py --out ./practice.jsonl --examples ./examples.jsonl`;
