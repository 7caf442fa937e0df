import { InvalidArgumentError } from "commander";
import { printable } from "../../errors/printable.ts";
import { type RegisterCommand, runCommand } from "../command.ts";
import { crawlText } from "../render/facts.ts";
import { addLabelOptions, addStoreOption, factsRun, type LabelOptions } from "./facts-options.ts";
import { parseCount } from "./run-options.ts";

interface DemoFactsCrawlUrlOptions extends LabelOptions {
  readonly store: string;
  readonly maxDepth: number;
  readonly maxUrls: number;
  readonly maxBytes: number;
  readonly maxBytesTotal: number;
  readonly timeout: number;
  readonly json?: boolean;
}

export const registerDemoFactsCrawlUrl: RegisterCommand = (parent, io, finish) => {
  addLabelOptions(addStoreOption(parent.command("crawl-url")))
    .argument("<url>", "the http or https address to start from")
    .description("read a page and the pages of its origin that it leads to; store one fact a page")
    .requiredOption("--max-depth <n>", "links from the start, at most 5; 0 is the start alone", parseDepth)
    .requiredOption("--max-urls <n>", "pages to ask for, at most 500", parseCount)
    .requiredOption("--max-bytes <n>", "bytes of one page, at most 4194304", parseCount)
    .requiredOption("--max-bytes-total <n>", "bytes of all pages, at most 268435456", parseCount)
    .requiredOption("--timeout <seconds>", "of the whole crawl, at most 1800", parseCount)
    .option("--json", "print one JSON document")
    .addHelpText("after", demoFactsCrawlUrlHelp)
    .action(async (url: string, options: DemoFactsCrawlUrlOptions) => {
      finish(
        await runCommand(io, options, async () => {
          const [{ crawlUrl }, deps] = await Promise.all([
            import("../../pipeline/crawl-url.ts"),
            factsRun(io),
          ]);
          const { store, topic, tags, maxDepth, maxUrls, maxBytes, maxBytesTotal, timeout } = options;
          const bounds = { maxDepth, maxUrls, maxBytes, maxBytesTotal, timeoutMs: timeout * 1000 };
          const onPage = (count: number, status: string) =>
            void io.stderr.write(`[crawl] page ${count}: ${printable(status)}\n`);
          const receipt = await crawlUrl({ url, store, topic, tags, bounds }, deps, onPage);
          return { document: receipt, text: crawlText(receipt) };
        }),
      );
    });
};

function parseDepth(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError("a whole number from 0");
  return Number(text);
}

const demoFactsCrawlUrlHelp = `
Every bound must be given. Only pages of the start's own origin are asked for; a redirect to another origin fails
that page. Scripts do not run, and robots.txt is not read: crawl only what you may. All pages are stored at the end,
together; an interruption stores nothing. The receipt holds the start's address and hashes of all others.

Examples:
  edge demo facts crawl-url https://example.com/help/ --store help --max-depth 2 --max-urls 40 \\
    --max-bytes 1000000 --max-bytes-total 10000000 --timeout 120`;
