/**
 * The inference engine as the rest of the product sees it: token ids in, token ids and states out.
 * `llama.ts` is the real one; tests script one to make a model misbehave.
 */

/** What of the engine decides whether a saved state may be loaded again. */
export interface EngineIdentity {
  /** npm package of the binding. */
  readonly package: string;
  readonly packageVersion: string;
  /** The inference library's repository and release. */
  readonly release: { readonly repo: string; readonly tag: string };
  /** What computes (CPU features, GPU); bytes are reproducible within one of these, usable across all. */
  readonly backend: string;
}

export interface Engine {
  readonly identity: EngineIdentity;
  /** @throws model_load_failed */
  openModel(path: string, options?: { signal?: AbortSignal }): Promise<EngineModel>;
  dispose(): Promise<void>;
}

export interface EngineModel {
  /** Longest context the model was trained for, tokens. */
  readonly trainContextTokens: number;
  /** Token ids of plain text: text that spells a control token stays text. */
  tokenize(text: string): number[];
  /** Text of token ids; control tokens give nothing. `before` are the ids already shown. */
  detokenize(tokens: readonly number[], before?: readonly number[]): string;
  isEndOfGeneration(token: number): boolean;
  /** A fresh context with one empty sequence, f16 K and V, flash attention on. */
  openContext(contextTokens: number): Promise<EngineContext>;
  /**
   * Compiles GBNF and proves that it binds from the rule `root` on: `accepts` must match it whole and none of
   * `refuses`, which may not be empty, must.
   * @throws generation_failed
   */
  compileGrammar(
    gbnf: string,
    proof: { accepts: string; refuses: readonly string[] },
    root?: string,
  ): EngineGrammar;
  dispose(): Promise<void>;
}

/** What a token counts as that the engine says nothing of; logs stay finite. */
export const leastProbability = 1e-9;

/** A compiled grammar; opaque outside the engine. */
export interface EngineGrammar {
  readonly gbnf: string;
}

/** Tokens that the engine's meter has counted since the context was opened. */
export interface TokenCount {
  /** Evaluated without logits. */
  readonly input: number;
  /** Evaluated with logits: one for each sampled token, the last prompt token included. */
  readonly output: number;
}

/** One sequence. Nothing here shifts or drops tokens on its own; what does not fit is refused. */
export interface EngineContext {
  readonly contextTokens: number;
  /** Ids in the sequence, in order. */
  tokens(): readonly number[];
  meter(): TokenCount;
  /** Evaluates without sampling. @throws context_too_small */
  prefill(tokens: readonly number[], signal?: AbortSignal): Promise<void>;
  /** Evaluates `tokens` and gives the next token's probabilities over the whole vocabulary, likeliest first. */
  distribution(tokens: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /**
   * Evaluates `tokens` and gives the natural log of the probability of each but the first, behind those before it.
   * One that is not among the likeliest two thousand counts as `leastProbability`.
   */
  logProbabilities(tokens: readonly number[]): Promise<readonly number[]>;
  /**
   * Evaluates `tokens`, then yields greedy next tokens until end of generation or until the caller stops.
   * A yielded token enters the sequence when the next one is asked for.
   * @throws context_too_small
   */
  generate(tokens: readonly number[], options?: { grammar?: EngineGrammar }): AsyncIterable<number>;
  /** Drops everything from position `length` on. */
  truncate(length: number): Promise<void>;
  /** Writes the sequence state to a file that must not exist yet. */
  saveState(path: string): Promise<void>;
  /** Loads a state file into this sequence, which must be untouched. After a failure dispose the context. */
  loadState(path: string): Promise<void>;
  dispose(): Promise<void>;
}
