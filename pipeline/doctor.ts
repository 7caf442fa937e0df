import type { BackendName } from "../training/backend/backend.ts";
import { type BackendFactsDocument, backendFactsDocument } from "../training/backend/facts-document.ts";
import type { BackendFinding } from "../training/backend/open.ts";

/** Document `edge.doctor.report.v1`. */
export interface DoctorReport {
  readonly schema_version: "edge.doctor.report.v1";
  /** `warn`: it works, and there is a faster way to train; `fail`: no training is possible. */
  readonly overall_status: "ok" | "warn" | "fail";
  readonly node: { readonly version: string; readonly platform: string; readonly arch: string };
  readonly training: {
    readonly chosen: BackendName | null;
    readonly faster: { readonly name: BackendName; readonly how_to_get: string } | null;
    readonly backends: readonly BackendReport[];
  };
}

export interface BackendReport {
  readonly name: BackendName;
  readonly available: boolean;
  readonly reason: string | null;
  readonly how_to_get: string;
  readonly facts: BackendFactsDocument | null;
}

/** Opens what this machine could train on, and says what is there and how to get the next. Downloads nothing. */
export async function examineMachine(deps: { readonly env: NodeJS.ProcessEnv }): Promise<DoctorReport> {
  const { examineBackends } = await import("../training/backend/open.ts");
  return doctorReport(await examineBackends(deps));
}

/** The report on these findings, which are in the order of preference. */
export function doctorReport(findings: readonly BackendFinding[]): DoctorReport {
  const first = findings.findIndex(({ facts }) => facts !== null);
  const before = first < 0 ? findings : findings.slice(0, first);
  const next = before.at(-1);
  return {
    schema_version: "edge.doctor.report.v1",
    overall_status: first < 0 ? "fail" : isSlow(findings[first]) ? "warn" : "ok",
    node: { version: process.version, platform: process.platform, arch: process.arch },
    training: {
      chosen: findings[first]?.name ?? null,
      faster: next === undefined ? null : { name: next.name, how_to_get: next.howToGet },
      backends: findings.map(({ name, facts, reason, howToGet }) => ({
        name,
        available: facts !== null,
        reason,
        how_to_get: howToGet,
        facts: facts && backendFactsDocument(facts),
      })),
    },
  };
}

/** Without a native library a training of minutes takes hours. */
function isSlow(finding: BackendFinding | undefined): boolean {
  return finding?.facts?.tensorflowVersion === null;
}
