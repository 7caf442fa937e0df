import { unlink } from "node:fs/promises";
import { isImprintError } from "../../errors/error.ts";
import type { Sha256 } from "../../imprint/hash.ts";
import type { CatalogEntry } from "./catalog.ts";
import { type AttemptDocument, attemptDocument, type FetchFailure } from "./fetch-receipt.ts";
import { readModelFacts } from "./gguf-facts.ts";
import type { SourceName } from "./hubs.ts";
import { moveIntoPlace, partPath, removePart } from "./part-file.ts";
import { isStillThere, type SourceAttempt } from "./source-attempt.ts";
import { attemptSource, type SourceRequest } from "./sources.ts";

/** A model file that was judged and put in place. */
export interface Delivery {
  readonly source: SourceName;
  readonly sizeBytes: number;
  readonly sha256: Sha256;
  readonly announcedSha256: Sha256 | null;
}

/** One source asked once: the attempt for the receipt, and the delivery or why there is none. */
export interface DeliveryAttempt {
  readonly attempt: AttemptDocument;
  readonly result: Delivery | FetchFailure;
}

type Delivered = Extract<SourceAttempt, { kind: "delivered" }>;

/**
 * Asks one source, judges what arrived, and only then renames it to the target. What is refused is removed; what
 * is merely unfinished stays as a part.
 *
 * @throws file_write_failed; the signal's reason when it was aborted
 */
export async function deliverFrom(
  source: SourceName,
  entry: CatalogEntry,
  request: SourceRequest,
  elapsedMs: () => number,
): Promise<DeliveryAttempt> {
  const start = elapsedMs();
  const attempt = await attemptSource(source, entry, request);
  const duration = elapsedMs() - start;
  if (attempt.kind === "failed") {
    const result = attempt.incomplete ? "download_incomplete" : "download_failed";
    return { attempt: attemptDocument(source, attempt.report, duration), result };
  }
  const refusal = await judge(attempt, entry);
  if (refusal !== null) {
    await discard(attempt.file, request.target);
    const report = { ...attempt.report, stderrTail: refusal.reason };
    return { attempt: attemptDocument(source, report, duration), result: refusal.code };
  }
  await place(attempt.file, request.target);
  const { sizeBytes, sha256, announcedSha256 } = attempt;
  return {
    attempt: attemptDocument(source, attempt.report, duration),
    result: { source, sizeBytes, sha256, announcedSha256 },
  };
}

/** Why a delivered file is not accepted, or null. Without any known hash it must at least be a whole GGUF. */
async function judge(
  attempt: Delivered,
  entry: CatalogEntry,
): Promise<{ code: FetchFailure; reason: string } | null> {
  const expected = entry.sha256 ?? attempt.announcedSha256;
  if (expected !== null && attempt.sha256 !== expected) {
    return { code: "model_hash_mismatch", reason: `expected ${expected}, got ${attempt.sha256}` };
  }
  const fault = entry.sha256 === null ? await faultIn(attempt.file) : null;
  if (fault !== null) return { code: "download_failed", reason: `what arrived is no model: ${fault}` };
  // Last, so that nothing but the rename follows: what is moved must be what was hashed.
  if (await isStillThere(attempt.file, attempt.identity)) return null;
  return { code: "download_failed", reason: "the file was changed by another program meanwhile" };
}

async function faultIn(file: string): Promise<string | null> {
  try {
    await readModelFacts(file);
    return null;
  } catch (error) {
    if (!isImprintError(error, "invalid_model_file")) throw error;
    return String(error.details.reason);
  }
}

async function place(file: string, target: string): Promise<void> {
  try {
    await moveIntoPlace(file, target);
  } catch (error) {
    if (file !== partPath(target)) await discard(file, target);
    throw error;
  }
}

async function discard(file: string, target: string): Promise<void> {
  if (file === partPath(target)) await removePart(target);
  else await unlink(file).catch(() => {});
}
