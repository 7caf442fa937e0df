import { type RegisterCommand, runCommand } from "../command.ts";
import { inspectFactText } from "../render/facts.ts";
import { addStoreOption, factsRun } from "./facts-options.ts";

interface DemoFactsInspectOptions {
  readonly store: string;
  readonly includeText?: boolean;
  readonly json?: boolean;
}

export const registerDemoFactsInspect: RegisterCommand = (parent, io, finish) => {
  addStoreOption(parent.command("inspect"))
    .argument("<fact_id>", "as edge demo facts list prints it")
    .description("show one fact of a store by its hashes")
    .option("--include-text", "show its text too")
    .option("--json", "print one JSON document")
    .addHelpText("after", demoFactsInspectHelp)
    .action(async (factId: string, options: DemoFactsInspectOptions) => {
      finish(
        await runCommand(io, options, async () => {
          const [{ inspectFact }, deps] = await Promise.all([
            import("../../pipeline/show-facts.ts"),
            factsRun(io),
          ]);
          const { store, includeText = false } = options;
          const report = await inspectFact({ store, factId, includeText }, deps);
          return { document: report, text: inspectFactText(report) };
        }),
      );
    });
};

const demoFactsInspectHelp = `
Examples:
  edge demo facts inspect office-hours --store office
  edge demo facts inspect office-hours --store office --include-text --json`;
