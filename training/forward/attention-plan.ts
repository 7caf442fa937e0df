import type { HeadLayout, HeadShape } from "./heads.ts";
import { type Lanes, sees } from "./lanes.ts";
import { type RotaryTable, type Rotation, rotaryTable } from "./rotary.ts";
import type { Tensor, Tfjs } from "./tfjs.ts";

/** What attention does in a layer. Layers of the same kind share one plan. */
export interface AttentionKind {
  readonly rotation: Rotation;
  /** A token looks back at so many tokens, itself included; null for all. */
  readonly windowTokens: number | null;
  /** Attention scores are multiplied by this. */
  readonly scoreScale: number;
}

/** Everything about attention that only the rows and the number of cells decide. */
export interface AttentionPlan extends HeadLayout {
  /** For one K/V head's queries, lane by lane; brings the score scale with it. */
  readonly queryTable: RotaryTable;
  /** For one K/V head's keys, lane by lane. */
  readonly keyTable: RotaryTable;
  /** Added to scores among a lane's tokens, [lane × query × token × token]. */
  readonly ownMask: Tensor;
  /** Added to scores on the prefix, [lane × query × token × cell]; undefined where every token sees every cell. */
  readonly prefixMask: Tensor | undefined;
}

/** Far below every score, and finite: exp of it is 0 beside any visible token, and no NaN can come of it. */
const hidden = -1e30;

export function planAttention(
  tf: Tfjs,
  kind: AttentionKind,
  { heads, lanes, cellCount }: { heads: HeadShape; lanes: Lanes; cellCount: number },
): AttentionPlan {
  const { headSize, queriesPerKey } = heads;
  const positions = lanes.places.map((place) => cellCount + place);
  const queryPositions = repeatLanes(positions, lanes, queriesPerKey);
  return {
    heads,
    laneCount: lanes.laneCount,
    laneTokens: lanes.laneTokens,
    queryTable: rotaryTable(tf, kind.rotation, {
      headSize,
      positions: queryPositions,
      gain: kind.scoreScale,
    }),
    keyTable: rotaryTable(tf, kind.rotation, { headSize, positions }),
    ownMask: tf.tensor1d(ownMask(lanes, kind, queriesPerKey)),
    prefixMask: prefixMask(tf, kind, queryPositions, cellCount),
  };
}

/** Each lane's values once for every query of a group: [lane, token] → [lane, query, token]. */
function repeatLanes(values: Int32Array, { laneCount, laneTokens }: Lanes, times: number): Int32Array {
  const repeated = new Int32Array(values.length * times);
  for (let copy = 0; copy < laneCount * times; copy++) {
    const lane = Math.floor(copy / times);
    repeated.set(values.subarray(lane * laneTokens, (lane + 1) * laneTokens), copy * laneTokens);
  }
  return repeated;
}

function ownMask(lanes: Lanes, { windowTokens }: AttentionKind, queriesPerKey: number): Float32Array {
  const { laneCount, laneTokens } = lanes;
  const square = laneTokens * laneTokens;
  const mask = new Float32Array(laneCount * queriesPerKey * square);
  for (let lane = 0; lane < laneCount; lane++) {
    const start = lane * queriesPerKey * square;
    for (let cell = 0; cell < square; cell++) {
      const from = lane * laneTokens + Math.floor(cell / laneTokens);
      const to = lane * laneTokens + (cell % laneTokens);
      mask[start + cell] = sees(lanes, from, to, windowTokens) ? 0 : hidden;
    }
    for (let query = 1; query < queriesPerKey; query++) {
      mask.copyWithin(start + query * square, start, start + square);
    }
  }
  return mask;
}

/** Cells stand at positions 0, 1, …; a window that reaches the first one from every token hides none. */
function prefixMask(
  tf: Tfjs,
  { windowTokens }: AttentionKind,
  positions: Int32Array,
  cellCount: number,
): Tensor | undefined {
  const furthest = positions.reduce((most, position) => Math.max(most, position), 0);
  if (windowTokens === null || cellCount === 0 || furthest < windowTokens) return undefined;
  const mask = new Float32Array(positions.length * cellCount);
  for (const [row, position] of positions.entries()) {
    const firstVisible = Math.max(0, position - windowTokens + 1);
    mask.fill(hidden, row * cellCount, row * cellCount + Math.min(cellCount, firstVisible));
  }
  return tf.tensor1d(mask);
}
