import { ImprintError } from "../errors/error.ts";
import { limits } from "../imprint/limits.ts";
import type { EngineContext } from "../runtime/engine/engine.ts";
import type { RenderedPrefix } from "../runtime/prompt/prompter.ts";
import type { ChatMessage } from "../runtime/prompt/template.ts";
import { contextTokensFor, type ModelRuntime } from "./model-runtime.ts";
import type { ProvenSession } from "./restore.ts";

/** What the engine's meter counted for the prompt of one turn. */
export interface PrefillCount {
  /** Tokens evaluated up to the first decoded token. */
  readonly evaluatedTokens: number;
  /** Tokens of the turn itself: everything behind the prefix that was not in the sequence yet. */
  readonly turnTokens: number;
  /** Tokens of profile and contract that this turn had to evaluate; 0 behind an imprint. */
  readonly prefixTokens: number;
}

/** What is left to evaluate, and what the turn counts. */
export interface Pending extends Pick<PrefillCount, "turnTokens" | "prefixTokens"> {
  /** One id. */
  readonly tokens: readonly number[];
}

/**
 * A conversation and the one sequence that holds it. The sequence always equals the rendered conversation's ids;
 * its prefix is evaluated at most once and never rolled back into.
 */
export class Conversation {
  readonly messages: ChatMessage[] = [];
  readonly runtime: ModelRuntime;
  readonly context: EngineContext;
  readonly prefix: RenderedPrefix | null;
  /** The prefix came from an admitted imprint. */
  readonly restored: boolean;
  #prefixPending: boolean;

  private constructor(
    runtime: ModelRuntime,
    context: EngineContext,
    prefix: RenderedPrefix | null,
    restored: boolean,
  ) {
    this.runtime = runtime;
    this.context = context;
    this.prefix = prefix;
    this.restored = restored;
    this.#prefixPending = prefix !== null && !restored;
  }

  /** Continues from a restored imprint. */
  static resume(session: ProvenSession): Conversation {
    return new Conversation(session.runtime, session.context, session.prefix, true);
  }

  /** Begins without an imprint; the system text, if any, is evaluated with the first turn. @throws context_too_small */
  static async begin(runtime: ModelRuntime, systemText: string): Promise<Conversation> {
    const prefix = systemText === "" ? null : runtime.prompter.prefix(systemText);
    const context = await runtime.model.openContext(contextTokensFor(runtime, prefix?.tokens.length ?? 0));
    return new Conversation(runtime, context, prefix, false);
  }

  /**
   * Brings the sequence to the rendered conversation, all but its last id, which is returned: the decoder evaluates
   * it, and its logits begin the assistant's turn. The split is the same with an imprint and without one, so
   * that both compute the same; an interruption is seen between batches.
   *
   * @throws context_too_small before anything is evaluated
   */
  async pending(signal?: AbortSignal): Promise<Pending> {
    const { tokens: prefixIds = [] } = this.prefix ?? {};
    const wanted = [...prefixIds, ...this.runtime.prompter.suffix(this.prefix, this.messages)];
    this.#assertFits(wanted.length);
    const prefixTokens = this.#prefixPending ? prefixIds.length : 0;
    await this.evaluatePrefix(signal);
    const kept = Math.min(commonLength(this.context.tokens(), wanted), wanted.length - 1);
    if (kept < prefixIds.length) {
      throw new ImprintError("generation_failed", "the conversation no longer begins with its prefix", {
        details: { kept_tokens: kept, prefix_tokens: prefixIds.length },
      });
    }
    await this.context.truncate(kept);
    await this.context.prefill(wanted.slice(kept, -1), signal);
    return { tokens: wanted.slice(-1), turnTokens: wanted.length - kept, prefixTokens };
  }

  /** Evaluates the prefix now and not with the first turn; once, and never behind an imprint. */
  async evaluatePrefix(signal?: AbortSignal): Promise<void> {
    if (this.prefix === null || !this.#prefixPending) return;
    await this.context.prefill(this.prefix.tokens, signal);
    this.#prefixPending = false;
  }

  /** Back to the prefix: what comes next computes what it would in a conversation of its own. */
  async rewind(): Promise<void> {
    this.messages.length = 0;
    await this.context.truncate(this.prefix?.tokens.length ?? 0);
  }

  /** Tokens that may still be decoded. */
  remainingTokens(): number {
    return this.context.contextTokens - this.context.tokens().length - 1;
  }

  async dispose(): Promise<void> {
    await this.context.dispose();
  }

  #assertFits(tokens: number): void {
    const needed = tokens + limits.contextReserveTokens;
    if (needed <= this.context.contextTokens) return;
    throw new ImprintError(
      "context_too_small",
      `the conversation needs ${needed} tokens, the context holds ${this.context.contextTokens}`,
      { details: { needed_tokens: needed, context_tokens: this.context.contextTokens } },
    );
  }
}

function commonLength(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    if (a[index] !== b[index]) return index;
  }
  return length;
}
