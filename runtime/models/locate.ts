import { stat } from "node:fs/promises";
import path from "node:path";
import { ImprintError } from "../../errors/error.ts";
import type { DataFolders } from "../../system/data-folders.ts";
import { builtInCatalog, type CatalogEntry, type ModelCatalog, starterModelId } from "./catalog.ts";
import { type MatchRank, matchModel } from "./match.ts";

export interface LocateDeps {
  readonly folders: DataFolders;
  /** Relative paths start here. */
  readonly cwd: string;
  readonly catalog?: ModelCatalog;
}

/** A model reference and the file that it means. */
export interface ResolvedModel {
  /** As the user wrote it. */
  readonly modelRef: string;
  /** The catalog's id; null for a file of the user's own. */
  readonly id: string | null;
  /** Absolute. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly catalogEntry: CatalogEntry | null;
}

/** What a reference means, whether or not the file is there. */
export type ModelReference =
  | { readonly kind: "file"; readonly path: string }
  | {
      readonly kind: "entry";
      readonly entry: CatalogEntry;
      readonly matchedBy: MatchRank | "auto";
      readonly alternates: readonly CatalogEntry[];
      readonly ambiguous: boolean;
    }
  | { readonly kind: "unknown" };

/** The reference that leaves the choice to us. */
export const autoModelRef = "auto";

/**
 * The file that a reference means: `auto` (the best installed model), a catalog name, or a path to a GGUF.
 * Reads no model file.
 *
 * @throws unknown_model, missing_model with `details.fetch_command`
 */
export async function resolveModel(modelRef: string, deps: LocateDeps): Promise<ResolvedModel> {
  const reference = await readReference(modelRef, deps);
  if (reference.kind === "unknown") throw unknownModel(modelRef);
  if (reference.kind === "file") {
    const sizeBytes = await fileSize(reference.path);
    if (sizeBytes === null) throw unknownModel(modelRef);
    const catalogEntry = entryAt(reference.path, deps);
    return { modelRef, id: catalogEntry?.id ?? null, path: reference.path, sizeBytes, catalogEntry };
  }
  if (reference.ambiguous) throw unknownModel(modelRef, [reference.entry, ...reference.alternates]);
  const { entry } = reference;
  const file = modelPath(entry, deps.folders);
  const sizeBytes = await fileSize(file);
  if (sizeBytes === null) throw missingModel(modelRef, entry);
  return { modelRef, id: entry.id, path: file, sizeBytes, catalogEntry: entry };
}

/** Where a catalog entry's file is or would be: `DATA/models/<id>/<file>`. */
export function modelPath(entry: CatalogEntry, folders: DataFolders): string {
  return path.join(folders.models, entry.id, entry.fileName);
}

/** The command that brings a model here. */
export function fetchCommand(modelId: string): string {
  return `edge models fetch ${modelId}`;
}

/** What a reference means. `auto` with nothing installed means the starter model. */
export async function readReference(modelRef: string, deps: LocateDeps): Promise<ModelReference> {
  const catalog = deps.catalog ?? builtInCatalog;
  if (modelRef === autoModelRef) return autoReference(catalog, deps.folders);
  if (looksLikePath(modelRef)) return { kind: "file", path: path.resolve(deps.cwd, modelRef) };
  const match = matchModel(catalog, modelRef);
  return match === null ? { kind: "unknown" } : { kind: "entry", ...match };
}

/** The first entry in catalog order whose file is here, else the starter model. */
async function autoReference(catalog: ModelCatalog, folders: DataFolders): Promise<ModelReference> {
  const sizes = await Promise.all(catalog.models.map((entry) => fileSize(modelPath(entry, folders))));
  const [first, ...others] = catalog.models.filter((_, i) => sizes[i] !== null);
  const entry = first ?? catalog.models.find((candidate) => candidate.id === starterModelId);
  if (entry === undefined) return { kind: "unknown" };
  const alternates = others.slice(0, 5);
  return { kind: "entry", entry, matchedBy: "auto", alternates, ambiguous: false };
}

function looksLikePath(modelRef: string): boolean {
  return /[/\\]/.test(modelRef) || modelRef.toLowerCase().endsWith(".gguf");
}

/** The entry whose own place in the data folder this path is. */
function entryAt(file: string, deps: LocateDeps): CatalogEntry | null {
  const { models } = deps.catalog ?? builtInCatalog;
  return models.find((entry) => path.resolve(modelPath(entry, deps.folders)) === file) ?? null;
}

async function fileSize(file: string): Promise<number | null> {
  try {
    const stats = await stat(file);
    return stats.isFile() ? stats.size : null;
  } catch {
    return null;
  }
}

/** A reference that means nothing, or several entries. */
export function unknownModel(modelRef: string, candidates: readonly CatalogEntry[] = []): ImprintError {
  const ids = candidates.map((entry) => entry.id);
  const message =
    ids.length === 0
      ? `${modelRef} is neither a model of the catalog nor a file`
      : `${modelRef} could mean ${ids.join(" or ")}`;
  return new ImprintError("unknown_model", message, { details: { model_ref: modelRef, candidates: ids } });
}

/** A model of the catalog whose file is not here. */
export function missingModel(modelRef: string, entry: CatalogEntry): ImprintError {
  const command = fetchCommand(entry.id);
  return new ImprintError(
    "missing_model",
    `${entry.name} is not on this machine; fetch it with: ${command}`,
    {
      details: { model_ref: modelRef, model_id: entry.id, fetch_command: command },
    },
  );
}
