import type { RotaryPairing } from "./model-shape.ts";
import type { LayerRole, ModelRole } from "./tensor-names.ts";

/** What sets an architecture apart, as the engine computes it. */
export interface Architecture {
  readonly pairing: RotaryPairing;
  readonly activation: "silu" | "gelu";
  /** Embeddings are multiplied by √hidden. */
  readonly scalesEmbeddings: boolean;
  /**
   * Of so many layers the last one sees everything, the others through a window, when the file declares one and no
   * period of its own; null for an architecture that has no windows.
   */
  readonly slidingPeriod: number | null;
  /** Frequency base of the layers with a window, unless the file says otherwise. */
  readonly slidingFrequencyBase: number;
  /** Layers of a release whose scores are scaled by (hidden / heads)^(−1/2) instead of headSize^(−1/2). */
  readonly hiddenScaledLayerCount: number | null;
  readonly layer: { readonly required: readonly LayerRole[]; readonly optional: readonly LayerRole[] };
  readonly model: { readonly optional: readonly ModelRole[] };
}

const plainLayer = [
  "attentionNorm",
  "query",
  "key",
  "value",
  "output",
  "feedForwardNorm",
  "gate",
  "up",
  "down",
] as const;
const biases = ["queryBias", "keyBias", "valueBias"] as const;

const llama: Architecture = {
  pairing: "adjacent",
  activation: "silu",
  scalesEmbeddings: false,
  slidingPeriod: null,
  slidingFrequencyBase: 10_000,
  hiddenScaledLayerCount: null,
  layer: { required: plainLayer, optional: biases },
  // The factors are how Llama 3 stretches its context; their rule has been applied when the file was made.
  model: { optional: ["output", "frequencyFactors"] },
};

const qwen2: Architecture = { ...llama, pairing: "halves", model: { optional: ["output"] } };

const qwen3: Architecture = {
  ...qwen2,
  layer: { required: [...plainLayer, "queryNorm", "keyNorm"], optional: biases },
};

/** Technical report: arXiv:2503.19786. Five layers with a window to each one without; 62 layers has the 27B alone. */
const gemma3: Architecture = {
  ...qwen3,
  activation: "gelu",
  scalesEmbeddings: true,
  slidingPeriod: 6,
  hiddenScaledLayerCount: 62,
  layer: {
    required: [...qwen3.layer.required, "postAttentionNorm", "postFeedForwardNorm"],
    optional: biases,
  },
};

/** Architectures that can be trained, by the name that stands in a GGUF. */
const architectures: ReadonlyMap<string, Architecture> = new Map(
  Object.entries({ llama, qwen2, qwen3, gemma3 }),
);

/** undefined for an architecture that cannot be trained. */
export function architectureOf(name: string): Architecture | undefined {
  return architectures.get(name);
}

export function trainableArchitectures(): string[] {
  return [...architectures.keys()];
}
