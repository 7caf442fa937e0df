import type { LayerRows } from "../../imprint/state/rows.ts";
import type { TrainingRow } from "./row.ts";

/** What some rows came to behind a prefix. Sums, so that batches of any size add up. */
export interface Figures {
  /** Cross-entropy of the target tokens, nats. */
  readonly lossSum: number;
  readonly targetTokens: number;
  /** Rows each of whose target tokens is likelier than all others together: greedy decoding writes the target. */
  readonly sureRows: number;
  readonly rows: number;
}

/** The model over a prefix, as training sees it: weights never change. */
export interface PrefixPass {
  figures(prefix: readonly LayerRows[], rows: readonly TrainingRow[]): Promise<Figures>;
  /** Figures, and the slope of `lossSum` at each number of the prefix. */
  gradient(
    prefix: readonly LayerRows[],
    rows: readonly TrainingRow[],
  ): Promise<Figures & { readonly gradient: readonly LayerRows[] }>;
}

export const noFigures: Figures = { lossSum: 0, targetTokens: 0, sureRows: 0, rows: 0 };

export function sumOf(a: Figures, b: Figures): Figures {
  return {
    lossSum: a.lossSum + b.lossSum,
    targetTokens: a.targetTokens + b.targetTokens,
    sureRows: a.sureRows + b.sureRows,
    rows: a.rows + b.rows,
  };
}

/** Nats a target token. */
export function lossOf({ lossSum, targetTokens }: Figures): number {
  return lossSum / Math.max(1, targetTokens);
}
