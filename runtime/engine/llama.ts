import type {
  Llama,
  LlamaContext,
  LlamaContextSequence,
  LlamaGrammar,
  LlamaModel,
  Token,
} from "node-llama-cpp";
import { ImprintError, messageOf } from "../../errors/error.ts";
import {
  type Engine,
  type EngineContext,
  type EngineGrammar,
  type EngineIdentity,
  type EngineModel,
  leastProbability,
} from "./engine.ts";

type Binding = typeof import("node-llama-cpp");

/**
 * The sampler that gives plain probabilities of the likeliest tokens. At temperature 0 the binding gives the whole
 * vocabulary, sorted: ten times the work.
 */
const likeliest = { temperature: 1, topK: 2_048, topP: 1, minP: 0 };

/** Threads while a prompt is evaluated and while tokens are decoded one by one. */
export interface ThreadPlan {
  readonly prefill: number;
  readonly decode: number;
}

/**
 * Prefill wants every core. Decoding wants one engine thread less: the last one would spin against Node's own
 * (two cores: 104–160 tokens/s with one thread, 50–65 with two).
 */
export function defaultThreads(cores: number): ThreadPlan {
  return { prefill: Math.max(1, cores), decode: Math.max(1, cores - 1) };
}

/**
 * Opens the engine so that it can neither download nor compile.
 * @throws engine_unavailable
 */
