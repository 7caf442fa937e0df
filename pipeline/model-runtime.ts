import { ImprintError } from "../errors/error.ts";
import { type Sha256, sha256 } from "../imprint/hash.ts";
import type { RuntimeIdentity } from "../imprint/identity.ts";
import { limits } from "../imprint/limits.ts";
import { type StateGeometry, stateLayout } from "../imprint/state/layout.ts";
import type { Engine, EngineModel } from "../runtime/engine/engine.ts";
import type { ModelFacts } from "../runtime/models/gguf-facts.ts";
import { Prompter, type PromptModel } from "../runtime/prompt/prompter.ts";
import { fileIdentity } from "../system/files.ts";

/** A model file that was found, hashed and looked into; no native code has seen it. */
export interface ModelFile {
  /** As the user named it. */
  readonly modelRef: string;
  /** Catalog id, or null for a file given by path. */
  readonly id: string | null;
  readonly path: string;
  readonly sha256: Sha256;
  /** What the file system said of it before it was looked into; see `fileIdentity`. */
  readonly identity: string;
  readonly facts: ModelFacts;
  /** The model's own chat template, else the catalog entry's, else null. */
  readonly chatTemplate: string | null;
}

/** A model in the engine, with everything that the gate asks of a live runtime. */
export interface ModelRuntime {
  readonly file: ModelFile;
  readonly engine: Engine;
  readonly model: EngineModel;
  readonly prompter: Prompter;
  readonly identity: RuntimeIdentity;
  readonly geometry: StateGeometry;
  dispose(): Promise<void>;
}

/**
 * Loads a model. The identity is stated by the file that was hashed and by the live engine.
 * @throws engine_unavailable, model_load_failed, tokenizer_missing_chat_template, prefix_render_failed
 */
export async function openModelRuntime(
  file: ModelFile,
  openEngine: () => Promise<Engine>,
  signal?: AbortSignal,
): Promise<ModelRuntime> {
  const { chatTemplate } = file;
  if (chatTemplate === null) {
    throw new ImprintError("tokenizer_missing_chat_template", `${file.modelRef} has no chat template`);
  }
  const engine = await openEngine();
  try {
    return await loadInto(engine, file, chatTemplate, signal);
  } catch (error) {
    await engine.dispose();
    throw error;
  }
}

async function loadInto(
  engine: Engine,
  file: ModelFile,
  chatTemplate: string,
  signal: AbortSignal | undefined,
): Promise<ModelRuntime> {
  const { facts } = file;
  const model = await engine.openModel(file.path, signal ? { signal } : {});
  // The engine opens by path: what it opened must still be what was hashed.
  if ((await fileIdentity(file.path)) !== file.identity) {
    throw new ImprintError("invalid_model_file", `${file.path} changed while it was loaded`, {
      details: { reason: "changed" },
    });
  }
  return {
    file,
    engine,
    model,
    prompter: new Prompter(promptModel(facts, chatTemplate), (text) => model.tokenize(text)),
    identity: identityOf(file, chatTemplate, engine),
    geometry: {
      layerCount: facts.layerCount,
      kWidths: facts.kWidths,
      vWidths: facts.vWidths,
      vocabSize: facts.vocabSize,
      keyType: "F16",
      valueType: "F16",
    },
    // The engine takes its models with it.
    dispose: () => engine.dispose(),
  };
}

function promptModel(facts: ModelFacts, chatTemplate: string): PromptModel {
  return {
    chatTemplate,
    controlTokens: facts.controlTokens,
    bosTokenId: facts.bosTokenId,
    eosTokenId: facts.eosTokenId,
    addsBos: facts.addBosToken ?? false,
  };
}

/** Context window for a prefix: the default, more when the prefix is long, never more than the model knows. */
export function contextTokensFor(runtime: ModelRuntime, prefixTokens: number): number {
  const wanted = Math.max(limits.contextTokens, prefixTokens + limits.answerTokens);
  return Math.min(wanted, runtime.model.trainContextTokens);
}

function identityOf(file: ModelFile, chatTemplate: string, engine: Engine): RuntimeIdentity {
  const { facts } = file;
  return {
    model: {
      file_sha256: file.sha256,
      architecture: facts.architecture,
      layer_count: facts.layerCount,
      embedding_length: facts.embeddingLength,
      vocab_size: facts.vocabSize,
      k_widths: facts.kWidths,
      v_widths: facts.vWidths,
    },
    tokenizer: { sha256: facts.tokenizerSha256 },
    chat_template: { sha256: sha256(chatTemplate) },
    engine: {
      package: engine.identity.package,
      package_version: engine.identity.packageVersion,
      release: engine.identity.release,
      state_version: stateLayout.version,
      key_type: "f16",
      value_type: "f16",
      flash_attention: true,
      stream_count: stateLayout.streamCount,
    },
  };
}
