import type { LayerRows } from "../../../imprint/state/rows.ts";
import type { PrefixPass } from "../../../training/prefix/pass.ts";
import type { TrainingRow } from "../../../training/prefix/row.ts";

/**
 * A model of which everything is known: each row pulls every number of the prefix towards its first target token,
 * with the loss (number − target)²/2 summed over the numbers.
 */
export function toyPass(log: TrainingRow[][] = []): PrefixPass {
  const figures = (prefix: readonly LayerRows[], rows: readonly TrainingRow[]) => {
    const losses = rows.map((row) => lossOf(prefix, goalOf(row)));
    return {
      lossSum: losses.reduce((sum, loss) => sum + loss, 0),
      targetTokens: rows.length,
      sureRows: losses.filter((loss) => loss < 0.01).length,
      rows: rows.length,
    };
  };
  return {
    figures: async (prefix, rows) => figures(prefix, rows),
    gradient: async (prefix, rows) => {
      log.push([...rows]);
      const slope = (numbers: Float32Array) =>
        numbers.map((number) => rows.reduce((sum, row) => sum + number - goalOf(row), 0));
      const gradient = prefix.map(({ k, v }) => ({ k: slope(k), v: slope(v) }));
      return { ...figures(prefix, rows), gradient };
    },
  };
}

export function rowTo(goal: number, kind: TrainingRow["kind"] = "call", length = 1): TrainingRow {
  return { kind, before: Array.from({ length }, (_, index) => index), target: [goal] };
}

function goalOf({ target }: TrainingRow): number {
  return target[0] as number;
}

function lossOf(prefix: readonly LayerRows[], goal: number): number {
  const numbers = prefix.flatMap(({ k, v }) => [...k, ...v]);
  return numbers.reduce((sum, number) => sum + (number - goal) ** 2 / 2, 0);
}
