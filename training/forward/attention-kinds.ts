import type { ModelWeights } from "../weights/model-weights.ts";
import type { AttentionKind } from "./attention-plan.ts";

/** The kind of each layer's attention: one object for all layers that see everything, one for those that do not. */
export function attentionKinds({ shape, frequencyFactors }: ModelWeights): AttentionKind[] {
  const { rotary, scoreScale, slidingWindow, layerCount } = shape;
  const full: AttentionKind = {
    rotation: { ...rotary, frequencyFactors },
    windowTokens: null,
    scoreScale,
  };
  if (slidingWindow === null) return new Array<AttentionKind>(layerCount).fill(full);
  const sliding: AttentionKind = {
    rotation: {
      ...rotary,
      frequencyBase: slidingWindow.frequencyBase,
      positionScale: 1,
      frequencyFactors: null,
    },
    windowTokens: slidingWindow.windowTokens,
    scoreScale,
  };
  return Array.from({ length: layerCount }, (_, layer) => (slidingWindow.isSliding[layer] ? sliding : full));
}
