import { type CliIo, type RegisterCommand, runCommand } from "../command.ts";
import { pendingText } from "../render/confirmation.ts";

export const registerToolsPendingList: RegisterCommand = (parent, io, finish) => {
  parent
    .command("list")
    .description("list the actions that wait or waited for a confirmation, without their arguments")
    .option("--json", "print one JSON document")
    .addHelpText("after", toolsPendingListHelp)
    .action(async (options: { json?: boolean }) => {
      finish(
        await runCommand(io, options, async () => {
          const { listPending } = await import("../../pipeline/pending.ts");
          const report = await listPending(await pendingDeps(io));
          return { document: report, text: pendingText(report) };
        }),
      );
    });
};

/** The outside of the commands that look at pending actions. */
export async function pendingDeps(io: CliIo) {
  const { pendingFolder } = await import("../../pipeline/pending.ts");
  return { clock: io.clock, folder: pendingFolder(io.env) };
}

const toolsPendingListHelp = `
States: open, expired, in_progress, completed, failed, unknown_outcome.

Examples:
  edge tools pending list
  edge tools pending list --json`;
