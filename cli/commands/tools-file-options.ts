import type { Command } from "commander";
import type { CliIo } from "../command.ts";

/** Options of every command that looks into a tools file. */
export interface ToolsFileOptions {
  readonly tool?: readonly string[];
  readonly toolTag?: readonly string[];
  readonly python?: string;
  readonly json?: boolean;
}

export function addToolsFileOptions(command: Command): Command {
  return command
    .argument("<file>", "a Python file with @edge_tool functions")
    .option("--tool <name>", "only this tool (repeatable)", append)
    .option("--tool-tag <tag>", "tools with this intent tag (repeatable, adds to --tool)", append)
    .option("--python <path>", "interpreter (default: EDGE_PYTHON, the virtual environment, python3)")
    .option("--json", "print one JSON document");
}

/** The request and the outside of one run; what the file prints goes to stderr. */
export async function toolsRun(io: CliIo, file: string, options: ToolsFileOptions) {
  const { toolsDeps } = await import("../../pipeline/tools-deps.ts");
  return {
    request: { file, names: options.tool ?? [], tags: options.toolTag ?? [] },
    deps: toolsDeps({ ...io, python: options.python, onToolOutput: (chunk) => void io.stderr.write(chunk) }),
  };
}

function append(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}
