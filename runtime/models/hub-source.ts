import { setTimeout as delay } from "node:timers/promises";
import type { FileDownloadInfoOutput } from "@huggingface/hub";
import { isImprintError } from "../../errors/error.ts";
import type { Sha256 } from "../../imprint/hash.ts";
import { maskedReason } from "./mask.ts";
import { PartFile } from "./part-file.ts";
import {
  type AttemptReport,
  type FetchProgress,
  type SourceAttempt,
  timedOutReturncode,
} from "./source-attempt.ts";

export interface HubRequest {
  /** Name of the source in progress and receipts. */
  readonly source: string;
  /** For example the value of HF_ENDPOINT, without a slash at the end. */
  readonly endpoint: string;
  readonly repo: string;
  readonly file: string;
  readonly revision: string;
  readonly token: string | null;
  readonly target: string;
  /** Size that the catalog names, or null. */
  readonly expectedBytes: number | null;
  readonly signal: AbortSignal;
  /** 0 is off. */
  readonly timeoutMs: number;
  readonly retryDelayMs: number;
  readonly onProgress?: FetchProgress | undefined;
}

/** Cut connections are taken up again while bytes arrive; this many in a row without any end the attempt. */
const fruitlessTries = 3;

/** The hub answered, but not with the file; trying again at once does not help. */
class HubRefusal extends Error {}

/**
 * Downloads one file of a hub into `<target>.part`, going on where an earlier attempt stopped when the hub still
 * has the same file (same ETag and size). On any failure the part stays for the next attempt.
 *
 * @throws file_write_failed; the signal's reason when it was aborted
 */
export async function fetchFromHub(request: HubRequest): Promise<SourceAttempt> {
  const timeout = request.timeoutMs > 0 ? AbortSignal.timeout(request.timeoutMs) : null;
  const signal = timeout === null ? request.signal : AbortSignal.any([request.signal, timeout]);
  let part: PartFile | null = null;
  let sizeBytes = 0;
  try {
    const info = await fileInfo(request, signal);
    sizeBytes = info.size;
    const { repo, file, revision } = request;
    part = await PartFile.open(request.target, { repo, file, revision, etag: info.etag, sizeBytes });
    await receiveAll(request, part, sizeBytes, signal);
    const hashed = await part.finish();
    const announcedSha256 = hashInEtag(info.etag);
    return { kind: "delivered", file: part.path, sizeBytes, ...hashed, announcedSha256, report: report(0) };
  } catch (error) {
    if (isImprintError(error)) throw error;
    request.signal.throwIfAborted();
    const timedOut = timeout?.aborted ?? false;
    const secrets = request.token === null ? [] : [request.token];
    return {
      kind: "failed",
      incomplete: part !== null && part.doneBytes > 0 && part.doneBytes < sizeBytes,
      report: report(timedOut ? timedOutReturncode : 1, timedOut, maskedReason(error, secrets)),
    };
  } finally {
    await part?.close();
  }
}

function report(returncode: number, timedOut = false, stderrTail = ""): AttemptReport {
  return { returncode, timedOut, stdoutTail: "", stderrTail };
}

async function fileInfo(request: HubRequest, signal: AbortSignal): Promise<FileDownloadInfoOutput> {
  const { fileDownloadInfo } = await import("@huggingface/hub");
  const info = await fileDownloadInfo({
    repo: request.repo,
    path: request.file,
    revision: request.revision,
    hubUrl: request.endpoint,
    // The library takes no signal and accepts only tokens of the public hub's form.
    fetch: (url, init) => fetch(url, { ...init, headers: headers(request, init?.headers), signal }),
  });
  if (info === null) throw new HubRefusal(`${request.repo} has no ${request.file}`);
  if (!Number.isSafeInteger(info.size) || info.size <= 0) throw new HubRefusal("the hub tells no file size");
  if (request.expectedBytes !== null && info.size !== request.expectedBytes) {
    throw new HubRefusal(`the hub's file has ${info.size} bytes, expected ${request.expectedBytes}`);
  }
  return info;
}

/** Fetch drops the authorization itself when a redirect leaves the hub. */
function headers(request: HubRequest, given?: ConstructorParameters<typeof Headers>[0]): Headers {
  const all = new Headers(given);
  if (request.token !== null) all.set("Authorization", `Bearer ${request.token}`);
  return all;
}

async function receiveAll(
  request: HubRequest,
  part: PartFile,
  size: number,
  signal: AbortSignal,
): Promise<void> {
  let fruitless = 0;
  let mostBytes = part.doneBytes;
  let failure: unknown = null;
  const entityTag = { value: null as string | null };
  request.onProgress?.(request.source, part.doneBytes, size);
  while (part.doneBytes < size) {
    if (fruitless >= fruitlessTries) throw failure;
    if (failure !== null) await delay(request.retryDelayMs, undefined, { signal });
    try {
      await receive(request, part, size, signal, entityTag);
      failure = new Error(`the connection ended after ${part.doneBytes} of ${size} bytes`);
    } catch (error) {
      if (isImprintError(error) || error instanceof HubRefusal || signal.aborted) throw error;
      failure = error;
    }
    fruitless = part.doneBytes > mostBytes ? 0 : fruitless + 1;
    mostBytes = Math.max(mostBytes, part.doneBytes);
  }
}

/** One request, from where the part ends to wherever the connection does. */
async function receive(
  request: HubRequest,
  part: PartFile,
  size: number,
  signal: AbortSignal,
  entityTag: { value: string | null },
): Promise<void> {
  const wanted = headers(request, { "Accept-Encoding": "identity" });
  if (part.doneBytes > 0) {
    wanted.set("Range", `bytes=${part.doneBytes}-`);
    if (entityTag.value !== null) wanted.set("If-Range", entityTag.value);
  }
  const response = await fetch(fileUrl(request), { headers: wanted, signal });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    const answered = `the hub answered ${response.status}`;
    if (response.status !== 416) throw new HubRefusal(answered);
    await part.restart();
    throw new Error(answered);
  }
  entityTag.value = strongTag(response.headers.get("etag"));
  if (part.doneBytes > 0 && !continues(response, part.doneBytes, size)) await part.restart();
  for await (const chunk of response.body) {
    if (part.doneBytes + chunk.length > size) {
      await part.restart();
      throw new HubRefusal(`the hub sent more than the ${size} bytes it announced`);
    }
    await part.append(chunk);
    request.onProgress?.(request.source, part.doneBytes, size);
  }
}

function fileUrl(request: HubRequest): string {
  return `${request.endpoint}/${request.repo}/resolve/${encodeURIComponent(request.revision)}/${request.file}`;
}

function continues(response: Response, fromBytes: number, size: number): boolean {
  const range = response.headers.get("content-range");
  return response.status === 206 && range === `bytes ${fromBytes}-${size - 1}/${size}`;
}

/** Weak tags may not be used for ranges (RFC 9110, 13.1.5). */
function strongTag(etag: string | null): string | null {
  return etag?.startsWith('"') ? etag : null;
}

/** Large files of the hub bear their content hash as ETag. */
function hashInEtag(etag: string): Sha256 | null {
  const hex = /^"?([0-9a-f]{64})"?$/.exec(etag)?.[1];
  return hex === undefined ? null : `sha256:${hex}`;
}
