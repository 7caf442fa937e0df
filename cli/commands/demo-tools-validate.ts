import { type RegisterCommand, runCommand } from "../command.ts";
import { manifestText } from "../render/manifest.ts";
import { factsRun } from "./facts-options.ts";

export const registerDemoToolsValidate: RegisterCommand = (parent, io, finish) => {
  parent
    .command("validate")
    .argument("<manifest>", "an edge.demo.tools.manifest.v1 document")
    .description("check a tools manifest; runs no code, uses no network, writes nothing")
    .option("--learn-sample <file>", "warn where this learn sample names other tools")
    .option("--json", "print one JSON document")
    .addHelpText("after", demoToolsValidateHelp)
    .action(async (manifest: string, options: { learnSample?: string; json?: boolean }) => {
      finish(
        await runCommand(io, options, async () => {
          const [{ validateManifest }, deps] = await Promise.all([
            import("../../pipeline/validate-manifest.ts"),
            factsRun(io),
          ]);
          const report = await validateManifest({ manifest, learnSample: options.learnSample ?? null }, deps);
          return { document: report, text: manifestText(report) };
        }),
      );
    });
};

const demoToolsValidateHelp = `
Warnings leave the exit code 0.

Examples:
  edge demo tools validate ./tools_manifest.json
  edge demo tools validate ./tools_manifest.json --learn-sample ./learn_sample.json --json`;
