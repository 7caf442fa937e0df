import type { ModelShape } from "../weights/model-shape.ts";
import type { ModelWeights } from "../weights/model-weights.ts";
import { attentionKinds } from "./attention-kinds.ts";
import { type AttentionKind, type AttentionPlan, planAttention } from "./attention-plan.ts";
import { type EmbeddingTable, embed } from "./embedding.ts";
import { type ForwardRow, type Lanes, layLanes } from "./lanes.ts";
import type { LayerSetting } from "./layer.ts";
import { cellsOfLayers, runLayers, runLayersBack, traceLayers } from "./layer-stack.ts";
import { crossEntropies, crossEntropiesBack, logitsOf, type Target } from "./output-head.ts";
import { layersOf, type Prefix } from "./prefix.ts";
import { type ResidentModel, residentModel } from "./resident.ts";
import { scoredValues, scoredValuesBack } from "./scored.ts";
import type { Tensor, Tfjs } from "./tfjs.ts";

/** A row with what is right after each of its scored tokens. */
export interface TargetRow extends ForwardRow {
  /** One for each entry of `scored`, in its order. */
  readonly targets: readonly Target[];
}

/**
 * A model with frozen weights that runs rows of tokens behind a prefix of K and V, and says how the prefix should
 * move. A row's first token stands at the position after the last cell, or at 0 where the prefix is null; rows do
 * not see each other. Each method leaves behind the tensors that it returns and no others; they are the caller's.
 * Rows, targets and prefixes that do not fit the model are a RangeError. Values are not checked: those of a prefix
 * that is not finite come out as NaN.
 */
export class FrozenModel {
  readonly shape: ModelShape;
  readonly #tf: Tfjs;
  readonly #resident: ResidentModel;
  readonly #embedding: EmbeddingTable;
  readonly #kinds: readonly AttentionKind[];

  constructor(tf: Tfjs, weights: ModelWeights) {
    this.#tf = tf;
    this.shape = weights.shape;
    this.#embedding = { matrix: weights.tokenEmbedding, scale: weights.shape.embeddingScale };
    this.#kinds = attentionKinds(weights);
    this.#resident = residentModel(tf, weights);
  }

  /** Logits after each scored token, row by row, [scored, vocabulary]. */
  logits(prefix: Prefix | null, rows: readonly ForwardRow[]): Tensor {
    return this.#tf.tidy(() => logitsOf(this.#tf, this.#resident.head, this.#scored(prefix, rows)));
  }

  /** Cross-entropy of each scored token's target, unweighted, row by row, [scored]. */
  losses(prefix: Prefix | null, rows: readonly TargetRow[]): Tensor {
    const targets = targetsOf(rows);
    return this.#tf.tidy(() =>
      crossEntropies(this.#tf, this.#resident.head, this.#scored(prefix, rows), targets),
    );
  }

  /** The same, and the gradients of Σ weight × cross-entropy in the prefix's own shapes. */
  gradients(prefix: Prefix, rows: readonly TargetRow[]): { losses: Tensor; prefix: Prefix } {
    const tf = this.#tf;
    const targets = targetsOf(rows);
    return tf.tidy(() => {
      const lanes = layLanes(rows);
      const settings = this.#settings(prefix, lanes);
      const { output, traces } = traceLayers(tf, settings, embed(tf, this.#embedding, lanes.tokens));
      const scored = scoredValues(tf, lanes, output);
      const { losses, input } = crossEntropiesBack(tf, this.#resident.head, scored, targets);
      const gradients = runLayersBack(tf, settings, traces, scoredValuesBack(tf, lanes, input));
      return { losses, prefix: gradients };
    });
  }

  /** The cells that `tokens` fill behind the prefix: what the engine's prefill computes. */
  cells(prefix: Prefix | null, tokens: readonly number[]): Prefix {
    return this.#tf.tidy(() => {
      const lanes = layLanes([{ tokens, scored: [] }]);
      const embedded = embed(this.#tf, this.#embedding, lanes.tokens);
      return cellsOfLayers(this.#tf, this.#settings(prefix, lanes), embedded);
    });
  }

  dispose(): void {
    this.#resident.dispose();
  }

  /** The last layer's values at the scored tokens. */
  #scored(prefix: Prefix | null, rows: readonly ForwardRow[]): Tensor {
    const lanes = layLanes(rows);
    const embedded = embed(this.#tf, this.#embedding, lanes.tokens);
    return scoredValues(this.#tf, lanes, runLayers(this.#tf, this.#settings(prefix, lanes), embedded));
  }

  #settings(prefix: Prefix | null, lanes: Lanes): LayerSetting[] {
    const { headCount, kvHeadCount, headSize } = this.shape;
    const heads = { keyHeads: kvHeadCount, queriesPerKey: headCount / kvHeadCount, headSize };
    const { cellCount, layers } =
      prefix === null ? { cellCount: 0, layers: [] } : layersOf(prefix, this.shape);
    const plans = new Map<AttentionKind, AttentionPlan>();
    return this.#resident.layers.map((layer, at) => {
      const kind = this.#kinds[at];
      if (kind === undefined) throw new RangeError(`layer ${at} has no kind of attention`);
      const plan = plans.get(kind) ?? planAttention(this.#tf, kind, { heads, lanes, cellCount });
      plans.set(kind, plan);
      return { layer, plan, prefix: layers[at] };
    });
  }
}

function targetsOf(rows: readonly TargetRow[]): Target[] {
  const unlike = rows.findIndex(({ scored, targets }) => scored.length !== targets.length);
  if (unlike !== -1) throw new RangeError(`row ${unlike} has not one target for each scored token`);
  return rows.flatMap(({ targets }) => targets);
}
