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
import { TrainedState } from "./trained-state.ts";

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
 * Writes a baked or trained state as an imprint file and puts it into the store under its digest. No time, path, host or
 * thread count goes in: equal bakes are one blob.
 */
export async function seal(made: BakedState | TrainedState, store: Store): Promise<SealedImprint> {
  if (!BakedState.is(made) && !TrainedState.is(made))
    throw new TypeError("seal takes what bake or train gave");
  if (made.contract !== null && made.callGate === null)
    throw new TypeError("a state whose call gate was not measured is not sealed");
  const header = headerOf(made);
  const parts = encodeImprint(header as unknown as JsonObject, made.state.bytes, tensorsOf(made.state));
  const descriptor = await store.put(parts, imprintMediaType);
  return { header, descriptor, path: store.pathOf(descriptor.digest) };
}

function headerOf(made: BakedState | TrainedState): ImprintHeader {
  const common = {
    schema_version: headerSchemaVersion,
    contract: made.contract && contractDocument(made.contract),
    profile_text: made.profileText,
    prefix: {
      renderer_version: prefixRendererVersion,
      token_count: made.prefix.tokens.length,
      token_ids_sha256: tokenIdsSha256(made.prefix.tokens),
    },
    ...made.runtime.identity,
    decode: decodeSettings(made.callGate),
  } as const;
  return TrainedState.is(made)
    ? { ...common, kind: "trained", training: made.training }
    : { ...common, kind: "exact" };
}
