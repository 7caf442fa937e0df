import { printable } from "../../errors/printable.ts";
import type { ManifestValidateReport } from "../../pipeline/validate-manifest.ts";
import { shortHash } from "./short-hash.ts";

/** The tools and their stores, then one line a warning. */
export function manifestText(report: ManifestValidateReport): string {
  const { tools, warnings } = report;
  const width = Math.max(...tools.map(({ name }) => name.length));
  return [
    `${printable(report.tools_manifest)}: ok, ${tools.length} of kind local_facts_lookup`,
    ...tools.map(
      ({ name, store, schema_sha256: hash }) => `  ${name.padEnd(width)}  ${shortHash(hash)}  ${store}`,
    ),
    ...warnings.map(({ code, message, pointer }) =>
      printable(`warning: ${code}: ${message}${pointer === null ? "" : ` (${pointer})`}`),
    ),
  ].join("\n");
}
