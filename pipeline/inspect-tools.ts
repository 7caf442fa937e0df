import { type ExecutionLevel, schemaGeneratorVersion, type ToolSchema } from "../imprint/contract.ts";
import type { Sha256 } from "../imprint/hash.ts";
import { assertToolsInspectReport } from "../schemas/index.ts";
import { loadTools, type ToolsDeps, type ToolsRequest } from "../tools/load.ts";

/** What `edge tools inspect --json` prints. */
export interface ToolsInspectReport {
  readonly schema_version: "edge.tools.inspect.report.v1";
  readonly ok: true;
  readonly status: "ok";
  readonly tools_file: string;
  readonly tools_file_sha256: Sha256;
  readonly active_set_sha256: Sha256;
  readonly schema_generator_version: string;
  readonly python: { readonly path: string; readonly version: string };
  /** The active set, sorted by name. */
  readonly tools: readonly InspectedTool[];
}

export interface InspectedTool {
  readonly name: string;
  readonly description: string;
  readonly intent_tags: readonly string[];
  readonly execution_level: ExecutionLevel;
  readonly return_direct: boolean;
  readonly schema_sha256: Sha256;
  /** What is hashed: the tool as an imprint learns it. */
  readonly schema: ToolSchema;
}

/**
 * Freezes an active set and shows it: each tool's generated schema with its hash, the hash of the set and of
 * the file. Runs the file's top level; calls nothing.
 *
 * @throws what loadTools throws
 */
export async function inspectTools(request: ToolsRequest, deps: ToolsDeps): Promise<ToolsInspectReport> {
  const { contract, active, surface } = await loadTools(request, deps);
  if (surface.kind !== "python_file") throw new TypeError("not a tools file");
  const { source, python } = surface;
  const tags = new Map(active.map((draft) => [draft.schema.name, draft.intentTags]));
  const report: ToolsInspectReport = {
    schema_version: "edge.tools.inspect.report.v1",
    ok: true,
    status: "ok",
    tools_file: source.path,
    tools_file_sha256: source.sha256,
    active_set_sha256: contract.activeSetSha256,
    schema_generator_version: schemaGeneratorVersion,
    python: { path: python.path, version: python.version },
    tools: contract.tools.map(({ schema, schemaSha256 }) => ({
      name: schema.name,
      description: schema.description,
      intent_tags: tags.get(schema.name) ?? [],
      execution_level: schema.execution_level,
      return_direct: schema.return_direct,
      schema_sha256: schemaSha256,
      schema,
    })),
  };
  assertToolsInspectReport(report);
  return report;
}
