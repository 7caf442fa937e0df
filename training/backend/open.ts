import { ImprintError, messageOf } from "../../errors/error.ts";
import {
  BackendAbsence,
  type BackendCandidate,
  type BackendDeps,
  type BackendFacts,
  type BackendName,
  type TensorBackend,
} from "./backend.ts";
import { backendCandidates } from "./candidates.ts";

/** What became of one candidate. */
export interface BackendFinding {
  readonly name: BackendName;
  /** Null when it could not be opened. */
  readonly facts: BackendFacts | null;
  /** Why not; null when it was opened. */
  readonly reason: string | null;
  readonly howToGet: string;
}

export interface OpenedBackend {
  readonly backend: TensorBackend;
  /** The faster ones that were tried before. */
  readonly passedOver: readonly BackendFinding[];
}

/**
 * Opens the backend of this name, or the fastest that opens. Downloads nothing.
 * @throws backend_unavailable
 */
export async function openBackend(
  wanted: BackendName | "auto",
  deps: BackendDeps,
  candidates: readonly BackendCandidate[] = backendCandidates,
): Promise<OpenedBackend> {
  const passedOver: BackendFinding[] = [];
  for (const candidate of candidates.filter(({ name }) => wanted === "auto" || name === wanted)) {
    try {
      return { backend: await candidate.open(deps), passedOver };
    } catch (error) {
      passedOver.push(failure(candidate, error));
    }
  }
  throw unavailable(wanted, passedOver);
}

/**
 * Opens every candidate and lets it go again, to say which can be used. A process can hold one TensorFlow library, so
 * none is loaded after another.
 */
export async function examineBackends(
  deps: BackendDeps,
  candidates: readonly BackendCandidate[] = backendCandidates,
): Promise<readonly BackendFinding[]> {
  const findings: BackendFinding[] = [];
  for (const candidate of candidates) {
    const loaded = findings.find(({ facts }) => facts !== null && facts.tensorflowVersion !== null);
    if (candidate.name === "node" && loaded !== undefined) {
      const reason = `not tried: ${loaded.name} is loaded, and is preferred`;
      findings.push({ name: candidate.name, facts: null, reason, howToGet: candidate.howToGet });
      continue;
    }
    findings.push(await examined(candidate, deps));
  }
  return findings;
}

async function examined(candidate: BackendCandidate, deps: BackendDeps): Promise<BackendFinding> {
  const { name, howToGet } = candidate;
  try {
    const backend = await candidate.open(deps);
    backend.dispose();
    return { name, facts: backend.facts, reason: null, howToGet };
  } catch (error) {
    return failure(candidate, error);
  }
}

function failure({ name, howToGet }: BackendCandidate, error: unknown): BackendFinding {
  const [said = ""] = messageOf(error).split("\n");
  const reason = error instanceof BackendAbsence ? said : `does not open: ${said}`;
  return { name, facts: null, reason, howToGet };
}

function unavailable(wanted: BackendName | "auto", tried: readonly BackendFinding[]): ImprintError {
  const reasons = tried.map(({ name, reason }) => `${name}: ${reason}`).join("; ");
  const get = wanted === "auto" ? "" : `; ${tried.map(({ howToGet }) => howToGet).join("; ")}`;
  return new ImprintError("backend_unavailable", `no backend to train on: ${reasons}${get}`, {
    details: { wanted, tried: tried.map(({ name }) => name) },
  });
}
