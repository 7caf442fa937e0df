import { ImprintError } from "../errors/error.ts";
import { freezeContract } from "../imprint/contract.ts";
import { type FrozenTools, freezeTools } from "./frozen-tools.ts";
import { pythonExecutor } from "./python/executor.ts";
import type { DiscoveredTools, ToolProblem, ToolRunner } from "./runner.ts";
import { selectTools, type ToolSelection } from "./select.ts";
import { readToolsSource, type ToolsSource } from "./source.ts";

export interface ToolsRequest extends ToolSelection {
  readonly file: string;
}

export interface ToolsDeps {
  readonly runner: ToolRunner;
  /** Where a relative path starts; the process's own folder when left out. */
  readonly cwd?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a tools file once, discovers its tools in the runner, selects and freezes. Runs the file's top level.
 *
 * @throws the code of the file's first problem (all are in `details.problems`, `details.path` is the file), tools_file_not_found,
 * tools_file_unreadable, no_tools_found, unknown_tool_selection, active_tool_limit_exceeded,
 * python_not_found, runner_timeout, runner_failed, interrupted
 */
export async function loadTools(request: ToolsRequest, deps: ToolsDeps): Promise<FrozenTools> {
  const { source, discovered } = await discoverTools(request, deps);
  assertNoProblems(source, discovered.problems);
  const surface = { kind: "python_file", source, python: discovered.python } as const;
  return freezeTools(selected(discovered, request), surface, pythonExecutor(source, deps.runner));
}

/** What `validate` reports: every problem of the file, then of the selection. */
export interface ToolsCheck {
  readonly source: ToolsSource;
  readonly discovered: DiscoveredTools;
  readonly problems: readonly ToolProblem[];
}

/** Like `loadTools`, but problems of the file and the selection are data. */
export async function checkTools(request: ToolsRequest, deps: ToolsDeps): Promise<ToolsCheck> {
  const { source, discovered } = await discoverTools(request, deps);
  if (discovered.problems.length > 0) return { source, discovered, problems: discovered.problems };
  try {
    freezeContract(selected(discovered, request));
    return { source, discovered, problems: [] };
  } catch (error) {
    if (!(error instanceof ImprintError)) throw error;
    const { code, message } = error;
    return { source, discovered, problems: [{ code, message, tool: null, parameter: null, line: null }] };
  }
}

async function discoverTools({ file }: ToolsRequest, { runner, cwd, signal }: ToolsDeps) {
  const source = await readToolsSource(file, cwd);
  return { source, discovered: await runner.discover(source, { signal }) };
}

function selected({ tools }: DiscoveredTools, request: ToolsRequest) {
  return selectTools(
    tools.flatMap((tool) => tool.draft ?? []),
    request,
  );
}

function assertNoProblems({ path }: ToolsSource, problems: readonly ToolProblem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const where = first.line === null ? path : `${path}:${first.line}`;
  const what = first.tool === null ? first.message : `${first.tool}: ${first.message}`;
  const more = problems.length === 1 ? "" : ` (and ${problems.length - 1} more; see edge tools validate)`;
  throw new ImprintError(first.code, `${where}: ${what}${more}`, { details: { path, problems } });
}
