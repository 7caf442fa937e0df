import { stat } from "node:fs/promises";
import { printable } from "../errors/printable.ts";
import { freezeContract } from "../imprint/contract.ts";
import type { Sha256 } from "../imprint/hash.ts";
import { assertManifestValidateReport } from "../schemas/index.ts";
import { storePath } from "../tools/facts/store-name.ts";
import { manifestDrafts } from "../tools/manifest/load.ts";
import { type ManifestTool, readManifest } from "../tools/manifest/manifest-file.ts";
import { nameDrift } from "../tools/manifest/name-drift.ts";
import type { FactsDeps } from "./facts-deps.ts";
import { loadSample } from "./learn-sample.ts";

export interface ManifestWarning {
  readonly code: "tool_schema_export_name_mismatch" | "facts_store_not_found";
  readonly message: string;
  readonly tool: string;
  /** Into the learn sample. */
  readonly pointer: string | null;
}

/** `edge.demo.tools.validate.report.v1`. */
export interface ManifestValidateReport {
  readonly schema_version: "edge.demo.tools.validate.report.v1";
  readonly ok: true;
  readonly status: "ok";
  readonly tools_manifest: string;
  readonly tools_manifest_sha256: Sha256;
  readonly active_set_sha256: Sha256;
  readonly schema_generator_version: string;
  readonly learn_sample_sha256: Sha256 | null;
  /** By name. */
  readonly tools: readonly (Omit<ManifestTool, "description"> & { readonly schema_sha256: Sha256 })[];
  readonly warning_count: number;
  readonly warnings: readonly ManifestWarning[];
}

/**
 * Checks a manifest, and a learn sample against it, without running, asking or writing anything.
 * @throws invalid_tools_manifest, duplicate_tool_name, active_tool_limit_exceeded, invalid_learn_sample
 */
export async function validateManifest(
  request: { readonly manifest: string; readonly learnSample: string | null },
  { cwd, folders }: Pick<FactsDeps, "cwd" | "folders">,
): Promise<ManifestValidateReport> {
  const manifest = await readManifest(request.manifest, cwd);
  const contract = freezeContract(manifestDrafts(manifest));
  const sample = request.learnSample && (await loadSample({ sampleFile: request.learnSample }, cwd));
  const byName = new Map(manifest.tools.map((tool) => [tool.name, tool]));
  const warnings = [
    ...(await missingStores(manifest.tools, folders.facts)),
    ...(sample ? nameDrift([...byName.keys()], sample.sample).map(driftWarning) : []),
  ];
  const report: ManifestValidateReport = {
    schema_version: "edge.demo.tools.validate.report.v1",
    ok: true,
    status: "ok",
    tools_manifest: manifest.path,
    tools_manifest_sha256: manifest.sha256,
    active_set_sha256: contract.activeSetSha256,
    schema_generator_version: contract.generatorVersion,
    learn_sample_sha256: sample ? sample.sampleSha256 : null,
    tools: contract.tools.flatMap(({ schema, schemaSha256 }) => {
      const tool = byName.get(schema.name);
      return tool
        ? [{ name: tool.name, kind: tool.kind, store: tool.store, schema_sha256: schemaSha256 }]
        : [];
    }),
    warning_count: warnings.length,
    warnings,
  };
  assertManifestValidateReport(report);
  return report;
}

/** A manifest may be checked where its stores are not; a chat would be refused there. */
async function missingStores(tools: readonly ManifestTool[], folder: string): Promise<ManifestWarning[]> {
  const warnings: ManifestWarning[] = [];
  for (const { name, store } of tools) {
    const stats = await stat(storePath(folder, store)).catch(() => null);
    // An empty one is what an import leaves that was killed before it stored anything.
    if (stats?.isFile() && stats.size > 0) continue;
    const message = `there is no facts store ${store} here`;
    warnings.push({ code: "facts_store_not_found", message, tool: name, pointer: null });
  }
  return warnings;
}

function driftWarning({ tool, pointer }: { tool: string; pointer: string | null }): ManifestWarning {
  const name = printable(tool, 80);
  const message =
    pointer === null
      ? `the sample's tool_schema_export does not have the manifest's ${name}`
      : `the sample names ${name}, which the manifest does not have`;
  return { code: "tool_schema_export_name_mismatch", message, tool, pointer };
}
