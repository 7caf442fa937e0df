import type { AttentionPlan } from "./attention-plan.ts";
import { type FeedForward, type FeedForwardTrace, feed, feedBack } from "./feed-forward.ts";
import type { PrefixLayer } from "./prefix.ts";
import { addBlock, addBlockBack, type ResidualNorms, type ResidualTrace } from "./residual.ts";
import {
  type AttentionTrace,
  cellsOf,
  lookAround,
  lookAroundBack,
  type SelfAttention,
} from "./self-attention.ts";
import type { Tensor, Tfjs } from "./tfjs.ts";

/** One layer of the model, resident in the backend. */
export interface Layer {
  readonly attention: SelfAttention;
  readonly attentionNorms: ResidualNorms;
  readonly feedForward: FeedForward;
  readonly feedForwardNorms: ResidualNorms;
}

/**
 * What is kept of a layer for the way back: inputs and projections, no scores and no activations. Those are
 * computed again, which costs a few matrix products of head size and none of the model's width.
 */
export type LayerTrace = {
  attention: ResidualTrace<AttentionTrace>;
  feedForward: ResidualTrace<FeedForwardTrace>;
};

/** A layer, the plan of its kind of attention, and its prefix. */
export interface LayerSetting {
  readonly layer: Layer;
  readonly plan: AttentionPlan;
  readonly prefix: PrefixLayer | undefined;
}

/** [tokens, width] → [tokens, width] */
export function runLayer(
  tf: Tfjs,
  { layer, plan, prefix }: LayerSetting,
  input: Tensor,
): { output: Tensor; trace: LayerTrace } {
  const attention = addBlock(tf, layer.attentionNorms, input, (normed) =>
    lookAround(tf, layer.attention, plan, normed, prefix),
  );
  const feedForward = addBlock(tf, layer.feedForwardNorms, attention.output, (normed) =>
    feed(tf, layer.feedForward, normed),
  );
  return {
    output: feedForward.output,
    trace: { attention: attention.trace, feedForward: feedForward.trace },
  };
}

/** Gradients for the layer's input and for its prefix. */
export function runLayerBack(
  tf: Tfjs,
  { layer, plan, prefix }: LayerSetting,
  trace: LayerTrace,
  dOutput: Tensor,
): { input: Tensor; prefix: PrefixLayer | undefined } {
  const dMiddle = addBlockBack(tf, layer.feedForwardNorms, trace.feedForward, dOutput, (block, dInner) =>
    feedBack(tf, layer.feedForward, block, dInner),
  );
  let dPrefix: PrefixLayer | undefined;
  const input = addBlockBack(tf, layer.attentionNorms, trace.attention, dMiddle, (block, dInner) => {
    const gradients = lookAroundBack(tf, layer.attention, plan, { trace: block, prefix }, dInner);
    dPrefix = gradients.prefix;
    return gradients.input;
  });
  return { input, prefix: dPrefix };
}

/** The cells that the layer's tokens would fill behind the prefix, in their slots' order. */
export function newCells(tf: Tfjs, { layer, plan }: LayerSetting, trace: LayerTrace): PrefixLayer {
  return cellsOf(tf, layer.attention, plan, trace.attention.block);
}
