/** First and second moment of the gradient, one number for each parameter. */
export interface Moments {
  readonly first: Float32Array;
  readonly second: Float32Array;
}

const firstDecay = 0.9;
const secondDecay = 0.999;
const epsilon = 1e-8;

export function noMoments(length: number): Moments {
  return { first: new Float32Array(length), second: new Float32Array(length) };
}

/** One step of the optimizer. */
export interface AdamStep {
  /** From 1. */
  readonly step: number;
  readonly rate: number;
  /** What the gradient is multiplied with. */
  readonly scale: number;
}

/**
 * Adam (Kingma and Ba, arXiv:1412.6980, algorithm 1). In double precision and one order of operations, so that a
 * step is the same on every machine.
 */
export function adam(
  parameters: Float32Array,
  gradient: Float32Array,
  moments: Moments,
  { step, rate, scale }: AdamStep,
): { parameters: Float32Array; moments: Moments } {
  const firstBias = 1 - firstDecay ** step;
  const secondBias = 1 - secondDecay ** step;
  const next = { parameters: new Float32Array(parameters.length), moments: noMoments(parameters.length) };
  for (let index = 0; index < parameters.length; index++) {
    const slope = (gradient[index] as number) * scale;
    const m = firstDecay * (moments.first[index] as number) + (1 - firstDecay) * slope;
    const v = secondDecay * (moments.second[index] as number) + (1 - secondDecay) * slope * slope;
    next.moments.first[index] = m;
    next.moments.second[index] = v;
    const change = (rate * (m / firstBias)) / (Math.sqrt(v / secondBias) + epsilon);
    next.parameters[index] = (parameters[index] as number) - change;
  }
  return next;
}
