import { type RegisterCommand, runCommand } from "../command.ts";
import { importText } from "../render/facts.ts";
import { factsRun } from "./facts-options.ts";

export const registerDemoFactsImport: RegisterCommand = (parent, io, finish) => {
  parent
    .command("import")
    .argument("<file>", "an edge.demo.facts.v1 document")
    .description("import a file of facts into a store; a fact with a known id replaces it")
    .option("--store <name>", "the store, by name (default: the one that the file names)")
    .option("--json", "print one JSON document")
    .addHelpText("after", demoFactsImportHelp)
    .action(async (file: string, options: { store?: string; json?: boolean }) => {
      finish(
        await runCommand(io, options, async () => {
          const [{ importFacts }, deps] = await Promise.all([
            import("../../pipeline/import-facts.ts"),
            factsRun(io),
          ]);
          const receipt = await importFacts(file, options.store ?? null, deps);
          return { document: receipt, text: importText(receipt) };
        }),
      );
    });
};

const demoFactsImportHelp = `
All facts of the file are stored, or none.

Examples:
  edge demo facts import ./office_facts.json
  edge demo facts import ./office_facts.json --store office --json`;
