/** How fast the prefix moves. */
export interface RateSettings {
  readonly peakRate: number;
  readonly warmupSteps: number;
  /** Steps of the whole run; the rate reaches zero behind the last one. */
  readonly steps: number;
}

/** Rate of step 1, 2, …: up in a straight line, then down along half a cosine. */
export function rateOf(step: number, { peakRate, warmupSteps, steps }: RateSettings): number {
  if (step <= warmupSteps) return (peakRate * step) / warmupSteps;
  const progress = (step - warmupSteps - 1) / Math.max(1, steps - warmupSteps);
  return peakRate * 0.5 * (1 + Math.cos(Math.PI * progress));
}
