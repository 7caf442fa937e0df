import type { Sha256 } from "../../imprint/hash.ts";
import { runProcess } from "../../system/process.ts";
import type { CatalogEntry } from "./catalog.ts";
import type { FetchDeps } from "./fetch.ts";
import { type HubProbe, hubEndpoints, probeHubs, type SourceName } from "./hubs.ts";
import { readReference } from "./locate.ts";
import { masked, maskedTail } from "./mask.ts";
import { modelSha256 } from "./model-hash.ts";
import { pipPython } from "./pip-source.ts";
import { entryOf, type ModelWhereReport, whereReport } from "./reports.ts";
import { plannedSources } from "./sources.ts";

/** Importing pip takes a second on a cold disk. */
const pipTimeoutMs = 10_000;

/** Document `edge.models.doctor.report.v1`. */
export interface ModelDoctorReport {
  readonly schema_version: "edge.models.doctor.report.v1";
  readonly overall_status: "ok" | "warn" | "fail";
  readonly where: ModelWhereReport;
  readonly sha256: Sha256 | null;
  readonly sha256_expected: Sha256 | null;
  readonly downloader_status: {
    readonly pip: {
      readonly python: string;
      readonly available: boolean;
      readonly version: string | null;
      readonly error: string | null;
    };
    readonly hubs: readonly (HubProbe & { endpoint: string; token: boolean })[];
  };
  readonly source_plan: readonly { readonly source: SourceName; readonly from: string }[];
}

/** Whether one model is here and intact, and what its sources are like now. Hashes the file; downloads nothing. */
export async function examineModel(modelRef: string, deps: FetchDeps): Promise<ModelDoctorReport> {
  const reference = await readReference(modelRef, deps);
  const where = await whereReport(modelRef, reference, deps);
  const entry = entryOf(reference);
  const [found] = where.local_matches;
  const sha256 = found?.complete ? await modelSha256(found.path, deps, { signal: deps.signal }) : null;
  const expected = entry?.sha256 ?? null;
  const intact = where.status === "ok" && (expected === null || expected === sha256);
  return {
    schema_version: "edge.models.doctor.report.v1",
    overall_status: where.status === "unknown" ? "fail" : intact ? "ok" : "warn",
    where,
    sha256,
    sha256_expected: expected,
    downloader_status: { pip: await pipStatus(deps), hubs: await hubStatus(deps) },
    source_plan: entry === null ? [] : sourcePlan(entry),
  };
}

function sourcePlan(entry: CatalogEntry): { source: SourceName; from: string }[] {
  return plannedSources(entry, "auto").map((source) => {
    const kind = source === "pip" ? "pip" : "huggingface";
    const from = entry.sources.find((one) => one.kind === kind);
    if (from?.kind === "pip") return { source, from: `${from.package}==${from.version}` };
    return { source, from: from === undefined ? "" : `${from.repo}/${from.file}@${from.revision}` };
  });
}

async function pipStatus(deps: FetchDeps): Promise<ModelDoctorReport["downloader_status"]["pip"]> {
  const python = pipPython(deps.env);
  let stderr = "";
  const end = await runProcess({
    command: python,
    args: ["-m", "pip", "--version"],
    env: deps.env,
    input: "",
    replyFd: 1,
    maxReplyBytes: 65_536,
    timeoutMs: pipTimeoutMs,
    signal: deps.signal,
    onStderr: (chunk) => {
      stderr += chunk.toString();
    },
  });
  deps.signal.throwIfAborted();
  const version = /^pip (\S+)/.exec(end.reply.toString())?.[1] ?? null;
  if (end.exitCode === 0 && version !== null) return { python, available: true, version, error: null };
  return { python, available: false, version: null, error: maskedTail(stderr) || end.kind };
}

async function hubStatus(deps: FetchDeps) {
  const endpoints = deps.endpoints ?? (await hubEndpoints(deps.env));
  const probes = await probeHubs(endpoints, deps.clock, deps.signal);
  return probes.map((probe) => ({
    ...probe,
    endpoint: masked(endpoints[probe.source]),
    token: probe.source === "huggingface" && Boolean(deps.env.HF_TOKEN),
  }));
}
