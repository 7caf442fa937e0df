import { InvalidArgumentError } from "commander";
import type { ComparedModes } from "../../pipeline/compare-evals.ts";
import { type RegisterCommand, runCommand } from "../command.ts";
import { modeNamed, modeNames } from "../eval-modes.ts";
import { evalCompareText } from "../render/eval-compare.ts";

export const registerEvalCompare: RegisterCommand = (parent, io, finish) => {
  parent
    .command("compare")
    .argument("<a>", "the folder of a finished run, or a file in it")
    .argument("<b>", "the one to hold against it")
    .description("what got better and worse from one evaluation run to another, with a sign test")
    .option("--modes <a,b>", "hold a mode of A against another one of B", parsePair)
    .option("--json", "print one JSON document")
    .addHelpText("after", evalCompareHelp)
    .action(async (a: string, b: string, options: { modes?: ComparedModes; json?: boolean }) => {
      finish(
        await runCommand(io, options, async () => {
          const { compareEvals } = await import("../../pipeline/compare-evals.ts");
          const compared = await compareEvals({ a, b, modes: options.modes ?? null }, { cwd: io.cwd });
          return { document: compared.document, text: evalCompareText(compared) };
        }),
      );
    });
};

function parsePair(text: string): ComparedModes {
  const [a, b, ...more] = text.split(",").map(modeNamed);
  if (a === undefined || b === undefined || more.length > 0) {
    throw new InvalidArgumentError(`two of ${Object.keys(modeNames).join(", ")}`);
  }
  return [a, b];
}

const evalCompareHelp = `
Both runs must be of the same questions; models, imprints and releases may differ. Every setting that both have is
compared question by question: better is wrong in A and right in B. The sign test says how likely so uneven a split
is when neither run is better. Two modes of one run are compared by naming it twice.

Examples:
  edge eval compare ./before ./after
  edge eval compare ./run ./run --modes prompt,exact
  edge eval compare ./before/summary.json ./after/summary.json --json`;
