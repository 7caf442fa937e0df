import { type Sha256, sha256 } from "../../../imprint/hash.ts";
import type { CatalogEntry, ModelCatalog } from "../../../runtime/models/catalog.ts";

/** A catalog entry for tests: pip and hub sources of one small file. */
export function smallEntry(id: string, changes: Partial<CatalogEntry> = {}): CatalogEntry {
  return {
    id,
    aliases: [],
    name: id,
    category: "chat",
    architecture: "llama",
    memory: "full_attention",
    fileName: `${id}.gguf`,
    sizeBytes: null,
    sha256: null,
    licence: "none",
    sources: [{ kind: "huggingface", repo: "team/models", file: `${id}.gguf`, revision: "main" }],
    chatTemplate: null,
    ...changes,
  };
}

/** The entry's size and hash as a catalog names them. */
export function contentOf(bytes: Uint8Array): { sizeBytes: number; sha256: Sha256 } {
  return { sizeBytes: bytes.length, sha256: sha256(bytes) };
}

export function smallCatalog(...models: readonly CatalogEntry[]): ModelCatalog {
  return { version: "test", models };
}
