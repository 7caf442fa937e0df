import type { BackendCandidate } from "./backend.ts";
import { nodeCandidates } from "./node.ts";
import { cpuCandidate, wasmCandidate } from "./portable.ts";

/** Every backend that this release can use, in the order in which they are tried. */
export const backendCandidates: readonly BackendCandidate[] = [
  ...nodeCandidates(),
  wasmCandidate,
  cpuCandidate,
];