export async function openLlamaEngine(options: { threads?: ThreadPlan } = {}): Promise<Engine> {
  try {
    const binding = await import("node-llama-cpp");
    const llama = await binding.getLlama({
      gpu: false,
      build: "never",
      skipDownload: true,
      logLevel: binding.LlamaLogLevel.error,
      logger: () => {},
    });
    const packageVersion = await binding.getModuleVersion();
    return new LlamaEngine(
      binding,
      llama,
      packageVersion,
      options.threads ?? defaultThreads(llama.cpuMathCores),
    );
  } catch (error) {
    throw new ImprintError("engine_unavailable", `the engine does not open: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

class LlamaEngine implements Engine {
  readonly identity: EngineIdentity;

  constructor(
    readonly binding: Binding,
    readonly llama: Llama,
    packageVersion: string,
    readonly threads: ThreadPlan,
  ) {
    const { repo, release } = llama.llamaCppRelease;
    this.identity = {
      package: "node-llama-cpp",
      packageVersion,
      release: { repo, tag: release },
      backend: `${llama.gpu === false ? "cpu" : llama.gpu}: ${llama.systemInfo.trim()}`,
    };
  }

  async openModel(path: string, options: { signal?: AbortSignal } = {}): Promise<EngineModel> {
    try {
      const model = await this.llama.loadModel({
        modelPath: path,
        gpuLayers: 0,
        ...(options.signal && { loadSignal: options.signal }),
      });
      return new LlamaEngineModel(this, model);
    } catch (error) {
      throw new ImprintError("model_load_failed", `the engine refused the model: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  async dispose(): Promise<void> {
    await this.llama.dispose();
  }
}

class LlamaEngineModel implements EngineModel {
  constructor(
    readonly engine: LlamaEngine,
    readonly model: LlamaModel,
  ) {}

  get trainContextTokens(): number {
    return this.model.trainContextSize;
  }

  tokenize(text: string): number[] {
    return this.model.tokenize(text, false);
  }

  detokenize(tokens: readonly number[], before: readonly number[] = []): string {
    return this.model.detokenize(tokens as Token[], false, before as Token[]);
  }

  isEndOfGeneration(token: number): boolean {
    return this.model.isEogToken(token as Token);
  }

  async openContext(contextTokens: number): Promise<EngineContext> {
    const { prefill, decode } = this.engine.threads;
    const context = await this.model.createContext({
      contextSize: contextTokens,
      sequences: 1,
      batchSize: Math.min(512, contextTokens),
      flashAttention: true,
      threads: { ideal: prefill, min: Math.min(prefill, decode) },
      experimentalKvCacheKeyType: "F16",
      experimentalKvCacheValueType: "F16",
      failedCreationRemedy: false,
    });
    const { flashAttention, kvCacheKeyType, kvCacheValueType } = context;
    const { F16 } = this.engine.binding.GgmlType;
    if (flashAttention !== true || kvCacheKeyType !== F16 || kvCacheValueType !== F16) {
      await context.dispose();
      throw new ImprintError(
        "engine_unavailable",
        "the engine does not open a context with f16 K/V and flash attention",
      );
    }
    return new LlamaEngineContext(this.engine, context);
  }

  compileGrammar(
    gbnf: string,
    proof: { accepts: string; refuses: readonly string[] },
    root = "root",
  ): EngineGrammar {
    const grammar = this.#parseGrammar(gbnf, root);
    // A grammar that fails to parse natively decodes without any constraint, and says nothing.
    // The binding tests texts but does not type the method; its release is pinned.
    const { _testText: matches } = grammar as unknown as {
      _testText(this: LlamaGrammar, text: string): boolean;
    };
    const { accepts, refuses } = proof;
    const binds = refuses.length > 0 && !refuses.some((text) => matches.call(grammar, text));
    if (!binds || !matches.call(grammar, accepts)) throw noGrammar(gbnf);
    return new LlamaEngineGrammar(gbnf, grammar);
  }

  async dispose(): Promise<void> {
    await this.model.dispose();
  }

  #parseGrammar(gbnf: string, rootRuleName: string): LlamaGrammar {
    try {
      return new this.engine.binding.LlamaGrammar(this.engine.llama, { grammar: gbnf, rootRuleName });
    } catch (error) {
      throw noGrammar(gbnf, error);
    }
  }
}

function noGrammar(gbnf: string, cause?: unknown): ImprintError {
  return new ImprintError("generation_failed", "the engine did not load the call grammar", {
    details: { grammar_bytes: Buffer.byteLength(gbnf) },
    cause,
  });
}

class LlamaEngineGrammar implements EngineGrammar {
  constructor(
    readonly gbnf: string,
    readonly grammar: LlamaGrammar,
  ) {}
}

class LlamaEngineContext implements EngineContext {
  readonly #sequence: LlamaContextSequence;
  #untouched = true;

  constructor(
    readonly engine: LlamaEngine,
    readonly context: LlamaContext,
  ) {
    this.#sequence = context.getSequence({
      contextShift: {
        strategy: () => {
          throw new ImprintError(
            "context_too_small",
            `the conversation is longer than ${context.contextSize} tokens`,
            {
              details: { context_tokens: context.contextSize },
            },
          );
        },
      },
    });
  }

  get contextTokens(): number {
    return this.context.contextSize;
  }

  tokens(): readonly number[] {
    return this.#sequence.contextTokens;
  }

  meter() {
    const { usedInputTokens, usedOutputTokens } = this.#sequence.tokenMeter.getState();
    return { input: usedInputTokens, output: usedOutputTokens };
  }

  async prefill(tokens: readonly number[], signal?: AbortSignal): Promise<void> {
    this.#begin(tokens.length);
    this.#useThreads("prefill");
    // One engine batch at a time, so that an interruption is seen between batches.
    for (let i = 0; i < tokens.length; i += this.context.batchSize) {
      signal?.throwIfAborted();
      await this.#sequence.evaluateWithoutGeneratingNewTokens(
        tokens.slice(i, i + this.context.batchSize) as Token[],
      );
    }
  }

  async distribution(tokens: readonly number[]): Promise<ReadonlyMap<number, number>> {
    this.#begin(tokens.length);
    this.#useThreads(tokens.length > 1 ? "prefill" : "decode");
    const outputs = this.#sequence.evaluateWithMetadata(
      tokens as Token[],
      { probabilities: true },
      { temperature: 0, yieldEogToken: true },
    );
    for await (const output of outputs) return output.probabilities;
    throw new ImprintError("generation_failed", "the engine gave no distribution");
  }

  async logProbabilities(tokens: readonly number[]): Promise<readonly number[]> {
    this.#begin(tokens.length);
    this.#useThreads("prefill");
    const asked = { generateNext: { probabilities: true, options: likeliest } };
    const outputs = await this.#sequence.controlledEvaluate(
      tokens.map((token, index) => (index < tokens.length - 1 ? [token as Token, asked] : (token as Token))),
    );
    return tokens.slice(1).map((token, index) => {
      const probability = outputs[index]?.next?.probabilities?.get(token as Token) ?? 0;
      return Math.log(Math.max(probability, leastProbability));
    });
  }

  async *generate(
    tokens: readonly number[],
    options: { grammar?: EngineGrammar } = {},
  ): AsyncGenerator<number> {
    this.#begin(tokens.length);
    const { LlamaGrammarEvaluationState } = this.engine.binding;
    const grammar = options.grammar as LlamaEngineGrammar | undefined;
    const grammarEvaluationState =
      grammar && new LlamaGrammarEvaluationState({ model: this.context.model, grammar: grammar.grammar });
    this.#useThreads(tokens.length > 1 ? "prefill" : "decode");
    const sampled = this.#sequence.evaluate(tokens as Token[], {
      temperature: 0,
      ...(grammarEvaluationState && { grammarEvaluationState }),
    });
    for await (const token of sampled) {
      this.#useThreads("decode");
      yield token;
    }
  }

  async truncate(length: number): Promise<void> {
    const { nextTokenIndex } = this.#sequence;
    if (length < nextTokenIndex)
      await this.#sequence.eraseContextTokenRanges([{ start: length, end: nextTokenIndex }]);
  }

  async saveState(path: string): Promise<void> {
    await this.#sequence.saveStateToFile(path);
  }

  async loadState(path: string): Promise<void> {
    if (!this.#untouched)
      throw new ImprintError("imprint_restore_failed", "a state loads only into a fresh context");
    this.#untouched = false;
    try {
      await this.#sequence.loadStateFromFile(path, { acceptRisk: true });
    } catch (error) {
      throw new ImprintError("imprint_restore_failed", `the engine refused the state: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  async dispose(): Promise<void> {
    await this.context.dispose();
  }

  #begin(added: number): void {
    this.#untouched = false;
    // The engine keeps one cell free.
    const needed = this.#sequence.nextTokenIndex + added + 1;
    if (needed > this.context.contextSize) {
      throw new ImprintError(
        "context_too_small",
        `${needed} tokens are needed, the context holds ${this.context.contextSize}`,
        { details: { needed_tokens: needed, context_tokens: this.context.contextSize } },
      );
    }
  }

  #useThreads(phase: keyof ThreadPlan): void {
    const count = this.engine.threads[phase];
    if (this.engine.llama.maxThreads !== count) this.engine.llama.maxThreads = count;
  }
}
