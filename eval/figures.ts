/** A share of successes with its 95 % interval. */
export interface Share {
  readonly hits: number;
  readonly total: number;
  /** Null when nothing was tried. */
  readonly share: number | null;
  readonly low: number;
  readonly high: number;
}

/** The mean of two shares, of different questions, with its 95 % interval; null when either was never tried. */
export type Balance = Readonly<Record<"share" | "low" | "high", number>> | null;

/** The normal quantile of a two-sided 95 % interval. */
const z = 1.959963984540054;

/** Wilson's interval: right for small samples and near 0 and 1, where the plain one leaves the unit interval. */
export function shareOf(hits: number, total: number): Share {
  if (total === 0) return { hits, total, share: null, low: 0, high: 1 };
  const share = hits / total;
  const spread = (z * z) / total;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (z / (1 + spread)) * Math.sqrt((share * (1 - share) + spread / 4) / total);
  // At 0 and 1 an end is the share itself, which rounding may miss.
  return {
    hits,
    total,
    share,
    low: clamped(middle - half, 0, share),
    high: clamped(middle + half, share, 1),
  };
}

/** Of each: how often, of all that were tried in any of them. */
export function pooled(shares: readonly Share[]): Share {
  const sum = (key: "hits" | "total") => shares.reduce((total, share) => total + share[key], 0);
  return shareOf(sum("hits"), sum("total"));
}

/** The interval takes over each share's own, which is not symmetric (Zou and Donner's MOVER, 2008). */
export function balanceOf(a: Share, b: Share): Balance {
  if (a.share === null || b.share === null) return null;
  const share = (a.share + b.share) / 2;
  const below = Math.hypot(a.share - a.low, b.share - b.low) / 2;
  const above = Math.hypot(a.high - a.share, b.high - b.share) / 2;
  return { share, low: clamped(share - below, 0, share), high: clamped(share + above, share, 1) };
}

/**
 * Two-sided sign test: how likely it is that so uneven a split of the questions on which two runs differ comes about
 * when neither is better. 1 when they never differ.
 */
export function signTest(better: number, worse: number): number {
  const total = better + worse;
  const fewer = Math.min(better, worse);
  let logTerm = -total * Math.LN2;
  let tail = 0;
  for (let count = 0; count <= fewer; count++) {
    tail += Math.exp(logTerm);
    logTerm += Math.log(total - count) - Math.log(count + 1);
  }
  return Math.min(1, 2 * tail);
}

function clamped(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
