import { attend, attendBack, type Sight } from "./attention.ts";
import type { AttentionPlan } from "./attention-plan.ts";
import { cellRows, cellStack, keyRows, keyStack, queryRows, queryStack } from "./heads.ts";
import type { PrefixLayer } from "./prefix.ts";
import { type Projection, project, projectBack } from "./projection.ts";
import { normalize, normalizeBack, type RmsNorm } from "./rms-norm.ts";
import { type RotaryTable, rotate, rotateBack } from "./rotary.ts";
import type { Tensor, Tfjs } from "./tfjs.ts";

export interface SelfAttention {
  readonly query: Projection;
  readonly key: Projection;
  readonly value: Projection;
  readonly output: Projection;
  /** Over each head, before it is turned; undefined for models without. */
  readonly queryNorm: RmsNorm | undefined;
  readonly keyNorm: RmsNorm | undefined;
}

/** What the way back needs; projections are kept as they came, before norm and rotation. */
export type AttentionTrace = { query: Tensor; key: Tensor; value: Tensor; output: Tensor; logSum: Tensor };

/** Attention of [tokens, width] to the prefix and to earlier tokens of the same row. */
export function lookAround(
  tf: Tfjs,
  block: SelfAttention,
  plan: AttentionPlan,
  input: Tensor,
  prefix: PrefixLayer | undefined,
): { output: Tensor; trace: AttentionTrace } {
  const projected = {
    query: project(tf, block.query, input),
    key: project(tf, block.key, input),
    value: project(tf, block.value, input),
  };
  const { queries, sights } = turned(tf, block, plan, projected, prefix);
  const attended = attend(tf, queries, sights);
  const output = project(tf, block.output, queryRows(tf, plan, attended.output));
  return { output, trace: { ...projected, ...attended } };
}

/** Gradients for the input, and for the prefix when there is one. */
export function lookAroundBack(
  tf: Tfjs,
  block: SelfAttention,
  plan: AttentionPlan,
  { trace, prefix }: { trace: AttentionTrace; prefix: PrefixLayer | undefined },
  dOutput: Tensor,
): { input: Tensor; prefix: PrefixLayer | undefined } {
  const { queries, sights } = turned(tf, block, plan, trace, prefix);
  const dAttended = queryStack(tf, plan, projectBack(tf, block.output, dOutput));
  const gradients = attendBack(tf, queries, sights, trace, dAttended);
  const [own, cells] = gradients.sights;
  if (own === undefined) throw new RangeError("tokens look at themselves at least");
  const dQuery = beforeTurn(tf, block.queryNorm, plan.queryTable, gradients.queries, () =>
    queryStack(tf, plan, trace.query),
  );
  const dKey = beforeTurn(tf, block.keyNorm, plan.keyTable, own.keys, () => keyStack(tf, plan, trace.key));
  const parts = [
    projectBack(tf, block.query, queryRows(tf, plan, dQuery)),
    projectBack(tf, block.key, keyRows(tf, plan, dKey)),
    projectBack(tf, block.value, keyRows(tf, plan, own.values)),
  ];
  return {
    input: parts.reduce((a, b) => tf.add(a, b)),
    prefix: cells && { k: cellRows(tf, plan, cells.keys), v: cellRows(tf, plan, cells.values) },
  };
}

/** The layer's own keys and values as the engine keeps them in cells, [tokens, keyHeads × headSize]. */
export function cellsOf(
  tf: Tfjs,
  block: SelfAttention,
  plan: AttentionPlan,
  trace: AttentionTrace,
): PrefixLayer {
  return { k: keyRows(tf, plan, turnedKeys(tf, block, plan, trace.key)), v: tf.clone(trace.value) };
}

/** Queries ready for `attend`, and what they see: own tokens first, then the prefix. */
function turned(
  tf: Tfjs,
  block: SelfAttention,
  plan: AttentionPlan,
  { query, key, value }: { query: Tensor; key: Tensor; value: Tensor },
  prefix: PrefixLayer | undefined,
): { queries: Tensor; sights: Sight[] } {
  const own = {
    keys: turnedKeys(tf, block, plan, key),
    values: keyStack(tf, plan, value),
    mask: plan.ownMask,
  };
  const cells = prefix && {
    keys: cellStack(tf, plan, prefix.k),
    values: cellStack(tf, plan, prefix.v),
    mask: plan.prefixMask,
  };
  return {
    queries: turn(tf, block.queryNorm, plan.queryTable, queryStack(tf, plan, query)),
    sights: cells === undefined ? [own] : [own, cells],
  };
}

function turnedKeys(tf: Tfjs, { keyNorm }: SelfAttention, plan: AttentionPlan, key: Tensor): Tensor {
  return turn(tf, keyNorm, plan.keyTable, keyStack(tf, plan, key));
}

function turn(tf: Tfjs, norm: RmsNorm | undefined, table: RotaryTable, heads: Tensor): Tensor {
  return rotate(tf, table, norm === undefined ? heads : normalize(tf, norm, heads));
}

/** Gradient for heads as they were before norm and rotation; `heads` is asked for where a norm needs them. */
function beforeTurn(
  tf: Tfjs,
  norm: RmsNorm | undefined,
  table: RotaryTable,
  dTurned: Tensor,
  heads: () => Tensor,
): Tensor {
  const dNormed = rotateBack(tf, table, dTurned);
  return norm === undefined ? dNormed : normalizeBack(tf, norm, heads(), dNormed);
}
