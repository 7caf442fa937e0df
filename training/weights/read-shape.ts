import type { Gguf } from "../../runtime/models/gguf.ts";
import { type ModelFacts, modelFactsOf } from "../../runtime/models/gguf-facts.ts";
import type { GgufMetadata } from "../../runtime/models/gguf-metadata.ts";
import { type Architecture, architectureOf, trainableArchitectures } from "./architectures.ts";
import type { ModelShape, RotaryShape, SlidingWindow } from "./model-shape.ts";
import { refuseTraining, refuseWeights } from "./refusal.ts";

/** A model's shape, and the architecture that its tensors follow. */
export interface TrainableModel {
  readonly shape: ModelShape;
  readonly architecture: Architecture;
}

/**
 * What the metadata says of the forward pass. Settings that would change the pass in a way that it does not follow
 * are refused, so that nothing is trained against another model than the engine runs.
 *
 * @throws unsupported_training_model with `details.reason`
 * @throws invalid_model_file when a number is missing or contradicts another
 */
export function readShape(gguf: Gguf): TrainableModel {
  const facts = modelFactsOf(gguf);
  const architecture = architectureOf(facts.architecture);
  if (architecture === undefined) {
    throw refuseTraining(
      "architecture",
      `models of architecture ${facts.architecture} cannot be trained, only ${trainableArchitectures().join(", ")}`,
      { architecture: facts.architecture },
    );
  }
  refuseOtherSettings(gguf.metadata, facts);
  refuseMixedLayers(gguf.metadata, facts);
  return { shape: shapeOf(gguf.metadata, facts, architecture), architecture };
}

function shapeOf(metadata: GgufMetadata, facts: ModelFacts, architecture: Architecture): ModelShape {
  const { layerCount, embeddingLength, headCount, keyLength, feedForwardLength, rmsNormEpsilon } = facts;
  const kvHeadCount = facts.headCountKv[0] ?? 0;
  if (feedForwardLength === null) throw missingKey(facts, "feed_forward_length");
  if (rmsNormEpsilon === null) throw missingKey(facts, "attention.layer_norm_rms_epsilon");
  if (kvHeadCount === 0 || headCount % kvHeadCount !== 0) {
    throw refuseWeights("contradicting_keys", `${headCount} heads cannot share ${kvHeadCount} K/V heads`);
  }
  const isHiddenScaled = layerCount === architecture.hiddenScaledLayerCount;
  return {
    architecture: facts.architecture,
    layerCount,
    hiddenSize: embeddingLength,
    headCount,
    kvHeadCount,
    headSize: keyLength,
    feedForwardSize: feedForwardLength,
    vocabularySize: facts.vocabSize,
    normEpsilon: rmsNormEpsilon,
    rotary: rotaryOf(metadata, facts, architecture),
    slidingWindow: slidingWindowOf(metadata, facts, architecture),
    scoreScale: 1 / Math.sqrt(isHiddenScaled ? embeddingLength / headCount : keyLength),
    embeddingScale: architecture.scalesEmbeddings ? Math.sqrt(embeddingLength) : 1,
    activation: architecture.activation,
  };
}

/** The engine takes a factor for linear scaling unless the file names another kind; a factor of 0 is none. */
function rotaryOf(metadata: GgufMetadata, facts: ModelFacts, { pairing }: Architecture): RotaryShape {
  const { freqBase, dimensionCount, scalingType, scalingFactor } = facts.rope;
  const kind = scalingType ?? "linear";
  if (kind !== "linear" && kind !== "none") {
    throw refuseTraining("rope_scaling", `models with ${kind} rope scaling cannot be trained`, { kind });
  }
  const factor = scalingFactor ?? metadata.float(`${facts.architecture}.rope.scale_linear`) ?? 0;
  const positionScale = kind === "none" || factor === 0 ? 1 : 1 / factor;
  if (dimensionCount !== facts.keyLength || dimensionCount % 2 !== 0) {
    throw refuseTraining(
      "setting",
      `a model that turns ${dimensionCount} of ${facts.keyLength} values of a head cannot be trained`,
      { key: `${facts.architecture}.rope.dimension_count`, value: dimensionCount },
    );
  }
  if (!isPositive(freqBase) || !isPositive(positionScale)) {
    throw refuseWeights(
      "contradicting_keys",
      "the rope's frequency base or scaling factor is no positive number",
    );
  }
  return { pairing, dimensionCount, frequencyBase: freqBase, positionScale };
}

