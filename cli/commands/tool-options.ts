import { type Command, Option } from "commander";
import type { CliIo } from "../command.ts";
import { toolOutput } from "../render/tool-output.ts";

/** Options of every command that reads a tools file. */
export interface ToolOptions {
  readonly tool?: readonly string[];
  readonly toolTag?: readonly string[];
  readonly python?: string;
  readonly isolate: "none" | "processes" | "net";
  readonly cleanEnv?: boolean;
  readonly json?: boolean;
}

export function addToolOptions(command: Command): Command {
  return command
    .option("--tool <name>", "only this tool of the file (repeatable)", append)
    .option("--tool-tag <tag>", "tools of the file with this intent tag (repeatable, adds to --tool)", append)
    .option(
      "--python <path>",
      "interpreter for tools (default: EDGE_PYTHON, the virtual environment, python3)",
    )
    .addOption(
      new Option(
        "--isolate <what>",
        "shut tools into a PID namespace where the system has one, into an empty network too, or into neither",
      )
        .choices(["processes", "net", "none"])
        .default("processes"),
    )
    .option("--clean-env", "start tools with an empty environment, not with yours")
    .option("--json", "print one JSON document");
}

/** How the runner of one command is made; what tools print goes to stderr. */
export function runnerOptions(io: CliIo, { python, isolate, cleanEnv = false }: ToolOptions) {
  return { python, isolate, cleanEnv, onToolOutput: toolOutput(io.stderr) };
}

function append(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}
