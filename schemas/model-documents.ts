/** JSON forms of the model documents that this product reads back. */

export interface ModelCatalogDocument {
  schema_version: "edge.models.catalog.v1";
  version: string;
  models: CatalogModelDocument[];
}

export interface CatalogModelDocument {
  id: string;
  aliases: string[];
  name: string;
  category: "chat" | "function_calling";
  architecture: string;
  memory: "full_attention" | "sliding_window" | "recurrent" | "hybrid" | "unknown";
  file: string;
  size_bytes: number | null;
  sha256: `sha256:${string}` | null;
  licence: string;
  sources: ModelSourceDocument[];
  chat_template?: { text: string; sha256: `sha256:${string}` };
}

export type ModelSourceDocument =
  | { kind: "pip"; package: string; version: string; member: string }
  | { kind: "huggingface"; repo: string; file: string; revision: string };

export interface ModelHashesDocument {
  schema_version: "edge.models.hashes.v1";
  files: { [path: string]: RememberedHashDocument };
}

/** Numbers are decimal strings: nanoseconds and inodes do not fit a JSON number. */
export interface RememberedHashDocument {
  device: string;
  inode: string;
  size_bytes: string;
  mtime_ns: string;
  ctime_ns: string;
  sha256: `sha256:${string}`;
}

export interface ModelPartDocument {
  schema_version: "edge.models.part.v1";
  repo: string;
  file: string;
  revision: string;
  etag: string;
  size_bytes: number;
}
