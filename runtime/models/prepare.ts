import { isImprintError } from "../../errors/error.ts";
import { type FetchDeps, fetchError, fetchModel } from "./fetch.ts";
import type { FetchReceipt } from "./fetch-receipt.ts";
import { type ResolvedModel, resolveModel } from "./locate.ts";

/** A model that is here now, and the receipt of its download when there was one. */
export interface PreparedModel {
  readonly model: ResolvedModel;
  readonly fetched: FetchReceipt | null;
}

export interface PrepareDeps extends FetchDeps {
  /** Told before the first byte: nothing downloads silently. */
  readonly onFetch?: (modelId: string) => void;
}

/**
 * The model of a reference, fetched first when it is not here. `auto` with nothing installed takes the starter
 * model.
 *
 * @throws unknown_model, download_failed, download_incomplete, model_hash_mismatch, file_write_failed, interrupted
 */
export async function prepareModel(modelRef: string, deps: PrepareDeps): Promise<PreparedModel> {
  const missing = await missingModelId(modelRef, deps);
  if (missing === null) return { model: await resolveModel(modelRef, deps), fetched: null };
  deps.onFetch?.(missing);
  const fetched = await fetchModel(missing, {}, deps);
  const error = fetchError(fetched);
  if (error !== null) throw error;
  return { model: await resolveModel(modelRef, deps), fetched };
}

async function missingModelId(modelRef: string, deps: PrepareDeps): Promise<string | null> {
  try {
    await resolveModel(modelRef, deps);
    return null;
  } catch (error) {
    if (isImprintError(error, "missing_model")) return String(error.details.model_id);
    throw error;
  }
}