function slidingWindowOf(
  metadata: GgufMetadata,
  { architecture: name, slidingWindowTokens, layerCount }: ModelFacts,
  { slidingPeriod, slidingFrequencyBase }: Architecture,
): SlidingWindow | null {
  if (slidingWindowTokens === null) return null;
  const key = `${name}.attention.sliding_window`;
  if (slidingPeriod === null) {
    throw refuseTraining("setting", `a ${name} with a sliding window cannot be trained`, {
      key,
      value: slidingWindowTokens,
    });
  }
  const period = metadata.count(`${key}_pattern`) ?? slidingPeriod;
  const frequencyBase = metadata.float(`${name}.rope.freq_base_swa`) ?? slidingFrequencyBase;
  if (!isPositive(frequencyBase)) {
    throw refuseWeights("contradicting_keys", "the frequency base of sliding layers is no positive number");
  }
  return {
    windowTokens: slidingWindowTokens,
    frequencyBase,
    // A period of 0 is the engine's way to say that every layer has a window.
    isSliding: Array.from({ length: layerCount }, (_, layer) => period === 0 || layer % period < period - 1),
  };
}

/** Counts and numbers by which the engine changes its pass, each with the value at which it does not. */
const neutralCounts = { expert_count: 0, nextn_predict_layers: 0 } as const;
const neutralFloats = { final_logit_softcapping: 0, "rope.scaling.attn_factor": 1 } as const;

function refuseOtherSettings(metadata: GgufMetadata, facts: ModelFacts): void {
  const { architecture, keyLength, valueLength } = facts;
  const sameAsElsewhere = {
    "attention.key_length_swa": keyLength,
    "attention.value_length_swa": keyLength,
    "rope.dimension_count_swa": keyLength,
  };
  const refuse = (key: string, value: number): Error =>
    refuseTraining("setting", `a model with ${key} ${value} cannot be trained`, { key, value });
  if (valueLength !== keyLength) throw refuse(`${architecture}.attention.value_length`, valueLength);
  for (const [name, neutral] of Object.entries({ ...neutralCounts, ...sameAsElsewhere })) {
    const key = `${architecture}.${name}`;
    const value = metadata.count(key) ?? neutral;
    if (value !== neutral) throw refuse(key, value);
  }
  for (const [name, neutral] of Object.entries(neutralFloats)) {
    const key = `${architecture}.${name}`;
    const value = metadata.float(key) ?? neutral;
    if (value !== neutral) throw refuse(key, value);
  }
  const causal = `${architecture}.attention.causal`;
  if (metadata.flag(causal) === false) throw refuse(causal, 0);
}

function refuseMixedLayers(
  metadata: GgufMetadata,
  { architecture, layerCount, headCountKv }: ModelFacts,
): void {
  const heads = metadata.countsByLayer(`${architecture}.attention.head_count`, layerCount) ?? [];
  for (const [key, counts] of Object.entries({ head_count: heads, head_count_kv: headCountKv })) {
    if (new Set(counts).size > 1) {
      throw refuseTraining("layers_differ", `a model whose layers differ in ${key} cannot be trained`, {
        key,
      });
    }
  }
}

function missingKey({ architecture }: ModelFacts, name: string): Error {
  const key = `${architecture}.${name}`;
  return refuseWeights("missing_key", `the GGUF lacks ${key}`, { key });
}

function isPositive(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
