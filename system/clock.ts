/** Time, handed to whatever needs it so that tests can set it. */
export interface Clock {
  now(): Date;
  /** Monotonic milliseconds, for durations. */
  elapsedMs(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
};

/** UTC, whole seconds, `Z`. */
export function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
