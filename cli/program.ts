import { Command, CommanderError } from "commander";
import { ImprintError } from "../errors/error.ts";
import { exitCodes } from "../errors/exit.ts";
import packageJson from "../package.json" with { type: "json" };
import { type CliIo, type RegisterCommand, runCommand } from "./command.ts";
import { registerBackendsBuild } from "./commands/backends-build.ts";
import { registerDemoChat } from "./commands/demo-chat.ts";
import { registerDemoFactsCrawlUrl } from "./commands/demo-facts-crawl-url.ts";
import { registerDemoFactsImport } from "./commands/demo-facts-import.ts";
import { registerDemoFactsImportUrl } from "./commands/demo-facts-import-url.ts";
import { registerDemoFactsInspect } from "./commands/demo-facts-inspect.ts";
import { registerDemoFactsList } from "./commands/demo-facts-list.ts";
import { registerDemoLearnRun } from "./commands/demo-learn-run.ts";
import { registerDemoToolsValidate } from "./commands/demo-tools-validate.ts";
import { registerDoctor } from "./commands/doctor.ts";
import { registerEvalCompare } from "./commands/eval-compare.ts";
import { registerEvalRun } from "./commands/eval-run.ts";
import { registerImprintPractice } from "./commands/imprint-practice.ts";
import { registerImprintTrain } from "./commands/imprint-train.ts";
import { registerModelsDoctor } from "./commands/models-doctor.ts";
import { registerModelsFetch } from "./commands/models-fetch.ts";
import { registerModelsList } from "./commands/models-list.ts";
import { registerModelsWhere } from "./commands/models-where.ts";
import { registerToolsConfirm } from "./commands/tools-confirm.ts";
import { registerToolsInspect } from "./commands/tools-inspect.ts";
import { registerToolsPendingList } from "./commands/tools-pending-list.ts";
import { registerToolsPendingSweep } from "./commands/tools-pending-sweep.ts";
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
  const tools = program
    .command("tools")
    .description("check and show the tools of a Python file, confirm what they propose");
  const pending = tools.command("pending").description("actions that wait or waited for a confirmation");
  const models = program.command("models").description("list, find and fetch models");
  const evaluation = program
    .command("eval")
    .description("ask a model a set of questions and score its calls");
  const imprint = program.command("imprint").description("make imprints");
  const backends = program.command("backends").description("get what a training runs on");
  const demo = program.command("demo").description("learn and chat");
  const learn = demo.command("learn").description("learn a profile and a tool contract into an imprint");
  const facts = demo.command("facts").description("fill and show stores of facts");
  const manifests = demo.command("tools").description("check a manifest of tools over facts");
  for (const [parent, commands] of [
    [tools, [registerToolsValidate, registerToolsInspect, registerToolsConfirm]],
    [pending, [registerToolsPendingList, registerToolsPendingSweep]],
    [models, [registerModelsList, registerModelsWhere, registerModelsFetch, registerModelsDoctor]],
    [evaluation, [registerEvalRun, registerEvalCompare]],
    [imprint, [registerImprintTrain, registerImprintPractice]],
    [backends, [registerBackendsBuild]],
    [program, [registerDoctor]],
    [demo, [registerDemoChat]],
    [learn, [registerDemoLearnRun]],
    [facts, [registerDemoFactsImport, registerDemoFactsList, registerDemoFactsInspect]],
    [facts, [registerDemoFactsImportUrl, registerDemoFactsCrawlUrl]],
    [manifests, [registerDemoToolsValidate]],
  ] as [Command, RegisterCommand[]][]) {
    for (const register of commands) register(parent, io, finish);
  }
  return program;
}
