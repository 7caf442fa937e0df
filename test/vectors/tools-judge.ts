import { isDeepStrictEqual } from "node:util";
import { isImprintError } from "../../errors/error.ts";
import { canonicalJson, type JsonObject } from "../../imprint/canonical.ts";
import { systemClock } from "../../system/clock.ts";
import { executeCall, type ToolCallOutcome } from "../../tools/call.ts";
import type { FrozenTools } from "../../tools/frozen-tools.ts";
import { loadTools } from "../../tools/load.ts";
import type { ToolProblem, ToolRunner } from "../../tools/runner.ts";
import type { ToolsOutcome, ToolsVector } from "./tools-vector.ts";

/** What this implementation makes of a vector. A file with several problems is told by its first, and by how many. */
export async function judgeToolsVector(vector: ToolsVector, runner: ToolRunner): Promise<ToolsOutcome> {
  const request = { file: vector.file, ...vector.selection };
  try {
    const tools = await loadTools(request, { runner });
    const outcome = vector.call === null ? null : await call(tools, vector.call);
    if (outcome !== null && outcome.status !== "completed") return refused({ code: outcome.status });
    const frozen = tools.contract.tools.map((tool) => ({
      json: canonicalJson(tool.schema),
      sha256: tool.schemaSha256,
    }));
    const schemas = vector.expected.accepted && vector.expected.schemas === null ? null : frozen;
    return { accepted: true, schemas, resultSha256: outcome?.resultSha256 ?? null };
  } catch (error) {
    if (!isImprintError(error)) throw error;
    if (!Array.isArray(error.details.problems)) return refused({ code: error.code });
    const problems = error.details.problems as readonly ToolProblem[];
    if (problems.length > 1) return refused({ code: `${problems.length} problems` });
    return refused(problems[0] ?? { code: error.code });
  }
}

async function call(tools: FrozenTools, text: string): Promise<ToolCallOutcome> {
  const [tool] = tools.contract.tools;
  const request = { toolName: tool?.schema.name ?? "", arguments: JSON.parse(text) as JsonObject };
  return executeCall({ clock: systemClock }, tools, request);
}

function refused(problem: Partial<Omit<ToolProblem, "code">> & { code: string }): ToolsOutcome {
  const { code, line = null, tool = null, parameter = null } = problem;
  return { accepted: false, code, line, tool, parameter };
}

export interface Deviation {
  readonly name: string;
  readonly expected: ToolsOutcome;
  readonly actual: ToolsOutcome;
}

/** As many Python processes at once as keep two cores busy. */
const workers = 3;

/** The vectors that end otherwise than they say, in order of names, each with how. */
export async function deviations(
  vectors: readonly ToolsVector[],
  runner: ToolRunner,
): Promise<readonly Deviation[]> {
  const found: Deviation[] = [];
  const waiting = [...vectors];
  const work = async () => {
    for (let vector = waiting.shift(); vector !== undefined; vector = waiting.shift()) {
      const actual = await judgeToolsVector(vector, runner);
      const { name, expected } = vector;
      if (!isDeepStrictEqual(actual, expected)) found.push({ name, expected, actual });
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}
