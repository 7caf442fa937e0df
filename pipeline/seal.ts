import { encodeImprint } from "../artifacts/safetensors.ts";
import type { Descriptor, Store } from "../artifacts/store.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import {
  contractDocument,
  decodeSettings,
  headerSchemaVersion,
  type ImprintHeader,
  tokenIdsSha256,
} from "../imprint/header.ts";
import { tensorsOf } from "../imprint/state/tensors.ts";
import { prefixRendererVersion } from "../runtime/prompt/system-text.ts";
import { BakedState } from "./bake.ts";

/** An imprint in the store. */
export interface SealedImprint {
  readonly header: ImprintHeader;
  readonly descriptor: Descriptor;
  /** The file itself: one blob of the store. */
  readonly path: string;
}

/** Media type of an imprint file. */
export const imprintMediaType = "application/vnd.neural-imprint.v1+safetensors";

/**
 * Writes a baked state as an imprint file and puts it into the store under its digest. No time, path, host or
 * thread count goes in: equal bakes are one blob.
 */
export async function seal(baked: BakedState, store: Store): Promise<SealedImprint> {
  if (!BakedState.is(baked)) throw new TypeError("seal takes what bake gave");
  const header = headerOf(baked);
  const parts = encodeImprint(header as unknown as JsonObject, baked.state.bytes, tensorsOf(baked.state));
  const descriptor = await store.put(parts, imprintMediaType);
  return { header, descriptor, path: store.pathOf(descriptor.digest) };
}

function headerOf(baked: BakedState): ImprintHeader {
  return {
    schema_version: headerSchemaVersion,
    kind: "exact",
    contract: baked.contract && contractDocument(baked.contract),
    profile_text: baked.profileText,
    prefix: {
      renderer_version: prefixRendererVersion,
      token_count: baked.prefix.tokens.length,
      token_ids_sha256: tokenIdsSha256(baked.prefix.tokens),
    },
    ...baked.runtime.identity,
    decode: decodeSettings(baked.callGate),
  };
}
