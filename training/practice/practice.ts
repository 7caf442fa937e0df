import type { FrozenContract } from "../../imprint/contract.ts";
import { type CallRequest, CallRequests } from "./call-request.ts";
import { Random } from "./random.ts";
import { type SilentRequest, SilentRequests } from "./silent-request.ts";

/** A request made from a contract, with what is right for it: one call, or no call at all. */
export type PracticeRequest = CallRequest | SilentRequest;

/** The frames, banks and rules below; any change of them gets a new id. */
export const practiceVersion = "edge.practice.v1";

export interface PracticeSize {
  /** Requests for each tool. */
  readonly perTool: number;
  /** Requests for no tool. */
  readonly silent: number;
  /** The hash of the active set when none is given. */
  readonly seed?: string;
}

/** So many draws for each request that is wanted, before the banks count as used up. */
const drawsPerRequest = 20;

/**
 * Requests made from the contract alone: for each tool in name order, then those for no tool. The same contract,
 * size and seed give the same requests, and no tool's requests depend on another tool. No two prompts are alike;
 * a tool without parameters can be asked for in a limited number of ways only, and then has fewer requests.
 */
export function practiceRequests(contract: FrozenContract, size: PracticeSize): PracticeRequest[] {
  const seed = size.seed ?? contract.activeSetSha256;
  const seen = new Set<string>();
  const calls = contract.tools.flatMap(({ schema }) => {
    const requests = new CallRequests(schema, new Random(`${seed} call ${schema.name}`));
    return distinct(() => requests.draw(), size.perTool, seen);
  });
  const others = new SilentRequests(contract, new Random(`${seed} silent`));
  return [...calls, ...distinct(() => others.draw(), size.silent, seen)];
}

function distinct<T extends PracticeRequest>(
  draw: () => T | undefined,
  wanted: number,
  seen: Set<string>,
): T[] {
  const kept: T[] = [];
  for (let draws = 0; kept.length < wanted && draws < wanted * drawsPerRequest; draws++) {
    const request = draw();
    if (request === undefined || seen.has(request.prompt)) continue;
    seen.add(request.prompt);
    kept.push(request);
  }
  return kept;
}
