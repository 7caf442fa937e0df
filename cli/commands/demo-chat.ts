import { Option } from "commander";
import { ImprintError } from "../../errors/error.ts";
import { exitCodes } from "../../errors/exit.ts";
import { printable } from "../../errors/printable.ts";
import type { ChatOptions } from "../../pipeline/chat.ts";
import type { DecodingMode } from "../../pipeline/turn.ts";
import { type CliIo, type CommandResult, type RegisterCommand, runCommand } from "../command.ts";
import { runDialog } from "../dialog.ts";

import { chatText } from "../render/chat.ts";
import { addRunOptions, parseCount, type RunOptions, runDeps, toolChoice } from "./run-options.ts";

interface DemoChatOptions extends RunOptions {
  readonly prompt?: string;
  readonly interactive?: boolean;
  readonly withImprint?: string;
  readonly decoding: DecodingMode;
  readonly pendingMinutes?: number;
}

export const registerDemoChat: RegisterCommand = (parent, io, finish) => {
  addRunOptions(parent.command("chat"))
    .description("ask a local model, with tools, optionally from a restored imprint")
    .option("--prompt <text>", "one prompt")
    .option("-i, --interactive", "a conversation; /exit, /quit or end of input ends it")
    .option("--with-imprint <path>", "resume from a learn receipt or an imprint file")
    .option(
      "--pending-minutes <n>",
      "how long a call of a commit tool may be confirmed, at most a day (default: 10)",
      parseCount,
    )
    .addOption(
      new Option(
        "--decoding <mode>",
        "how calls are decoded: under the contract's grammar, or read from free text",
      )
        .choices(["constrained", "free"])
        .default("constrained"),
    )
    .addHelpText("after", demoChatHelp)
    .action(async (options: DemoChatOptions) => {
      finish(
        await runCommand(io, options, () => (options.interactive ? converse(io, options) : ask(io, options))),
      );
    });
};

async function ask(io: CliIo, options: DemoChatOptions): Promise<CommandResult> {
  const { prompt } = options;
  if (prompt === undefined || prompt.trim() === "") {
    throw new ImprintError("invalid_usage", "give --prompt a text, or --interactive");
  }
  const chat = chatOptions(options);
  const { runChat } = await import("../../pipeline/run-chat.ts");
  const run = await runChat(
    { ...chat, prompt, includeText: options.includeText === true },
    await runDeps(io, options),
    { onStage: (stage, note) => void io.stderr.write(`[chat:${stage}] ${printable(note)}\n`) },
  );
  const exit = run.turn.status === "completed" ? exitCodes.ok : exitCodes.failure;
  return { document: run.report, text: chatText(run), exit };
}

async function converse(io: CliIo, options: DemoChatOptions): Promise<CommandResult> {
  if (options.json) throw new ImprintError("invalid_usage", "--interactive excludes --json");
  if (options.prompt !== undefined)
    throw new ImprintError("invalid_usage", "--interactive excludes --prompt");
  await runDialog(io, chatOptions(options), options.includeText === true, await runDeps(io, options));
  return { document: {}, text: "" };
}

/** @throws invalid_usage, conflicting_tool_options, feature_unavailable */
function chatOptions(options: DemoChatOptions): ChatOptions {
  return {
    modelRef: options.model,
    tools: toolChoice(options),
    withImprint: options.withImprint ?? null,
    decoding: options.decoding,
    maxTokens: options.maxTokens ?? null,
    ...(options.pendingMinutes !== undefined && { pendingMinutes: options.pendingMinutes }),
  };
}

const demoChatHelp = `
With --with-imprint the contract comes from the restored state: nothing is injected, only your words are
evaluated. The imprint is refused unless the offered tools are exactly the learned ones; no option changes that.

A call of a commit tool is not run: it becomes a pending action, and the chat shows the command that confirms it.

Exit codes: 0 the prompt was answered; 1 a failure, or an action that waits (tool_confirmation_required); 2 usage;
130 interrupted.

Examples:
  edge demo chat --prompt "What is the capital of France?"
  edge demo chat --tools ./tools.py --prompt "Use the calculate_fee tool for amount 250. State the exact fee."
  edge demo chat --with-imprint ./learn_receipt.json --tools ./tools.py --prompt "Quote the fee for 100." --json
  edge demo chat --facts-store office --prompt "When does the office open?"
  edge demo chat --tools ./tools.py --tool calculate_fee --interactive`;
