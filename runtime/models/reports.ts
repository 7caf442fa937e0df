import { readdir } from "node:fs/promises";
import path from "node:path";
import { type ErrorDocument, errorDocument } from "../../errors/document.ts";
import { ImprintError } from "../../errors/error.ts";
import { builtInCatalog, type CatalogEntry, type ModelCatalog } from "./catalog.ts";
import { isComplete, modelFileIssues, sizeOf } from "./existing.ts";
import {
  fetchCommand,
  type LocateDeps,
  type ModelReference,
  missingModel,
  modelPath,
  readReference,
  unknownModel,
} from "./locate.ts";
import { isSupportedMemory } from "./memory-class.ts";
import { partPath } from "./part-file.ts";
import { type ResolutionDocument, resolutionDocument } from "./resolution.ts";

/** Document `edge.models.list.report.v1`. */
export interface ModelsListReport {
  readonly schema_version: "edge.models.list.report.v1";
  readonly catalog: { readonly source: string; readonly version: string; readonly total_models: number };
  readonly roots: readonly string[];
  readonly local_models: readonly LocalModelDocument[];
  readonly catalog_models: readonly CatalogModelSummary[];
}

export interface LocalModelDocument {
  /** The catalog's id, else the file's name. */
  readonly name: string;
  readonly path: string;
  readonly size_bytes: number;
  readonly complete: boolean;
  readonly issues: readonly string[];
}

export interface CatalogModelSummary {
  readonly id: string;
  readonly name: string;
  readonly memory: string;
  /** Whether this release can bake the model; every model can chat. */
  readonly bakeable: boolean;
  readonly size_bytes: number | null;
  readonly licence: string;
  readonly installed: boolean;
}

/** Document `edge.models.where.report.v1`. */
export interface ModelWhereReport {
  readonly schema_version: "edge.models.where.report.v1";
  readonly status: "ok" | "incomplete" | "missing" | "unknown";
  readonly resolution: ResolutionDocument;
  readonly local_matches: readonly LocalModelDocument[];
  readonly fetch_command: string | null;
  /** Present unless the status is `ok`. */
  readonly error?: ErrorDocument;
}

/** What is here and what could be. Reads headers only. */
export async function listModels(deps: LocateDeps): Promise<ModelsListReport> {
  const catalog = deps.catalog ?? builtInCatalog;
  const local = await localModels(deps.folders.models, catalog);
  const installed = new Set(local.filter((model) => model.complete).map((model) => model.name));
  return {
    schema_version: "edge.models.list.report.v1",
    catalog: {
      source: catalog === builtInCatalog ? "built_in" : "custom",
      version: catalog.version,
      total_models: catalog.models.length,
    },
    roots: [deps.folders.models],
    local_models: local,
    catalog_models: catalog.models.map((entry) => ({
      id: entry.id,
      name: entry.name,
      memory: entry.memory,
      bakeable: isSupportedMemory(entry.memory),
      size_bytes: entry.sizeBytes,
      licence: entry.licence,
      installed: installed.has(entry.id),
    })),
  };
}

/** Where one model is, or how to bring it here. */
export async function whereModel(modelRef: string, deps: LocateDeps): Promise<ModelWhereReport> {
  return whereReport(modelRef, await readReference(modelRef, deps), deps);
}

/** The report on a reference that was read already. */
export async function whereReport(
  modelRef: string,
  reference: ModelReference,
  deps: LocateDeps,
): Promise<ModelWhereReport> {
  const entry = entryOf(reference);
  const file = reference.kind === "file" ? reference.path : entry && modelPath(entry, deps.folders);
  const match = file === null ? null : await localModel(file, entry);
  const error = whereError(modelRef, reference, match);
  return {
    schema_version: "edge.models.where.report.v1",
    status: statusOf(entry, match),
    resolution: resolutionDocument(modelRef, reference, deps),
    local_matches: match === null ? [] : [match],
    fetch_command: entry === null ? null : fetchCommand(entry.id),
    ...(error !== null && { error: errorDocument(error.code, error.message) }),
  };
}

function statusOf(entry: CatalogEntry | null, match: LocalModelDocument | null): ModelWhereReport["status"] {
  if (match !== null) return match.complete ? "ok" : "incomplete";
  return entry === null ? "unknown" : "missing";
}

/** The error of a command that needs this model now; null when it is here and complete. */
function whereError(
  modelRef: string,
  reference: ModelReference,
  match: LocalModelDocument | null,
): ImprintError | null {
  if (match?.complete) return null;
  const entry = entryOf(reference);
  if (match !== null && (entry === null || !match.issues.includes("file_missing"))) {
    return new ImprintError("invalid_model_file", `${match.path} is not whole: ${match.issues.join(", ")}`);
  }
  if (entry !== null) return missingModel(modelRef, entry);
  const fits = reference.kind === "entry" ? [reference.entry, ...reference.alternates] : [];
  return unknownModel(modelRef, fits);
}

/** The one catalog entry that a reference means, or null. */
export function entryOf(reference: ModelReference): CatalogEntry | null {
  return reference.kind === "entry" && !reference.ambiguous ? reference.entry : null;
}

/** One model file or the unfinished part of one; null when neither is there. */
async function localModel(file: string, entry: CatalogEntry | null): Promise<LocalModelDocument | null> {
  const sizeBytes = (await sizeOf(file)) ?? (await sizeOf(partPath(file)));
  if (sizeBytes === null) return null;
  const issues = await modelFileIssues(file, entry);
  const name = entry?.id ?? path.basename(file);
  return { name, path: file, size_bytes: sizeBytes, complete: isComplete(issues), issues };
}

/** Model files in the folder and one level below, by path. Folders that are links count, as they do for `where`. */
async function localModels(root: string, catalog: ModelCatalog): Promise<LocalModelDocument[]> {
  const entries = await namesIn(root);
  const folders = [root, ...entries.map((name) => path.join(root, name))];
  const names = [entries, ...(await Promise.all(folders.slice(1).map(namesIn)))];
  const files = folders.flatMap((folder, i) =>
    (names[i] ?? [])
      .map((name) => name.replace(/\.part$/, ""))
      .filter((name) => name.endsWith(".gguf"))
      .map((name) => path.join(folder, name)),
  );
  const models = await Promise.all(
    [...new Set(files)].sort().map((file) => {
      const entry = catalog.models.find((one) => path.join(root, one.id, one.fileName) === file);
      return localModel(file, entry ?? null);
    }),
  );
  return models.filter((model) => model !== null);
}

/** Nothing for what is no folder, or may not be read. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
