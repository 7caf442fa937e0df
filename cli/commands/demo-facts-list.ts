import { type RegisterCommand, runCommand } from "../command.ts";
import { factsListText } from "../render/facts.ts";
import { addStoreOption, factsRun } from "./facts-options.ts";

export const registerDemoFactsList: RegisterCommand = (parent, io, finish) => {
  addStoreOption(parent.command("list"))
    .description("list the facts of a store: ids and hashes, no text")
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      "\nExamples:\n  edge demo facts list --store office\n  edge demo facts list --store office --json",
    )
    .action(async (options: { store: string; json?: boolean }) => {
      finish(
        await runCommand(io, options, async () => {
          const [{ listFacts }, deps] = await Promise.all([
            import("../../pipeline/show-facts.ts"),
            factsRun(io),
          ]);
          const report = await listFacts(options.store, deps);
          return { document: report, text: factsListText(report) };
        }),
      );
    });
};
