import type { Sha256 } from "./hash.ts";

/** The model, as far as it decides what a saved state means. Widths are elements per cell, one entry a layer. */
export interface ModelIdentity {
  readonly file_sha256: Sha256;
  readonly architecture: string;
  readonly layer_count: number;
  readonly embedding_length: number;
  readonly vocab_size: number;
  readonly k_widths: readonly number[];
  readonly v_widths: readonly number[];
}

/** The engine and its K/V settings. The state version field alone spans incompatible layouts, so the release binds. */
export interface EngineIdentityDocument {
  readonly package: string;
  readonly package_version: string;
  readonly release: { readonly repo: string; readonly tag: string };
  readonly state_version: number;
  readonly key_type: "f16";
  readonly value_type: "f16";
  readonly flash_attention: true;
  readonly stream_count: 1;
}

/** What an imprint is bound to beside its contract; the live runtime states the same of itself. */
export interface RuntimeIdentity {
  readonly model: ModelIdentity;
  readonly tokenizer: { readonly sha256: Sha256 };
  readonly chat_template: { readonly sha256: Sha256 };
  readonly engine: EngineIdentityDocument;
}
