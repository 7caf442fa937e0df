import { exitCodes } from "../../errors/exit.ts";
import { type RegisterCommand, runCommand } from "../command.ts";
import { pendingText } from "../render/confirmation.ts";
import { pendingDeps } from "./tools-pending-list.ts";

export const registerToolsPendingSweep: RegisterCommand = (parent, io, finish) => {
  parent
    .command("sweep")
    .description("remove expired actions, and the arguments of settled ones whose time is over")
    .option("--json", "print one JSON document")
    .addHelpText("after", toolsPendingSweepHelp)
    .action(async (options: { json?: boolean }) => {
      finish(
        await runCommand(io, options, async () => {
          const { sweepPending } = await import("../../pipeline/pending.ts");
          const report = await sweepPending(await pendingDeps(io));
          const exit = report.ok ? exitCodes.ok : exitCodes.failure;
          return { document: report, text: pendingText(report), exit };
        }),
      );
    });
};

const toolsPendingSweepHelp = `
Receipts stay. An action that runs, one whose outcome is not known, and a folder that cannot be read are left alone:
look at them, and remove them by hand. One that cannot be removed does not keep the others (exit code 1).

Examples:
  edge tools pending sweep
  edge tools pending sweep --json`;
