import { type Command, InvalidArgumentError } from "commander";
import { ImprintError } from "../../errors/error.ts";
import type { ToolChoice } from "../../pipeline/freeze-tools.ts";
import type { CliIo } from "../command.ts";
import { addToolOptions, runnerOptions, type ToolOptions } from "./tool-options.ts";

/** Options that name tools: at most one surface. */
export interface ToolsOfferedOptions extends ToolOptions {
  readonly tools?: string;
  readonly toolsManifest?: string;
  readonly factsStore?: string;
}

/** Options that name a model and the tools that it is offered. */
export interface SurfaceOptions extends ToolsOfferedOptions {
  readonly model: string;
}

/** Options of every command that runs a model with tools and answers with text. */
export interface RunOptions extends SurfaceOptions {
  readonly maxTokens?: number;
  readonly includeText?: boolean;
}

export function addSurfaceOptions(command: Command): Command {
  return addToolsOffered(
    command.option("--model <model>", "a name of the catalog, a path to a .gguf, or auto", "auto"),
  );
}

export function addToolsOffered(command: Command): Command {
  return command
    .option("--tools <file.py>", "a Python file with @edge_tool functions")
    .option("--tools-manifest <file.json>", "names of your own over the facts lookup, without Python")
    .option("--facts-store <store>", "the built-in read-only lookup in a store of facts");
}

export function addRunOptions(command: Command): Command {
  addSurfaceOptions(command)
    .option("--max-tokens <n>", "longest answer, in tokens", parseCount)
    .option("--include-text", "put prompts and answers, not only their hashes, into report and receipt");
  return addToolOptions(command);
}

/** The tools that a run offers: at most one surface. @throws conflicting_tool_options */
export function toolChoice(options: ToolsOfferedOptions): ToolChoice | null {
  const { tools, toolsManifest, factsStore, tool: names = [], toolTag: tags = [] } = options;
  const surfaces = { "--tools": tools, "--tools-manifest": toolsManifest, "--facts-store": factsStore };
  const given = Object.entries(surfaces).flatMap(([flag, value]) => (value === undefined ? [] : [flag]));
  if (given.length > 1) {
    throw new ImprintError("conflicting_tool_options", `${given.join(" and ")} exclude each other`, {
      details: { options: given },
    });
  }
  if (tools !== undefined) return { surface: "python_file", file: tools, names, tags };
  if (names.length + tags.length > 0) {
    const message = "--tool and --tool-tag choose from a file: add --tools";
    throw new ImprintError("conflicting_tool_options", message);
  }
  if (toolsManifest !== undefined) return { surface: "manifest", file: toolsManifest };
  return factsStore === undefined ? null : { surface: "facts_store", store: factsStore };
}

/** The same for a command that is about tools. @throws conflicting_tool_options, invalid_usage */
export function requiredToolChoice(options: ToolsOfferedOptions): ToolChoice {
  const choice = toolChoice(options);
  if (choice !== null) return choice;
  throw new ImprintError("invalid_usage", "name the tools with --tools, --tools-manifest or --facts-store");
}

/** The pipeline's outside for one run; what tools print goes to stderr. */
export async function runDeps(io: CliIo, options: ToolOptions) {
  const { systemDeps } = await import("../../pipeline/deps.ts");
  return systemDeps({ ...io, ...runnerOptions(io, options) });
}

/** Decimal digits, as people write a count; `0x10` and `1e3` are no counts. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(count))
    throw new InvalidArgumentError("a whole number from 1");
  return count;
}
