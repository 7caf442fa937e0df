/**
 * What decides between a call and an answer. Where the assistant's turn begins, the model's own probabilities say how
 * likely it begins a call, and how likely a begun call names each tool. Alone they say little: a model that seldom
 * calls gives every call a small one, and familiar names are likely whatever was asked. So both are compared with
 * what they are in small talk: the evidence for a call is how much likelier the request made it.
 */

/** The only rule of this release. */
export const callGateRule = "call_evidence";

/** How much the name of the tool weighs beside the beginning of the call; docs/decoding.md has the measurement. */
export const nameWeight = 0.5;

/** log10 of the probabilities of a call, and of each tool where a call has begun. */
export interface CallLikelihood {
  readonly opening_log10: number;
  readonly named_log10: Readonly<Record<string, number>>;
}

export interface CallGateSettings {
  readonly rule: typeof callGateRule;
  /** What is likely in small talk. */
  readonly neutral: CallLikelihood;
  /** log10 of how likely each tool is named when any tool is wanted: the tool that a request raises most is meant. */
  readonly wanted_log10: Readonly<Record<string, number>>;
  /** The gate opens for evidence (log10) that is not below. */
  readonly log10_threshold: number;
  /** Where the threshold is from; null for the one that this release assumes. */
  readonly calibration: CallGateCalibration | null;
}

/** What practice requests showed: some want a tool of the contract, the others want none. */
export interface CallGateCalibration {
  /** The generator that made them. */
  readonly practice_version: string;
  readonly call_count: number;
  readonly silent_count: number;
  /** From the highest threshold to the lowest. */
  readonly roc: readonly CallGateRocPoint[];
}

/** Shares of the practice requests for which the gate opens at one threshold. */
export interface CallGateRocPoint {
  readonly log10_threshold: number;
  readonly call_share: number;
  readonly silent_share: number;
}

/** log10, where practice cannot tell: a call is ten times likelier than in small talk. */
export const assumedLog10Threshold = 1;

/** Below this share of right decisions practice says nothing, and the assumed threshold stands. */
const tellingAccuracy = 0.65;

/** Practice requests name their tool more plainly than people do, so a gate may lose this much on them to open sooner. */
const givenUpAccuracy = 0.05;

/**
 * The shares at each threshold that decides the practice requests differently: halfway between two readings that
 * stand next to each other. Empty unless there are requests of both kinds.
 */
export function rocOfPractice(call: readonly number[], silent: readonly number[]): CallGateRocPoint[] {
  if (call.length === 0 || silent.length === 0) return [];
  const readings = [...new Set([...call, ...silent].map(rounded))].sort((a, b) => b - a);
  return readings.map((reading, index) => {
    const threshold = rounded((reading + (readings[index + 1] ?? reading - 1)) / 2);
    const share = (group: readonly number[]) =>
      rounded(group.filter((each) => rounded(each) >= threshold).length / group.length);
    return { log10_threshold: threshold, call_share: share(call), silent_share: share(silent) };
  });
}

/**
 * The lowest threshold that decides the practice requests about as well as the best one does, both kinds counting
 * alike; null when none tells them apart.
 */
export function bestThreshold(roc: readonly CallGateRocPoint[]): number | null {
  const accuracy = (point: CallGateRocPoint) => (point.call_share + 1 - point.silent_share) / 2;
  const best = Math.max(0, ...roc.map(accuracy));
  if (best < tellingAccuracy) return null;
  const good = roc.filter((point) => accuracy(point) >= best - givenUpAccuracy);
  return Math.min(...good.map((point) => point.log10_threshold));
}

/** The threshold that a calibration stands for. */
export function thresholdOf(calibration: CallGateCalibration | null): number {
  return (calibration && bestThreshold(calibration.roc)) ?? assumedLog10Threshold;
}

/** Four decimals: what more there is depends on the machine. */
export function rounded(value: number): number {
  return Number(value.toFixed(4));
}
