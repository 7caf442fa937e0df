import type { Command } from "commander";

/** Options of every command that reads a tools file. */
export interface ToolOptions {
  readonly tool?: readonly string[];
  readonly toolTag?: readonly string[];
  readonly python?: string;
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
    .option("--json", "print one JSON document");
}

function append(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}
