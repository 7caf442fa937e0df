import { type RegisterCommand, runCommand } from "../command.ts";
import { buildText } from "../render/doctor.ts";

export const registerBackendsBuild: RegisterCommand = (parent, io, finish) => {
  parent
    .command("build")
    .description("download TensorFlow's library and compile the native training backend for it")
    .option("--force", "build again what is there")
    .option("--json", "print one JSON document")
    .addHelpText("after", backendsBuildHelp)
    .action(async (options: { force?: boolean; json?: boolean }) => {
      finish(
        await runCommand(io, options, async () => {
          const { buildNativeBackend, buildReport, buildSteps } = await import(
            "../../pipeline/build-backend.ts"
          );
          const { stageView } = await import("../render/stages.ts");
          const view = stageView(io, new Map(Object.entries(buildSteps)), "backends");
          try {
            const built = await buildNativeBackend({ force: options.force ?? false }, io, view.run);
            const report = buildReport(built);
            return { document: report, text: buildText(report) };
          } finally {
            await view.close();
          }
        }),
      );
    });
};

const backendsBuildHelp = `
For Linux on x64. Needs a C++ compiler (CXX, else g++), npm, tar and pip (of EDGE_PYTHON, else python3), 274 MB of
downloads through your own npm and pip, and 860 MB in the cache folder (EDGE_TFJS_NATIVE_DIR names another).

Examples:
  edge backends build
  edge backends build --force --json`;
