import type { BackendFacts } from "./backend.ts";

/** JSON form of what a run computed on; its name stands beside it. */
export interface BackendFactsDocument {
  readonly package: string;
  readonly version: string;
  readonly core_version: string;
  readonly tensorflow_version: string | null;
  readonly binding_sha256: string | null;
  readonly threads_within_op: number | null;
  readonly threads_between_ops: number | null;
  readonly simd: boolean;
}

/** The one place where the names of these facts change. */
export function backendFactsDocument(facts: BackendFacts): BackendFactsDocument {
  return {
    package: facts.package,
    version: facts.version,
    core_version: facts.coreVersion,
    tensorflow_version: facts.tensorflowVersion,
    binding_sha256: facts.bindingSha256,
    threads_within_op: facts.threads.withinOp,
    threads_between_ops: facts.threads.betweenOps,
    simd: facts.simd,
  };
}
