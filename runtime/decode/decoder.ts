import type { CallLikelihood } from "../../imprint/call-gate.ts";
import type { FrozenContract } from "../../imprint/contract.ts";
import { limits } from "../../imprint/limits.ts";
import type { EngineContext, EngineModel } from "../engine/engine.ts";
import { type CallOptions, CallWriter } from "./call-writer.ts";
import { CallableTool } from "./callable-tool.ts";
import { callGrammar, callOpening } from "./grammar.ts";

/** What a decoded turn came to. */
export interface DecodedText {
  readonly text: string;
  readonly tokenCount: number;
  /** The token limit or a repetition ended it, not the model. */
  readonly cut: boolean;
}

/** Greedy decoding of answers, and of calls under the grammar of one contract. */
export class Decoder {
  readonly #opening: readonly number[];
  readonly #tools: ReadonlyMap<string, CallableTool>;
  readonly #model: EngineModel;

  /**
   * The engine loads the grammar, and proves that it binds, before anything is decoded.
   * @throws unsupported_type_hint, call_grammar_too_large, generation_failed; TypeError for another contract's grammar
   */
  constructor(
    model: EngineModel,
    contract: FrozenContract | null,
    grammar = contract && callGrammar(contract),
  ) {
    if (grammar?.activeSetSha256 !== contract?.activeSetSha256)
      throw new TypeError("the grammar is of another contract");
    if (grammar !== null) model.compileGrammar(grammar.gbnf, grammar.whole.proof, grammar.whole.root);
    this.#model = model;
    this.#opening = model.tokenize(callOpening);
    const names = contract?.tools.map(({ schema }) => schema.name) ?? [];
    this.#tools = new Map(
      grammar === null ? [] : names.map((name) => [name, new CallableTool(model, grammar, name)]),
    );
  }

  /**
   * How likely a call is, and each tool's name were one begun. The sequence must stand where the assistant's turn
   * begins, and stands there again afterwards.
   */
  async likelihood(context: EngineContext, signal?: AbortSignal): Promise<CallLikelihood> {
    const begin = context.tokens().length;
    const last = context.tokens().slice(-1);
    await context.truncate(begin - 1);
    const [opening = 0] = await context.logProbabilities([...last, ...this.#opening.slice(0, -1)]);
    const named: Record<string, number> = {};
    for (const [name, { nameTokens }] of this.#tools) {
      signal?.throwIfAborted();
      await context.truncate(begin + this.#opening.length - 1);
      const logs = await context.logProbabilities([...this.#opening.slice(-1), ...nameTokens]);
      named[name] = logs.reduce((sum, log) => sum + log, 0) / Math.LN10;
    }
    await context.truncate(begin);
    return { opening_log10: opening / Math.LN10, named_log10: named };
  }

  /**
   * Decodes one call of a tool, whole where there is room for any; the sequence must stand where the assistant's
   * turn begins.
   * @throws generation_failed; TypeError for a tool that the contract has not
   */
  async call(context: EngineContext, { toolName, ...options }: CallOptions): Promise<DecodedText> {
    const tool = this.#tools.get(toolName);
    if (tool === undefined) throw new TypeError("no such tool in the contract");
    const { text, tokenCount, cut } = await new CallWriter(context, this.#model, tool, options).write();
    return { text: tool.opening + text, tokenCount: tool.openingTokens.length + tokenCount, cut };
  }

  /** Decodes free text from `pending`, streaming it. */
  async text(
    context: EngineContext,
    pending: readonly number[],
    options: {
      maxTokens: number;
      onText?: (chunk: string) => void;
      onFirstToken?: () => void;
      signal?: AbortSignal;
    },
  ): Promise<DecodedText> {
    const stream = new TextStream(this.#model, options.onText);
    const { tokens, cut } = await this.#collect(context, pending, options.maxTokens, {
      onToken: (token) => {
        options.onFirstToken?.();
        stream.push(token);
      },
      ...(options.signal && { signal: options.signal }),
    });
    return { text: stream.finish(), tokenCount: tokens.length, cut };
  }

  /**
   * Decodes an answer where the gate decided against a call: the likeliest first token that begins neither a call
   * nor a code block nor nothing, then freely.
   */
  async answer(
    context: EngineContext,
    distribution: ReadonlyMap<number, number>,
    options: { maxTokens: number; onText?: (chunk: string) => void; signal?: AbortSignal },
  ): Promise<DecodedText> {
    const first = this.#firstAnswerToken(distribution);
    const stream = new TextStream(this.#model, options.onText);
    stream.push(first);
    const { tokens, cut } = await this.#collect(context, [first], options.maxTokens, {
      begun: [first],
      onToken: (token) => stream.push(token),
      ...(options.signal && { signal: options.signal }),
    });
    return { text: stream.finish(), tokenCount: tokens.length, cut };
  }

  #firstAnswerToken(distribution: ReadonlyMap<number, number>): number {
    for (const token of distribution.keys()) {
      if (!this.#model.isEndOfGeneration(token) && /^\s*[^\s{[`]/.test(this.#model.detokenize([token])))
        return token;
    }
    return distribution.keys().next().value ?? 0;
  }

  /** Collects up to `maxTokens` tokens, those that are `begun` already included. */
  async #collect(
    context: EngineContext,
    pending: readonly number[],
    maxTokens: number,
    options: {
      begun?: readonly number[];
      onToken?: (token: number) => void;
      signal?: AbortSignal;
    },
  ): Promise<{ tokens: readonly number[]; cut: boolean }> {
    const { begun = [], onToken, signal } = options;
    const tokens = [...begun];
    if (tokens.length >= maxTokens) return { tokens, cut: true };
    for await (const token of context.generate(pending)) {
      signal?.throwIfAborted();
      tokens.push(token);
      onToken?.(token);
      if (tokens.length >= maxTokens || isCircling(tokens)) return { tokens, cut: true };
    }
    return { tokens, cut: false };
  }
}

/** True when the tokens end in one block over and over: a greedy small model would never leave it. */
export function isCircling(tokens: readonly number[]): boolean {
  for (let block = 1; block <= limits.circlingBlockTokens; block++) {
    const length = block * Math.max(3, Math.ceil(limits.circlingTokens / block));
    if (tokens.length < length) continue;
    const tail = tokens.slice(-length);
    if (tail.every((token, index) => index < block || token === tail[index - block])) return true;
  }
  return false;
}

/** Turns tokens into text as they come, holding back bytes that are not a whole character yet. */
class TextStream {
  readonly #model: EngineModel;
  readonly #onText: ((chunk: string) => void) | undefined;
  readonly #tokens: number[] = [];
  #shown = "";

  constructor(model: EngineModel, onText?: (chunk: string) => void) {
    this.#model = model;
    this.#onText = onText;
  }

  push(token: number): void {
    this.#tokens.push(token);
    const text = this.#model.detokenize(this.#tokens);
    if (text.endsWith("\uFFFD")) return;
    this.#emit(text);
  }

  finish(): string {
    this.#emit(this.#model.detokenize(this.#tokens));
    return this.#shown;
  }

  #emit(text: string): void {
    if (text.length > this.#shown.length && text.startsWith(this.#shown))
      this.#onText?.(text.slice(this.#shown.length));
    this.#shown = text;
  }
}
