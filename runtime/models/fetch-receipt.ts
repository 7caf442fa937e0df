import path from "node:path";
import type { ErrorCode } from "../../errors/codes.ts";
import { type ErrorDocument, errorDocument } from "../../errors/document.ts";
import { type Sha256, sha256OfJson } from "../../imprint/hash.ts";
import { createFileAtomic, ensurePrivateFolder, writeFileAtomic } from "../../system/files.ts";
import type { HubProbe, SourceName } from "./hubs.ts";
import type { ResolutionDocument } from "./resolution.ts";
import type { AttemptReport } from "./source-attempt.ts";

export type FetchStatus =
  | "skipped_existing"
  | "dry_run"
  | "downloaded"
  | "download_failed"
  | "download_incomplete"
  | "model_hash_mismatch"
  | "unknown_model";

/** Statuses that are failures bear the name of the error code they end with. */
export type FetchFailure = Extract<FetchStatus, ErrorCode>;

/** Document `edge.models.fetch.receipt.v1`. */
export interface FetchReceipt {
  readonly schema_version: "edge.models.fetch.receipt.v1";
  readonly ok: boolean;
  readonly status: FetchStatus;
  readonly model_ref: string;
  readonly resolution: ResolutionDocument;
  readonly repo_id: string | null;
  readonly source_order: readonly SourceName[];
  readonly network_probe: readonly HubProbe[];
  readonly attempted_sources: readonly AttemptDocument[];
  readonly selected_source: SourceName | null;
  readonly download_dir: string | null;
  readonly path: string | null;
  readonly size_bytes: number | null;
  /** True when the next run goes on where this one stopped. */
  readonly resumable: boolean;
  readonly sha256: Sha256 | null;
  /** Hash that the catalog names; null when it names none. */
  readonly sha256_expected: Sha256 | null;
  /** Hash that the source announced; null when it announced none. */
  readonly sha256_announced: Sha256 | null;
  /** Hash of the canonical list of {path, sha256, size_bytes}; contents, not times. */
  readonly manifest_sha256: Sha256 | null;
  readonly sha256_scope: "content_sha256_v1";
  readonly manifest_file_count: number;
  readonly raw_text_in_receipt: false;
  readonly started_at: string;
  readonly elapsed_seconds: number;
  readonly receipt_path: string | null;
  readonly force: boolean;
  readonly dry_run: boolean;
  readonly retry_command?: string;
  readonly error?: ErrorDocument<FetchFailure>;
}

export interface AttemptDocument {
  readonly source: SourceName;
  readonly returncode: number;
  readonly timed_out: boolean;
  readonly elapsed_seconds: number;
  readonly stdout_tail: string;
  readonly stderr_tail: string;
}

export function attemptDocument(
  source: SourceName,
  report: AttemptReport,
  elapsedMs: number,
): AttemptDocument {
  return {
    source,
    returncode: report.returncode,
    timed_out: report.timedOut,
    elapsed_seconds: seconds(elapsedMs),
    stdout_tail: report.stdoutTail,
    stderr_tail: report.stderrTail,
  };
}

/** A receipt of nothing yet. */
export function emptyReceipt(known: {
  modelRef: string;
  resolution: ResolutionDocument;
  startedAt: string;
  options: { force?: boolean; dryRun?: boolean };
}): FetchReceipt {
  return {
    schema_version: "edge.models.fetch.receipt.v1",
    ok: false,
    status: "unknown_model",
    model_ref: known.modelRef,
    resolution: known.resolution,
    repo_id: null,
    source_order: [],
    network_probe: [],
    attempted_sources: [],
    selected_source: null,
    download_dir: null,
    path: null,
    size_bytes: null,
    resumable: false,
    sha256: null,
    sha256_expected: null,
    sha256_announced: null,
    manifest_sha256: null,
    sha256_scope: "content_sha256_v1",
    manifest_file_count: 0,
    raw_text_in_receipt: false,
    started_at: known.startedAt,
    elapsed_seconds: 0,
    receipt_path: null,
    force: known.options.force ?? false,
    dry_run: known.options.dryRun ?? false,
  };
}

/** What is known of a file that is in place. */
export function contentFields(fileName: string, sizeBytes: number, sha256: Sha256) {
  return {
    size_bytes: sizeBytes,
    sha256,
    manifest_sha256: sha256OfJson([{ path: fileName, sha256, size_bytes: sizeBytes }]),
    manifest_file_count: 1,
  };
}

/** Status and error of a fetch that failed. */
export function failureFields(code: FetchFailure, message: string) {
  return { ok: false, status: code, error: errorDocument(code, message) };
}

/** Seconds with three decimals. */
export function seconds(ms: number): number {
  return Math.round(ms) / 1000;
}

/**
 * Writes the receipt, to the file named or to `<folder>/<stamp>_<model>.json`, and returns it with its path.
 * @throws file_write_failed
 */
export async function writeReceipt(
  receipt: FetchReceipt,
  place: { file: string } | { folder: string; name: string },
): Promise<FetchReceipt> {
  if ("file" in place) {
    const written = { ...receipt, receipt_path: place.file };
    await writeFileAtomic(place.file, receiptText(written));
    return written;
  }
  await ensurePrivateFolder(place.folder);
  const stem = `${receipt.started_at.replaceAll(/[-:]/g, "")}_${place.name}`;
  for (let suffix = 1; ; suffix++) {
    const file = path.join(place.folder, suffix === 1 ? `${stem}.json` : `${stem}-${suffix}.json`);
    const written = { ...receipt, receipt_path: file };
    if (await createFileAtomic(file, receiptText(written))) return written;
  }
}

/** As all files on disk: keys sorted, two spaces, a newline at the end. */
function receiptText(receipt: FetchReceipt): string {
  return `${JSON.stringify(sorted(receipt), null, 2)}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
