import type { Command } from "commander";
import type { CliIo } from "../command.ts";
import { addToolOptions, runnerOptions, type ToolOptions } from "./tool-options.ts";

/** Options of every command that looks into a tools file. */
export type ToolsFileOptions = ToolOptions;

export function addToolsFileOptions(command: Command): Command {
  return addToolOptions(command.argument("<file>", "a Python file with @edge_tool functions"));
}

/** The request and the outside of one run; what the file prints goes to stderr. */
export async function toolsRun(io: CliIo, file: string, options: ToolsFileOptions) {
  const { toolsDeps } = await import("../../pipeline/tools-deps.ts");
  return {
    request: { file, names: options.tool ?? [], tags: options.toolTag ?? [] },
    deps: toolsDeps({ ...io, ...runnerOptions(io, options) }),
  };
}
