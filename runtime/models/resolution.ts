import { builtInCatalog, type CatalogEntry } from "./catalog.ts";
import { fetchCommand, type LocateDeps, type ModelReference } from "./locate.ts";

/** What a model reference was taken for, as it stands in reports and receipts. */
export interface ResolutionDocument {
  readonly status: "resolved" | "external" | "unknown";
  readonly input: string;
  readonly model_id: string | null;
  readonly name: string | null;
  readonly download_hint: string | null;
  readonly category: string | null;
  readonly size_gb: number | null;
  readonly catalog_source: "built_in" | "custom";
  readonly catalog_version: string;
  readonly matched_by: string | null;
  /** Ids of other entries that the name fits. */
  readonly alternates: readonly string[];
}

/** A partial name that fits several entries equally well counts as unknown, with all of them as alternates. */
export function resolutionDocument(
  input: string,
  reference: ModelReference,
  deps: LocateDeps,
): ResolutionDocument {
  const catalog = deps.catalog ?? builtInCatalog;
  const empty = {
    status: "unknown" as const,
    input,
    model_id: null,
    name: null,
    download_hint: null,
    category: null,
    size_gb: null,
    catalog_source: catalog === builtInCatalog ? ("built_in" as const) : ("custom" as const),
    catalog_version: catalog.version,
    matched_by: null,
    alternates: [],
  };
  if (reference.kind === "unknown") return empty;
  if (reference.kind === "file") return { ...empty, status: "external", matched_by: "path" };
  const alternates = reference.alternates.map((entry) => entry.id);
  if (reference.ambiguous) return { ...empty, alternates: [reference.entry.id, ...alternates].slice(0, 5) };
  const { entry } = reference;
  return {
    ...empty,
    status: "resolved",
    model_id: entry.id,
    name: entry.name,
    download_hint: fetchCommand(entry.id),
    category: entry.category,
    size_gb: sizeGb(entry),
    matched_by: reference.matchedBy,
    alternates,
  };
}

function sizeGb(entry: CatalogEntry): number | null {
  return entry.sizeBytes === null ? null : Math.round(entry.sizeBytes / 1e6) / 1e3;
}
