import { ImprintError } from "../errors/error.ts";
import {
  type ExecutionLevel,
  type FrozenContract,
  freezeContract,
  type ToolDraft,
} from "../imprint/contract.ts";
import type { DiscoveredTools, PythonInfo, ToolProblem, ToolRunner } from "./runner.ts";
import { selectTools, type ToolSelection } from "./select.ts";
import { readToolsSource, type ToolsSource } from "./source.ts";

/** Levels that a chat may put in front of a model in this release. */
export const runnableLevels: readonly ExecutionLevel[] = ["read", "prepare"];

/** Levels that can be checked and shown. */
export const allLevels: readonly ExecutionLevel[] = ["read", "prepare", "commit"];

/** Held by this module alone, so that nothing else can make FrozenTools. */
const maker: unique symbol = Symbol("loadTools");

/** A frozen contract together with the very bytes that it was discovered in. Made only by `loadTools`. */
export class FrozenTools {
  constructor(
    made: typeof maker,
    readonly contract: FrozenContract,
    readonly source: ToolsSource,
    /** The active set in order of definition, with the tags that the contract leaves out. */
    readonly active: readonly ToolDraft[],
    /** The interpreter that discovered it. */
    readonly python: PythonInfo,
  ) {
    if (made !== maker) throw new TypeError("FrozenTools are made by loadTools");
    Object.freeze(this);
  }
}

export interface ToolsRequest extends ToolSelection {
  readonly file: string;
  /** Levels that the active set may have; `runnableLevels` when left out. */
  readonly levels?: readonly ExecutionLevel[];
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
 * @throws the code of the file's first problem (all are in `details.problems`), tools_file_not_found,
 * tools_file_unreadable, no_tools_found, unknown_tool_selection, active_tool_limit_exceeded,
 * unsupported_execution_level, python_not_found, runner_timeout, runner_failed, interrupted
 */
export async function loadTools(request: ToolsRequest, deps: ToolsDeps): Promise<FrozenTools> {
  const { source, discovered } = await discoverTools(request, deps);
  assertNoProblems(discovered.problems);
  return freezeTools(source, discovered, request);
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
    freezeTools(source, discovered, request);
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

function freezeTools(source: ToolsSource, discovered: DiscoveredTools, request: ToolsRequest): FrozenTools {
  const drafts = discovered.tools.flatMap((tool) => tool.draft ?? []);
  const active = selectTools(drafts, request);
  const contract = freezeContract(active);
  const levels = request.levels ?? runnableLevels;
  for (const { schema } of active) {
    if (levels.includes(schema.execution_level)) continue;
    throw new ImprintError(
      "unsupported_execution_level",
      `${schema.name} is a ${schema.execution_level} tool; this release checks and shows such tools, but does not run them`,
      { details: { tool: schema.name, execution_level: schema.execution_level } },
    );
  }
  return new FrozenTools(maker, contract, source, active, discovered.python);
}

function assertNoProblems(problems: readonly ToolProblem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const where = first.line === null ? "" : `line ${first.line}: `;
  const more = problems.length === 1 ? "" : ` (and ${problems.length - 1} more; see edge tools validate)`;
  throw new ImprintError(first.code, `${where}${first.message}${more}`, { details: { problems } });
}
