import type { FrozenContract } from "../../imprint/contract.ts";
import { limits } from "../../imprint/limits.ts";
import type { EngineContext, EngineGrammar, EngineModel } from "../engine/engine.ts";
import { callGrammar, callOpening, grammarProof } from "./grammar.ts";

/** What a decoded turn came to. */
export interface DecodedText {
  readonly text: string;
  readonly tokenCount: number;
  /** The token limit or a repetition ended it, not the model. */
  readonly cut: boolean;
}

/** Greedy decoding of answers, and of calls under the grammar of one contract. */
export class Decoder {
  /** The token whose probability the call gate reads. */
  readonly openingToken: number;
  readonly #opening: readonly number[];
  readonly #grammar: EngineGrammar | null;
  readonly #model: EngineModel;

  constructor(model: EngineModel, contract: FrozenContract | null) {
    this.#model = model;
    this.#opening = model.tokenize(callOpening);
    this.openingToken = this.#opening[0] ?? -1;
    this.#grammar = contract && model.compileGrammar(callGrammar(contract), grammarProof(contract));
  }

  /** Decodes one call; the sequence must stand where the assistant's turn begins. */
  async call(context: EngineContext, roomTokens: number, signal?: AbortSignal): Promise<DecodedText> {
    if (this.#grammar === null) throw new TypeError("no contract to decode a call for");
    const maxTokens = Math.min(limits.callTokens, roomTokens - this.#opening.length);
    const { tokens, cut } = await this.#collect(context, this.#opening, maxTokens, {
      grammar: this.#grammar,
      ...(signal && { signal }),
    });
    return {
      text: callOpening + this.#model.detokenize(tokens, this.#opening),
      tokenCount: this.#opening.length + tokens.length,
      cut,
    };
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
      grammar?: EngineGrammar;
      begun?: readonly number[];
      onToken?: (token: number) => void;
      signal?: AbortSignal;
    },
  ): Promise<{ tokens: readonly number[]; cut: boolean }> {
    const { grammar, begun = [], onToken, signal } = options;
    const tokens = [...begun];
    if (tokens.length >= maxTokens) return { tokens, cut: true };
    for await (const token of context.generate(pending, grammar ? { grammar } : {})) {
      signal?.throwIfAborted();
      tokens.push(token);
      onToken?.(token);
      // A call may well repeat itself: `[0, 0, 0, …]` is an argument.
      const circling = grammar === undefined && isCircling(tokens);
      if (tokens.length >= maxTokens || circling) return { tokens, cut: true };
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
