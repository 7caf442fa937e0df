import { type RegisterCommand, runCommand } from "../command.ts";
import { listText } from "../render/models.ts";

export const registerModelsList: RegisterCommand = (parent, io, finish) => {
  parent
    .command("list")
    .description("list the models that are here and those that can be fetched")
    .option("--json", "print one JSON document")
    .addHelpText("after", "\nExamples:\n  edge models list\n  edge models list --json")
    .action(async (options: { json?: boolean }) => {
      finish(
        await runCommand(io, options, async () => {
          const { listModels, modelsDeps } = await import("../../pipeline/manage-models.ts");
          const report = await listModels(modelsDeps(io));
          return { document: report, text: listText(report) };
        }),
      );
    });
};
