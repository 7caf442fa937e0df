import { refuseGguf } from "./gguf-bytes.ts";
import type { GgufMetadata } from "./gguf-metadata.ts";
import type { MemoryClass } from "./memory-class.ts";

/**
 * Metadata over which the engine ends the whole process (a failed assertion, a C++ exception that nobody catches)
 * instead of refusing the model. Mirrors the assertions of the engine's release that is pinned.
 */

/** Tokenizers of models that chat. `rwkv` and `no_vocab` are known to the engine, but abort on ordinary text. */
const tokenizers = new Set(["gpt2", "gemma4", "llama", "t5", "plamo2"]);
const ropeScalings = new Set(["none", "linear", "yarn", "longrope"]);
const maxExperts = 1_024;

interface Known {
  readonly architecture: string;
  readonly layerCount: number;
  readonly memory: MemoryClass;
}

/** @throws invalid_model_file */
export function refuseEngineAborts(metadata: GgufMetadata, known: Known): void {
  refuseVocabulary(metadata);
  refuseNorms(metadata, known.architecture);
  refuseExperts(metadata, known);
  refuseFeedForward(metadata, known);
  const { architecture, layerCount } = known;
  if ((metadata.count(`${architecture}.nextn_predict_layers`) ?? 0) > layerCount) {
    throw refuse("more prediction layers than layers");
  }
  const scaling = metadata.text(`${architecture}.rope.scaling.type`);
  if (scaling !== null && !ropeScalings.has(scaling)) throw refuse("an unknown kind of rope scaling");
}

/** The engine looks tokens up by their bytes, and takes an empty one for `[EMPTY_<id>]`. */
function refuseVocabulary(metadata: GgufMetadata): void {
  const tokenizer = metadata.text("tokenizer.ggml.model");
  if (tokenizer === null || !tokenizers.has(tokenizer)) throw refuse("a tokenizer that no chat model has");
  const seen = new Set<string>();
  let id = 0;
  for (const bytes of metadata.strings("tokenizer.ggml.tokens")) {
    seen.add(bytes.length === 0 ? `[EMPTY_${id}]` : bytes.toString("latin1"));
    id++;
  }
  if (seen.size !== id) throw refuse("two tokens of the same bytes");
  if (tokenizer === "llama" && !hasEveryByte(seen)) throw refuse("no token for some byte");
}

/** SentencePiece falls back to byte tokens for what it does not know. */
function hasEveryByte(tokens: ReadonlySet<string>): boolean {
  return Array.from({ length: 256 }, (_, byte) => byte).every((byte) => {
    const hex = byte.toString(16).toUpperCase().padStart(2, "0");
    return tokens.has(`<0x${hex}>`) || tokens.has(String.fromCharCode(byte));
  });
}

function refuseNorms(metadata: GgufMetadata, architecture: string): void {
  for (const norm of ["layer_norm_rms_epsilon", "layer_norm_epsilon", "group_norm_epsilon"]) {
    const epsilon = metadata.float(`${architecture}.attention.${norm}`) ?? 0;
    if (!Number.isFinite(epsilon) || epsilon < 0) throw refuse(`a ${norm} that is no small number`);
  }
}

function refuseExperts(metadata: GgufMetadata, { architecture, layerCount }: Known): void {
  const count = (key: string) => metadata.count(`${architecture}.${key}`) ?? 0;
  const [experts, groups, groupsUsed] = [
    count("expert_count"),
    count("expert_group_count"),
    count("expert_group_used_count"),
  ];
  const used = Math.max(
    0,
    ...(metadata.countsByLayer(`${architecture}.expert_used_count`, layerCount) ?? []),
  );
  const areUsable =
    experts === 0
      ? used === 0 && groups === 0
      : experts <= maxExperts && used > 0 && used <= experts && groups < experts;
  const areGrouped = groups <= 1 || (experts % groups === 0 && groupsUsed > 0 && groupsUsed < groups);
  if (!areUsable || !areGrouped) throw refuse("numbers of experts that contradict each other");
}

/** Recurrent and hybrid models have layers without a feed-forward part, mixtures of experts name their own length. */
function refuseFeedForward(metadata: GgufMetadata, { architecture, layerCount, memory }: Known): void {
  if (memory !== "full_attention") return;
  const lengths = metadata.countsByLayer(`${architecture}.feed_forward_length`, layerCount);
  const hasExperts = (metadata.count(`${architecture}.expert_count`) ?? 0) > 0;
  if (lengths === null ? !hasExperts : lengths.includes(0)) throw refuse("a layer without feed-forward part");
}

function refuse(what: string): Error {
  return refuseGguf("unsuitable_model", `the GGUF has ${what}`);
}
