import { type CallGateSettings, type CallLikelihood, nameWeight, rounded } from "../../imprint/call-gate.ts";

export interface CallGateReading {
  /** The tool that the request raises most above what requests for any tool make of it. */
  readonly toolName: string;
  /** How much likelier than small talk the request makes a call of it, log10; the name counts `nameWeight`. */
  readonly log10Evidence: number;
  readonly opens: boolean;
}

export function readCallGate(likelihood: CallLikelihood, gate: CallGateSettings): CallGateReading {
  const { neutral, wanted_log10: wanted } = gate;
  const named = Object.entries(likelihood.named_log10);
  const raised = ([name, log10]: [string, number]) => log10 - (wanted[name] ?? 0);
  const [toolName, log10] = named.reduce((best, each) => (raised(each) > raised(best) ? each : best));
  const opening = likelihood.opening_log10 - neutral.opening_log10;
  const log10Evidence = rounded(opening + nameWeight * (log10 - (neutral.named_log10[toolName] ?? 0)));
  return { toolName, log10Evidence, opens: log10Evidence >= gate.log10_threshold };
}

/** The mean of several likelihoods of one contract, log by log. */
export function meanLikelihood(likelihoods: readonly CallLikelihood[]): CallLikelihood {
  const mean = (values: readonly number[]) =>
    rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
  const names = Object.keys(likelihoods[0]?.named_log10 ?? {});
  return {
    opening_log10: mean(likelihoods.map((each) => each.opening_log10)),
    named_log10: Object.fromEntries(
      names.map((name) => [name, mean(likelihoods.map((each) => each.named_log10[name] ?? 0))]),
    ),
  };
}
