import { exitCodes } from "../../errors/exit.ts";
import { type RegisterCommand, runCommand } from "../command.ts";
import { machineText } from "../render/doctor.ts";

export const registerDoctor: RegisterCommand = (parent, io, finish) => {
  parent
    .command("doctor")
    .description("say what this machine can train on and how to get more; exits 1 when there is nothing")
    .option("--json", "print one JSON document")
    .addHelpText("after", doctorHelp)
    .action(async (options: { json?: boolean }) => {
      finish(
        await runCommand(io, options, async () => {
          const { examineMachine } = await import("../../pipeline/doctor.ts");
          const report = await examineMachine(io);
          const exit = report.overall_status === "fail" ? exitCodes.failure : exitCodes.ok;
          return { document: report, text: machineText(report), exit };
        }),
      );
    });
};

const doctorHelp = `
Opens every training backend in turn and computes with it; downloads nothing. A model has a doctor of its own:
edge models doctor MODEL.

Examples:
  edge doctor
  edge doctor --json`;
