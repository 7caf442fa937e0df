import { exitCodes } from "../../errors/exit.ts";
import { type RegisterCommand, runCommand } from "../command.ts";
import { whereText } from "../render/models.ts";

export const registerModelsWhere: RegisterCommand = (parent, io, finish) => {
  parent
    .command("where")
    .argument("<model>", "auto, a name of the catalog (or a part of one), or a path to a .gguf file")
    .description("print where a model is; exits 0 only when it is here and complete")
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      "\nExamples:\n  edge models where auto\n  edge models where smollm2-135m-instruct --json",
    )
    .action(async (model: string, options: { json?: boolean }) => {
      finish(
        await runCommand(io, options, async () => {
          const { whereModel, modelsDeps } = await import("../../pipeline/manage-models.ts");
          const report = await whereModel(model, modelsDeps(io));
          const exit = report.status === "ok" ? exitCodes.ok : exitCodes.failure;
          return { document: report, text: whereText(report), exit };
        }),
      );
    });
};
