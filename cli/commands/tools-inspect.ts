import { type RegisterCommand, runCommand } from "../command.ts";

import { inspectText } from "../render/tools.ts";
import { addToolsFileOptions, type ToolsFileOptions, toolsRun } from "./tools-file-options.ts";

export const registerToolsInspect: RegisterCommand = (parent, io, finish) => {
  addToolsFileOptions(parent.command("inspect"))
    .description("show each generated schema and the hashes that an imprint is bound to")
    .addHelpText("after", toolsInspectHelp)
    .action(async (file: string, options: ToolsFileOptions) => {
      finish(
        await runCommand(io, options, async () => {
          const [{ inspectTools }, { request, deps }] = await Promise.all([
            import("../../pipeline/inspect-tools.ts"),
            toolsRun(io, file, options),
          ]);
          const report = await inspectTools(request, deps);
          return { document: report, text: inspectText(report) };
        }),
      );
    });
};

const toolsInspectHelp = `
Runs the file's top level, in the runner process. This is not a safety check:
only point it at files that you trust.

Examples:
  edge tools inspect ./tools.py
  edge tools inspect ./tools.py --tool fee_quote --json
  edge tools inspect ./tools.py --python ./venv/bin/python`;
