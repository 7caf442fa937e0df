import type { RunnerDiscoveryDocument, RunnerToolDocument } from "../../schemas/runner-documents.ts";
import { outputSchemaProblem } from "../output-schema.ts";
import type { DiscoveredTools, PythonInfo, ToolProblem } from "../runner.ts";
import { assertSound } from "./sound-schema.ts";

/**
 * The discovered tools, with the problems that only a schema compiler sees added.
 * @throws runner_failed for a tool that the runner would have refused
 */
export function discoveredTools(reply: RunnerDiscoveryDocument, python: PythonInfo): DiscoveredTools {
  const problems = [
    ...reply.problems,
    ...reply.tools.flatMap((tool) => schemaProblems(tool, reply.problems)),
  ];
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const flawed = new Set(problems.map((problem) => problem.tool));
  const tools = reply.tools.map(({ name, line, intent_tags, schema }) => ({
    name,
    line,
    draft: flawed.has(name) ? null : { schema, intentTags: intent_tags },
  }));
  return { tools, problems, python: { path: python.path, version: reply.python_version } };
}

function schemaProblems(
  { name, line, schema }: RunnerToolDocument,
  known: readonly ToolProblem[],
): ToolProblem[] {
  const own = known.filter((problem) => problem.tool === name);
  const problems: ToolProblem[] = [];
  const output = outputSchemaProblem(schema);
  // What is not JSON arrives as null; that it is missing would be a second name for the same fault.
  if (output !== undefined && !own.some((problem) => problem.code === "invalid_output_schema")) {
    problems.push({ ...output, tool: name, parameter: null, line });
  }
  if (own.length === 0) assertSound(schema);
  return problems;
}
