import { Command, CommanderError } from "commander";
import { ImprintError } from "../errors/error.ts";
import { exitCodes } from "../errors/exit.ts";
import packageJson from "../package.json" with { type: "json" };
import { type CliIo, type RegisterCommand, runCommand } from "./command.ts";
import { registerDemoChat } from "./commands/demo-chat.ts";
import { registerDemoLearnRun } from "./commands/demo-learn-run.ts";
import { registerModelsDoctor } from "./commands/models-doctor.ts";
import { registerModelsFetch } from "./commands/models-fetch.ts";
import { registerModelsList } from "./commands/models-list.ts";
import { registerModelsWhere } from "./commands/models-where.ts";
import { registerToolsInspect } from "./commands/tools-inspect.ts";
import { registerToolsValidate } from "./commands/tools-validate.ts";

/** Parses arguments and runs one `edge` command. Resolves to the exit code. */
export async function runEdge(argv: readonly string[], io: CliIo): Promise<number> {
  let exit: number = exitCodes.ok;
  const finish = (code: number) => {
    exit = code;
  };
  let help = "";
  const program = edgeProgram(io, finish, (text) => {
    help += text;
  });
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exit;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCodes.ok;
    const incomplete = error.code === "commander.help";
    if (incomplete) io.stderr.write(`${help}\n`);
    const said = error.message.replace(/^error: /, "").replaceAll("\n", " ");
    const message = incomplete ? "a command is missing" : said;
    return runCommand(io, { json: argv.includes("--json") }, async () => {
      throw new ImprintError("invalid_usage", message, { details: { reason: error.code } });
    });
  }
}

/** `onError` receives what the parser would print on stderr; subcommands inherit all that is set here. */
function edgeProgram(io: CliIo, finish: (exit: number) => void, onError: (text: string) => void): Command {
  const program = new Command("edge")
    .description("Freeze a tool contract, bake it into a model's prefix state, chat from it behind a gate.")
    .version(`edge (neural-imprint) ${packageJson.version}`, "--version", "print name and version")
    .exitOverride()
    .configureOutput({ writeOut: (text) => void io.stdout.write(text), writeErr: onError });
  const tools = program.command("tools").description("check and show the tools of a Python file");
  const models = program.command("models").description("list, find and fetch models");
  const demo = program.command("demo").description("learn and chat");
  const learn = demo.command("learn").description("learn a profile and a tool contract into an imprint");
  for (const [parent, commands] of [
    [tools, [registerToolsValidate, registerToolsInspect]],
    [models, [registerModelsList, registerModelsWhere, registerModelsFetch, registerModelsDoctor]],
    [demo, [registerDemoChat]],
    [learn, [registerDemoLearnRun]],
  ] as [Command, RegisterCommand[]][]) {
    for (const register of commands) register(parent, io, finish);
  }
  return program;
}
