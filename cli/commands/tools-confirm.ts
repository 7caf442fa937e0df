import { exitCodes, exitOf } from "../../errors/exit.ts";
import { type CliIo, type CommandResult, type RegisterCommand, runCommand } from "../command.ts";
import { confirmText } from "../render/confirmation.ts";
import { toolOutput } from "../render/tool-output.ts";

interface ToolsConfirmOptions {
  readonly token: string;
  readonly python?: string;
  readonly includeText?: boolean;
  readonly json?: boolean;
}

export const registerToolsConfirm: RegisterCommand = (parent, io, finish) => {
  parent
    .command("confirm")
    .description("run one pending action of a commit tool, at most once")
    .argument("<path>", "the pending action, as the chat named it")
    .requiredOption("--token <token>", "the token that the chat showed")
    .option("--python <path>", "interpreter for the tool (default: the one that the chat used)")
    .option("--include-text", "put arguments and result, not only their hashes, into the receipt")
    .option("--json", "print one JSON document")
    .addHelpText("after", toolsConfirmHelp)
    .action(async (path: string, options: ToolsConfirmOptions) => {
      finish(await runCommand(io, options, () => confirm(io, path, options)));
    });
};

async function confirm(io: CliIo, path: string, options: ToolsConfirmOptions): Promise<CommandResult> {
  const [{ confirmAction }, { confirmDeps }] = await Promise.all([
    import("../../pipeline/confirm.ts"),
    import("../../pipeline/confirm-deps.ts"),
  ]);
  const deps = confirmDeps(io, { python: options.python, onToolOutput: toolOutput(io.stderr) });
  const request = { path, token: options.token, includeText: options.includeText === true };
  const confirmation = await confirmAction(request, deps);
  const exit = confirmation.error === null ? exitCodes.ok : exitOf(confirmation.error);
  return { document: confirmation.report, text: confirmText(confirmation), exit };
}

const toolsConfirmHelp = `
The action must be what was proposed: the tools file, the active set, the schema, the arguments and the level. It is
claimed on disk before its tool runs, so it never runs twice, whatever happens. An action that was begun and whose end
is not known is reported as unknown_outcome and not run again.

Exit codes: 0 the tool ran and its result is valid; 1 refused, the tool failed, or its outcome is not known, as after
Ctrl-C while it runs; 130 interrupted before it was started.

Examples:
  edge tools confirm ~/.local/share/edge/pending_actions/edge-action-1f2e3d4c5b6a/pending_action.json --token TOKEN
  edge tools confirm ./pending_action.json --token TOKEN --json`;
