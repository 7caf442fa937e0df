/** Which values of a head make a rotary pair: 2i with 2i+1, or i with i + dimensionCount/2. */
export type RotaryPairing = "adjacent" | "halves";

/** How positions turn queries and keys (Su et al., RoFormer, arXiv:2104.09864, section 3.2.2). */
export interface RotaryShape {
  readonly pairing: RotaryPairing;
  /** Values of a head that are turned; all of them in every architecture read here. */
  readonly dimensionCount: number;
  readonly frequencyBase: number;
  /** Positions are multiplied by this (linear scaling); 1 for none. */
  readonly positionScale: number;
}

/** Layers that look back only so far, and turn by frequencies of their own, unscaled. */
export interface SlidingWindow {
  /** Tokens that such a layer sees, the present one included. */
  readonly windowTokens: number;
  readonly frequencyBase: number;
  /** For each layer, whether it is one of them. */
  readonly isSliding: readonly boolean[];
}

/** What a forward pass must know of a model beside its weights. */
export interface ModelShape {
  readonly architecture: string;
  readonly layerCount: number;
  /** Width of the residual stream. */
  readonly hiddenSize: number;
  readonly headCount: number;
  /** K/V heads; divides `headCount`. */
  readonly kvHeadCount: number;
  readonly headSize: number;
  readonly feedForwardSize: number;
  readonly vocabularySize: number;
  /** The ε of every norm. */
  readonly normEpsilon: number;
  readonly rotary: RotaryShape;
  /** null where every layer sees everything. */
  readonly slidingWindow: SlidingWindow | null;
  /** Attention scores are multiplied by this. */
  readonly scoreScale: number;
  /** Embedded tokens are multiplied by this before the first layer. */
  readonly embeddingScale: number;
  /** `silu` makes the feed-forward part SwiGLU; `gelu`, in its tanh form, GeGLU. */
  readonly activation: "silu" | "gelu";
}
