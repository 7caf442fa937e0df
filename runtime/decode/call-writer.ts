import { limits } from "../../imprint/limits.ts";
import type { EngineContext, EngineGrammar, EngineModel } from "../engine/engine.ts";
import { type BegunCall, readBegunCall } from "./begun-call.ts";
import { endedCall, endedInTime } from "./call-end.ts";
import type { CallableTool } from "./callable-tool.ts";
import { WrittenText } from "./written-text.ts";

/** What one call is decoded from. */
export interface CallOptions {
  readonly toolName: string;
  /** What the user asked: a value that it holds word for word is not too long. */
  readonly request: string;
  /** Tokens that the context has left. */
  readonly roomTokens: number;
  readonly signal?: AbortSignal | undefined;
}

/** The arguments of a call behind its opening. */
export interface WrittenCall {
  readonly text: string;
  readonly tokenCount: number;
  /** There was no room for any call of the tool, or the engine did not keep to the grammar. */
  readonly cut: boolean;
}

/**
 * Writes one call of one tool. What the model would never end is ended for it: a value that circles or only counts
 * on, and the whole call while there is room for what it still requires.
 */
export class CallWriter {
  readonly #context: EngineContext;
  readonly #tool: CallableTool;
  readonly #options: Omit<CallOptions, "toolName">;
  readonly #maxTokens: number;
  /** Tokens that stood before the call. */
  readonly #begin: number;
  readonly #written: WrittenText;
  /** The arguments that the call is ended as when there is no more room. */
  #fitting: Pick<WrittenCall, "text" | "tokenCount"> | null = null;

  constructor(
    context: EngineContext,
    model: EngineModel,
    tool: CallableTool,
    options: Omit<CallOptions, "toolName">,
  ) {
    this.#context = context;
    this.#tool = tool;
    this.#options = options;
    this.#maxTokens = Math.min(limits.callTokens, options.roomTokens - tool.openingTokens.length);
    this.#begin = context.tokens().length;
    this.#written = new WrittenText(model, tool.openingTokens);
  }

  /** @throws generation_failed; the signal's reason when it was aborted */
  async write(): Promise<WrittenCall> {
    if (this.#maxTokens < 1) return this.#cut();
    this.#keepWhatFits(this.#begun());
    let pending: readonly number[] = this.#tool.openingTokens;
    let grammar = this.#tool.grammar;
    for (;;) {
      const ended = await this.#untilOneEnds(pending, grammar);
      if (ended === null) return this.#finished();
      pending = await this.#goOnFrom(ended);
      const { position = 0, ended: whole } = this.#begun() ?? {};
      this.#keepWhatFits(this.#begun());
      const isLast = whole || position === this.#tool.parameters.length;
      if (isLast || this.#written.tokens.length >= this.#maxTokens) return this.#endedAsItFits();
      grammar = this.#tool.grammarBehind(position - 1);
    }
  }

  #begun(): BegunCall | null {
    return readBegunCall(this.#tool.parameters, this.#written.text);
  }

  /** Decodes until a value has to be ended, and gives the text that it ends with; null at the call's own end. */
  async #untilOneEnds(pending: readonly number[], grammar: EngineGrammar): Promise<string | null> {
    const { parameters } = this.#tool;
    for await (const token of this.#context.generate(pending, { grammar })) {
      this.#options.signal?.throwIfAborted();
      this.#written.push(token);
      const begun = this.#begun();
      this.#keepWhatFits(begun);
      const start = this.#written.text.length - (begun?.open?.begun.length ?? 0);
      const valueTokens = this.#written.tokensBehind(start);
      const { request } = this.#options;
      const ended = begun && endedInTime(parameters, begun, { valueTokens, request });
      if (ended !== null) return ended;
      if (this.#written.tokens.length >= this.#maxTokens) return null;
    }
    return null;
  }

  /** Takes back what is behind the common beginning; what is to be evaluated to go on is given. */
  async #goOnFrom(text: string): Promise<readonly number[]> {
    const kept = this.#tool.openingTokens.length + this.#written.rewrite(text);
    const all = [...this.#tool.openingTokens, ...this.#written.tokens];
    const evaluated = Math.min(kept, this.#context.tokens().length - this.#begin, all.length - 1);
    await this.#context.truncate(this.#begin + evaluated);
    return all.slice(evaluated);
  }

  /** A text that is no call's beginning is not made one. */
  #keepWhatFits(begun: BegunCall | null): void {
    const text = begun && endedCall(this.#tool.parameters, begun);
    const tokenCount = this.#written.tokensOf(text ?? "").tokens.length;
    if (text === null) this.#fitting = null;
    else if (tokenCount <= this.#maxTokens) this.#fitting = { text, tokenCount };
  }

  #finished(): WrittenCall {
    const tokenCount = this.#written.tokens.length;
    if (tokenCount >= this.#maxTokens && !this.#begun()?.ended) return this.#endedAsItFits();
    return { text: this.#written.text, tokenCount, cut: false };
  }

  #endedAsItFits(): WrittenCall {
    return this.#fitting === null ? this.#cut() : { ...this.#fitting, cut: false };
  }

  #cut(): WrittenCall {
    return { text: this.#written.text, tokenCount: this.#written.tokens.length, cut: true };
  }
}
