import { exitCodes } from "../../errors/exit.ts";
import { type RegisterCommand, runCommand } from "../command.ts";

import { validateText } from "../render/tools.ts";
import { addToolsFileOptions, type ToolsFileOptions, toolsRun } from "./tools-file-options.ts";

export const registerToolsValidate: RegisterCommand = (parent, io, finish) => {
  addToolsFileOptions(parent.command("validate"))
    .description("check a tools file: names, type hints, result contracts, duplicates, the limit of 8")
    .addHelpText("after", toolsValidateHelp)
    .action(async (file: string, options: ToolsFileOptions) => {
      finish(
        await runCommand(io, options, async () => {
          const [{ validateTools }, { request, deps }] = await Promise.all([
            import("../../pipeline/validate-tools.ts"),
            toolsRun(io, file, options),
          ]);
          const report = await validateTools(request, deps);
          return {
            document: report,
            text: validateText(report),
            exit: report.ok ? exitCodes.ok : exitCodes.failure,
          };
        }),
      );
    });
};

const toolsValidateHelp = `
Runs the file's top level, in the runner process. This is not a safety check:
only point it at files that you trust.

Examples:
  edge tools validate ./tools.py
  edge tools validate ./tools.py --tool fee_quote --tool order_status
  edge tools validate ./tools.py --tool-tag billing --json`;
