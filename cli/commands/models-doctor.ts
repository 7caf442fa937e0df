import { exitCodes } from "../../errors/exit.ts";
import { type RegisterCommand, runCommand } from "../command.ts";
import { doctorText } from "../render/models.ts";

export const registerModelsDoctor: RegisterCommand = (parent, io, finish) => {
  parent
    .command("doctor")
    .argument("<model>", "auto, a name of the catalog (or a part of one), or a path to a .gguf file")
    .description(
      "check a model's file and hash, and whether its sources answer; exits 1 only for an unknown model",
    )
    .option("--json", "print one JSON document")
    .addHelpText("after", modelsDoctorHelp)
    .action(async (model: string, options: { json?: boolean }) => {
      finish(
        await runCommand(io, options, async () => {
          const { examineModel, modelsDeps } = await import("../../pipeline/manage-models.ts");
          const report = await examineModel(model, modelsDeps(io));
          const exit = report.overall_status === "fail" ? exitCodes.failure : exitCodes.ok;
          return { document: report, text: doctorText(report), exit };
        }),
      );
    });
};

const modelsDoctorHelp = `
Asks each hub for one answer of a few bytes; downloads nothing.

Examples:
  edge models doctor smollm2-135m-instruct
  edge models doctor ./my-model.gguf --json`;
