import type { LayerRows } from "../../imprint/state/rows.ts";
import { type AdamStep, adam, type Moments, noMoments } from "./adam.ts";

/** The moments of one layer. */
export interface LayerMoments {
  readonly k: Moments;
  readonly v: Moments;
}

/** A prefix between two steps, and what the optimizer remembers of it. Never changed: a step makes another. */
export interface MovingPrefix {
  readonly rows: readonly LayerRows[];
  readonly moments: readonly LayerMoments[];
}

export function movingFrom(start: readonly LayerRows[]): MovingPrefix {
  const moments = start.map(({ k, v }) => ({ k: noMoments(k.length), v: noMoments(v.length) }));
  return { rows: start, moments };
}

export function moved(
  { rows, moments }: MovingPrefix,
  gradient: readonly LayerRows[],
  how: AdamStep,
): MovingPrefix {
  const layers = rows.map((layer, index) => {
    const [slope, remembered] = [gradient[index] as LayerRows, moments[index] as LayerMoments];
    return {
      k: adam(layer.k, slope.k, remembered.k, how),
      v: adam(layer.v, slope.v, remembered.v, how),
    };
  });
  return {
    rows: layers.map(({ k, v }) => ({ k: k.parameters, v: v.parameters })),
    moments: layers.map(({ k, v }) => ({ k: k.moments, v: v.moments })),
  };
}

export function zeroLike(rows: readonly LayerRows[]): LayerRows[] {
  return rows.map(({ k, v }) => ({ k: new Float32Array(k.length), v: new Float32Array(v.length) }));
}

/** Adds `more` to `sum`, in place. */
export function addRows(sum: readonly LayerRows[], more: readonly LayerRows[]): void {
  sum.forEach((layer, index) => {
    for (const part of ["k", "v"] as const) {
      const [into, from] = [layer[part], (more[index] as LayerRows)[part]];
      for (let place = 0; place < into.length; place++)
        into[place] = (into[place] as number) + (from[place] as number);
    }
  });
}

/** Zero for the first cells, which stay where they are, in place. */
export function pin(gradient: readonly LayerRows[], pinnedCells: number, cellCount: number): void {
  for (const { k, v } of gradient) {
    for (const part of [k, v]) part.fill(0, 0, (part.length / cellCount) * Math.min(pinnedCells, cellCount));
  }
}

/** Length over all numbers. */
export function normOf(rows: readonly LayerRows[]): number {
  let squares = 0;
  for (const { k, v } of rows) {
    for (const number of k) squares += number * number;
    for (const number of v) squares += number * number;
  }
  return Math.sqrt(squares);
}
