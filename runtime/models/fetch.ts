import { rmdir } from "node:fs/promises";
import path from "node:path";
import { ImprintError, isImprintError } from "../../errors/error.ts";
import { type Clock, timestamp } from "../../system/clock.ts";
import { withProcessLock } from "../../system/process-lock.ts";
import type { CatalogEntry } from "./catalog.ts";
import { type DeliveryAttempt, deliverFrom } from "./delivery.ts";
import { isIntact, sizeOf } from "./existing.ts";
import {
  contentFields,
  emptyReceipt,
  type FetchFailure,
  type FetchReceipt,
  failureFields,
  seconds,
  writeReceipt,
} from "./fetch-receipt.ts";
import { type HubEndpoints, hubEndpoints, hubOrder, probeHubs, type SourceName } from "./hubs.ts";
import { fetchCommand, type LocateDeps, modelPath, readReference } from "./locate.ts";
import { modelSha256 } from "./model-hash.ts";
import { partPath } from "./part-file.ts";
import { removeStaleWork } from "./pip-source.ts";
import { resolutionDocument } from "./resolution.ts";
import type { FetchProgress } from "./source-attempt.ts";
import { hubRepo, plannedSources } from "./sources.ts";

export interface FetchOptions {
  /** `auto` (default) tries every source that the catalog entry names. */
  readonly source?: "auto" | SourceName;
  /** Instead of `DATA/models/<id>`. */
  readonly downloadDir?: string;
  /** Instead of `DATA/receipts/models/<stamp>_<id>.json`. */
  readonly receipt?: string;
  /** Resolve and plan only; writes nothing. */
  readonly dryRun?: boolean;
  /** Default true: ask which hub answers before one of two is used. */
  readonly probe?: boolean;
  /** Fetch although the file is here. */
  readonly force?: boolean;
  /** For each source; 0 (default) is off. */
  readonly timeoutMs?: number;
}

export interface FetchDeps extends LocateDeps {
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly endpoints?: HubEndpoints;
  readonly onProgress?: FetchProgress;
  /** Pause before a cut connection is taken up again. */
  readonly retryDelayMs?: number;
}

/** What one run has found out; becomes a part of the receipt. */
interface Trail {
  source_order: readonly SourceName[];
  network_probe: FetchReceipt["network_probe"];
  attempted_sources: FetchReceipt["attempted_sources"];
}

type Outcome = Partial<FetchReceipt> & Pick<FetchReceipt, "ok" | "status">;

/**
 * Brings a catalog model here. How it went is in the receipt's `status`; the receipt is also written to disk
 * unless nothing was tried (a dry run, an unknown model). What arrives with a wrong size, hash or form is removed.
 *
 * @throws file_write_failed, interrupted
 */
export async function fetchModel(
  modelRef: string,
  options: FetchOptions,
  deps: FetchDeps,
): Promise<FetchReceipt> {
  try {
    return await fetchReference(modelRef, options, deps);
  } catch (error) {
    if (!deps.signal.aborted || isImprintError(error)) throw error;
    throw new ImprintError("interrupted", "the download was interrupted", { cause: error });
  }
}

/** The error of a fetch that failed, for callers that need the model; null after a success. */
export function fetchError(receipt: FetchReceipt): ImprintError | null {
  if (receipt.error === undefined) return null;
  const { attempted_sources, receipt_path, resumable, resolution } = receipt;
  return new ImprintError(receipt.error.code, receipt.error.message, {
    details: { model_id: resolution.model_id, attempted_sources, receipt_path, resumable },
  });
}

async function fetchReference(
  modelRef: string,
  options: FetchOptions,
  deps: FetchDeps,
): Promise<FetchReceipt> {
  const startMs = deps.clock.elapsedMs();
  const startedAt = timestamp(deps.clock.now());
  const reference = await readReference(modelRef, deps);
  const resolution = resolutionDocument(modelRef, reference, deps);
  const base = emptyReceipt({ modelRef, resolution, startedAt, options });
  if (reference.kind === "file") return { ...base, ...(await givenFile(modelRef, reference.path)) };
  if (reference.kind === "unknown" || reference.ambiguous) return { ...base, ...unknownModel(modelRef) };

  const { entry } = reference;
  const target = targetOf(entry, options, deps);
  const trail: Trail = {
    source_order: plannedSources(entry, options.source ?? "auto"),
    network_probe: [],
    attempted_sources: [],
  };
  const outcome = await fetchEntry(entry, target, trail, options, deps);
  const receipt: FetchReceipt = {
    ...base,
    repo_id: hubRepo(entry),
    download_dir: path.dirname(target),
    path: target,
    sha256_expected: entry.sha256,
    ...trail,
    ...outcome,
    elapsed_seconds: seconds(deps.clock.elapsedMs() - startMs),
  };
  return options.dryRun ? receipt : writeReceipt(receipt, receiptPlace(entry, options, deps));
}

async function fetchEntry(
  entry: CatalogEntry,
  target: string,
  trail: Trail,
  options: FetchOptions,
  deps: FetchDeps,
): Promise<Outcome> {
  if (options.dryRun) return plan(entry, target, trail, options, deps);
  const present = await existing(entry, target, options, deps);
  if (present !== null) return present;
  const onWait = async () => deps.onProgress?.("waiting", (await sizeOf(partPath(target))) ?? 0, null);
  try {
    return await withProcessLock(target, { signal: deps.signal, onWait }, async () => {
      await removeStaleWork(target);
      // Whoever held the lock before may have brought it.
      return (
        (await existing(entry, target, options, deps)) ??
        (await askInTurn(entry, target, trail, options, deps))
      );
    });
  } finally {
    // Our own folder goes when nothing came to stand in it; rmdir refuses one that holds a file.
    if (options.downloadDir === undefined) await rmdir(path.dirname(target)).catch(() => {});
  }
}

