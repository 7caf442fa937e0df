import type { DecodeSettings } from "../../imprint/header.ts";

/**
 * Decides call or answer from the model's own probabilities: where the assistant's turn begins, how likely is the
 * first token of a call? Small models seldom open a call on their own, yet this figure tells requests for a tool
 * (above −2.9 on SmolLM2-135M) from small talk (mostly below −3.5).
 */
export const defaultCallGate: DecodeSettings["call_gate"] = {
  rule: "first_token_probability",
  log10_threshold: -2.9,
  calibrated: false,
};

export interface CallGateReading {
  /** log10 of the probability that a call begins here. */
  readonly log10Open: number;
  readonly opens: boolean;
}

export function readCallGate(
  distribution: ReadonlyMap<number, number>,
  openingToken: number,
  gate: DecodeSettings["call_gate"],
): CallGateReading {
  const probability = distribution.get(openingToken) ?? 0;
  // A probability that underflows to zero is "never", as a finite number that JSON can carry.
  const log10Open = probability > 0 ? Math.log10(probability) : -99;
  return { log10Open, opens: log10Open >= gate.log10_threshold };
}
