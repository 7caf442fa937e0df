import { type ErrorCode, errorTable } from "../errors/codes.ts";
import type { Sha256 } from "../imprint/hash.ts";
import { assertToolsValidateReport } from "../schemas/index.ts";
import { checkTools, type ToolsDeps, type ToolsRequest } from "../tools/load.ts";
import type { ToolProblem } from "../tools/runner.ts";

/** What `edge tools validate --json` prints. */
export interface ToolsValidateReport {
  readonly schema_version: "edge.tools.validate.report.v1";
  readonly ok: boolean;
  readonly status: "ok" | ErrorCode;
  /** The first problem. */
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly remediation: string;
    readonly detail: object;
  };
  readonly tools_file: string;
  readonly tools_file_sha256: Sha256;
  /** Every tool of the file, in order of definition, whatever was selected. */
  readonly tools: readonly { readonly name: string; readonly line: number | null }[];
  readonly problems: readonly ToolProblem[];
}

/**
 * Checks a tools file and a selection from it: names, hints, result contracts, duplicates, the active-set
 * limit. All problems are in the report, `error` is the first. Runs the file's top level; calls nothing.
 *
 * @throws tools_file_not_found, tools_file_unreadable, python_not_found, runner_timeout, runner_failed,
 * interrupted
 */
export async function validateTools(request: ToolsRequest, deps: ToolsDeps): Promise<ToolsValidateReport> {
  const { source, discovered, problems } = await checkTools(request, deps);
  const [first] = problems;
  const file = {
    tools_file: source.path,
    tools_file_sha256: source.sha256,
    tools: discovered.tools.map(({ name, line }) => ({ name, line })),
    problems,
  };
  const schema_version = "edge.tools.validate.report.v1";
  const report: ToolsValidateReport =
    first === undefined
      ? { schema_version, ok: true, status: "ok", ...file }
      : {
          schema_version,
          ok: false,
          status: first.code,
          error: {
            code: first.code,
            message: first.message,
            remediation: errorTable[first.code].fix,
            detail: { tool: first.tool, parameter: first.parameter, line: first.line },
          },
          ...file,
        };
  assertToolsValidateReport(report);
  return report;
}
