import { InvalidArgumentError, Option } from "commander";
import { ImprintError } from "../../errors/error.ts";
import { type RegisterCommand, runCommand } from "../command.ts";
import { importUrlText } from "../render/facts.ts";
import { addLabelOptions, addStoreOption, factsRun, type LabelOptions } from "./facts-options.ts";
import { parseCount } from "./run-options.ts";

interface DemoFactsImportUrlOptions extends LabelOptions {
  readonly store: string;
  readonly split: "page" | "html-table-rows";
  readonly factIdPrefix?: string;
  readonly extractor?: string;
  readonly extractorModel?: string;
  readonly maxChars: number;
  readonly json?: boolean;
}

export const registerDemoFactsImportUrl: RegisterCommand = (parent, io, finish) => {
  addLabelOptions(addStoreOption(parent.command("import-url")))
    .argument("<url>", "one http or https address")
    .description("read one web page that you name and store what it says; follows no link")
    .addOption(
      new Option("--split <how>", "one fact for the page, or one for each row of its tables")
        .choices(["page", "html-table-rows"])
        .default("page"),
    )
    .option("--fact-id-prefix <prefix>", "of the ids (default: web- and a hash of the address)", parsePrefix)
    .option(
      "--max-chars <n>",
      `longest text of a fact, in characters, up to ${longestText}`,
      parseChars,
      longestText,
    )
    .option("--extractor <which>", "not in this release")
    .option("--extractor-model <model>", "not in this release")
    .option("--json", "print one JSON document")
    .addHelpText("after", demoFactsImportUrlHelp)
    .action(async (url: string, options: DemoFactsImportUrlOptions) => {
      finish(
        await runCommand(io, options, async () => {
          assertNoExtractor(options);
          const [{ importUrl }, deps] = await Promise.all([
            import("../../pipeline/import-url.ts"),
            factsRun(io),
          ]);
          const { store, split, maxChars, topic, tags, factIdPrefix: idPrefix = null } = options;
          const receipt = await importUrl({ url, store, split, maxChars, topic, tags, idPrefix }, deps);
          return { document: receipt, text: importUrlText(receipt) };
        }),
      );
    });
};

/** `limits.factTextLength`; a test holds them together. */
const longestText = 8_000;

function assertNoExtractor({ extractor, extractorModel }: DemoFactsImportUrlOptions): void {
  const option = extractor !== undefined ? "--extractor" : "--extractor-model";
  if (extractor === undefined && extractorModel === undefined) return;
  throw new ImprintError("feature_unavailable", `${option} is not part of this release; leave it out`, {
    details: { option },
  });
}

/** Leaves room for the row's number within an id's 128 characters. */
function parsePrefix(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}$/.test(text)) return text;
  throw new InvalidArgumentError("letters, digits and _ . : - up to 100, the first a letter or digit");
}

function parseChars(text: string): number {
  const count = parseCount(text);
  if (count > longestText) throw new InvalidArgumentError(`a whole number up to ${longestText}`);
  return count;
}

const demoFactsImportUrlHelp = `
Uses the network for this one page, at most 4 MB in 20 s. Redirects are followed only on the same host. Addresses in
links are kept as text. The receipt holds hashes of addresses and texts, never the addresses.

Examples:
  edge demo facts import-url https://example.com/hours --store office --topic hours
  edge demo facts import-url https://example.com/fees --store office --split html-table-rows --fact-id-prefix fee`;