async function existing(
  entry: CatalogEntry,
  target: string,
  options: FetchOptions,
  deps: FetchDeps,
): Promise<Outcome | null> {
  if (options.force || !(await isIntact(target, entry, deps))) return null;
  const sha256 = await modelSha256(target, deps, { signal: deps.signal });
  const content = contentFields(entry.fileName, (await sizeOf(target)) ?? 0, sha256);
  return { ok: true, status: "skipped_existing", ...content };
}

/** Asks source after source until one delivers. */
async function askInTurn(
  entry: CatalogEntry,
  target: string,
  trail: Trail,
  options: FetchOptions,
  deps: FetchDeps,
): Promise<Outcome> {
  const results: FetchFailure[] = [];
  for (let next = 0; next < trail.source_order.length; next++) {
    if (trail.source_order[next] !== "pip") await probe(trail, options, deps);
    const source = trail.source_order[next];
    if (source === undefined) break;
    const { attempt, result } = await ask(source, entry, target, options, deps);
    trail.attempted_sources = [...trail.attempted_sources, attempt];
    if (typeof result === "object") {
      const content = contentFields(entry.fileName, result.sizeBytes, result.sha256);
      const { source: selected_source, announcedSha256: sha256_announced } = result;
      return { ok: true, status: "downloaded", selected_source, sha256_announced, ...content };
    }
    results.push(result);
  }
  return failed(entry, target, results, trail);
}

/** A dry run looks at size and form of a file that is here, not at its hash: remembering one would be a write. */
async function plan(
  entry: CatalogEntry,
  target: string,
  trail: Trail,
  options: FetchOptions,
  deps: FetchDeps,
): Promise<Outcome> {
  const present = !options.force && (await isIntact(target, { ...entry, sha256: null }, deps));
  if (present) return { ok: true, status: "skipped_existing", size_bytes: await sizeOf(target) };
  await probe(trail, options, deps);
  return { ok: true, status: "dry_run", resumable: await isResumable(target) };
}

function ask(
  source: SourceName,
  entry: CatalogEntry,
  target: string,
  options: FetchOptions,
  deps: FetchDeps,
): Promise<DeliveryAttempt> {
  deps.signal.throwIfAborted();
  const request = {
    target,
    env: deps.env,
    signal: deps.signal,
    endpoints: () => endpointsOf(deps),
    timeoutMs: options.timeoutMs ?? 0,
    retryDelayMs: deps.retryDelayMs ?? 1_000,
    onProgress: deps.onProgress,
  };
  return deliverFrom(source, entry, request, () => deps.clock.elapsedMs());
}

/** Orders the hubs by a probe, once, and only where there are two to choose from. */
async function probe(trail: Trail, options: FetchOptions, deps: FetchDeps): Promise<void> {
  const order = trail.source_order;
  const isChoice = order.includes("huggingface") && order.includes("hf-mirror");
  if (options.probe === false || !isChoice || trail.network_probe.length > 0) return;
  trail.network_probe = await probeHubs(await endpointsOf(deps), deps.clock, deps.signal);
  const hubs = [...hubOrder(trail.network_probe)];
  trail.source_order = order.map((source) => (source === "pip" ? source : (hubs.shift() ?? source)));
}

/** The most telling of several failures: wrong bytes, then cut short, then nothing. */
async function failed(
  entry: CatalogEntry,
  target: string,
  results: readonly FetchFailure[],
  trail: Trail,
): Promise<Outcome> {
  const telling: readonly FetchFailure[] = ["model_hash_mismatch", "download_incomplete"];
  const code = telling.find((one) => results.includes(one)) ?? "download_failed";
  const reasons = trail.attempted_sources.map(
    ({ source, stderr_tail }) => `${source}: ${lastLine(stderr_tail)}`,
  );
  const reason = results.length === 0 ? "this source does not offer it" : reasons.join("; ");
  return {
    ...failureFields(code, `${entry.name} was not delivered: ${reason}`),
    resumable: await isResumable(target),
    retry_command: fetchCommand(entry.id),
  };
}

/** Programs say the reason last. */
function lastLine(text: string): string {
  return (text.split("\n").at(-1) ?? "").slice(0, 200);
}

function unknownModel(modelRef: string): Outcome {
  return failureFields("unknown_model", `${modelRef} does not name one model of the catalog`);
}

/** A file of the user's own is here or is not; it cannot be fetched. */
async function givenFile(modelRef: string, file: string): Promise<Outcome> {
  const sizeBytes = await sizeOf(file);
  if (sizeBytes === null) return unknownModel(modelRef);
  return { ok: true, status: "skipped_existing", path: file, size_bytes: sizeBytes };
}

async function isResumable(target: string): Promise<boolean> {
  return ((await sizeOf(partPath(target))) ?? 0) > 0;
}

async function endpointsOf(deps: FetchDeps): Promise<HubEndpoints> {
  return deps.endpoints ?? hubEndpoints(deps.env);
}

function targetOf(entry: CatalogEntry, options: FetchOptions, deps: FetchDeps): string {
  if (options.downloadDir === undefined) return modelPath(entry, deps.folders);
  return path.join(path.resolve(deps.cwd, options.downloadDir), entry.fileName);
}

function receiptPlace(entry: CatalogEntry, options: FetchOptions, deps: FetchDeps) {
  if (options.receipt !== undefined) return { file: path.resolve(deps.cwd, options.receipt) };
  return { folder: path.join(deps.folders.receipts, "models"), name: entry.id };
}
