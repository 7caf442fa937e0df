import type { LayerRows } from "../../imprint/state/rows.ts";
import type { FrozenModel, TargetRow } from "../forward/frozen-model.ts";
import type { Prefix } from "../forward/prefix.ts";
import type { Tensor, Tfjs } from "../forward/tfjs.ts";
import type { Figures, PrefixPass } from "./pass.ts";
import type { TrainingRow } from "./row.ts";

/** The pass of a real model on a tfjs backend. The prefix goes in and its gradient comes out as numbers. */
export function frozenPass(tf: Tfjs, model: FrozenModel, cellCount: number): PrefixPass {
  const resident = (rows: readonly LayerRows[]): Prefix => {
    const tensor = (numbers: Float32Array) =>
      tf.tensor2d(numbers, [cellCount, numbers.length / cellCount]) as Tensor;
    return { k: rows.map(({ k }) => tensor(k)), v: rows.map(({ v }) => tensor(v)) };
  };
  return {
    async figures(rows, batch) {
      const prefix = resident(rows);
      const losses = model.losses(prefix, batch.map(targetRow));
      const figures = figuresOf(batch, await numbersOf(losses));
      tf.dispose([losses, ...prefix.k, ...prefix.v]);
      return figures;
    },
    async gradient(rows, batch) {
      const prefix = resident(rows);
      const { losses, prefix: slopes } = model.gradients(prefix, batch.map(targetRow));
      const figures = figuresOf(batch, await numbersOf(losses));
      const gradient: LayerRows[] = [];
      for (const [layer, k] of slopes.k.entries())
        gradient.push({ k: await numbersOf(k), v: await numbersOf(slopes.v[layer] as Tensor) });
      tf.dispose([losses, ...prefix.k, ...prefix.v, ...slopes.k, ...slopes.v]);
      return { ...figures, gradient };
    },
  };
}

/** The target's tokens are scored where the one before each stands; the last one is never put in. */
function targetRow({ before, target }: TrainingRow): TargetRow {
  return {
    tokens: [...before, ...target.slice(0, -1)],
    scored: target.map((_, index) => before.length - 1 + index),
    targets: target.map((token) => ({ tokens: [token], probabilities: [1], weight: 1 })),
  };
}

function figuresOf(rows: readonly TrainingRow[], losses: Float32Array): Figures {
  let start = 0;
  const sure = rows.filter(({ target }) => {
    const own = losses.subarray(start, start + target.length);
    start += target.length;
    return own.every((loss) => loss < Math.LN2);
  });
  const lossSum = losses.reduce((sum, loss) => sum + loss, 0);
  return { lossSum, targetTokens: losses.length, sureRows: sure.length, rows: rows.length };
}

async function numbersOf(tensor: Tensor): Promise<Float32Array> {
  return (await tensor.data()) as Float32Array;
}
