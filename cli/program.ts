import { Command, CommanderError } from "commander";
import { ImprintError } from "../errors/error.ts";
import { exitCodes } from "../errors/exit.ts";
import packageJson from "../package.json" with { type: "json" };
import { type CliIo, runCommand } from "./command.ts";

/** Adds one command below its noun; `finish` receives the exit code of the command that ran. */
export type RegisterCommand = (parent: Command, io: CliIo, finish: (exit: number) => void) => void;

/** Parses arguments and runs one `edge` command. Resolves to the exit code. */
export async function runEdge(argv: readonly string[], io: CliIo): Promise<number> {
  let exit: number = exitCodes.ok;
  const finish = (code: number) => {
    exit = code;
  };
  const program = edgeProgram(io, finish);
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exit;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCodes.ok;
    return runCommand(io, { json: argv.includes("--json") }, async () => {
      throw new ImprintError("invalid_usage", error.message.replace(/^error: /, ""), {
        details: { reason: error.code },
      });
    });
  }
}

function edgeProgram(io: CliIo, finish: (exit: number) => void): Command {
  const program = new Command("edge")
    .description("Freeze a tool contract, bake it into a model's prefix state, chat from it behind a gate.")
    .version(`edge (neural-imprint) ${packageJson.version}`, "--version", "print name and version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: () => {}, // parser errors are printed once, by runEdge
    });
  const tools = program.command("tools").description("check and show the tools of a Python file");
  const models = program.command("models").description("list, find and fetch models");
  const demo = program.command("demo").description("learn and chat");
  for (const [parent, commands] of [
    [tools, []],
    [models, []],
    [demo, []],
  ] as [Command, RegisterCommand[]][]) {
    for (const register of commands) register(parent, io, finish);
  }
  return program;
}
