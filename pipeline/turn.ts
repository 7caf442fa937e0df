import type { ErrorCode } from "../errors/codes.ts";
import { ImprintError } from "../errors/error.ts";
import { canonicalJson, type JsonObject } from "../imprint/canonical.ts";
import { sha256OfJson } from "../imprint/hash.ts";
import type { DecodeSettings } from "../imprint/header.ts";
import { limits } from "../imprint/limits.ts";
import { readCallGate } from "../runtime/decode/call-gate.ts";
import type { DecodedText, Decoder } from "../runtime/decode/decoder.ts";
import { readModelText, showableLength } from "../runtime/decode/free-call.ts";
import type { ToolCallOutcome } from "../tools/call.ts";
import type { Conversation, PrefillCount } from "./conversation.ts";

export type DecodingMode = "constrained" | "free";

/** One call of a turn, run or refused, as the receipt tells it. */
export interface CallRecord extends Omit<ToolCallOutcome, "status" | "mismatches"> {
  readonly status: "completed" | ErrorCode;
  /** What the model asked for; absent when its text was not a call. */
  readonly arguments?: JsonObject;
}

/** One reading of the call gate and what came of it. */
export interface GateDecision {
  readonly log10Open: number;
  readonly decision: "call" | "answer";
  /** Why, when the reading alone would have said otherwise. */
  readonly reason?: "repeated_call";
}

/** What one prompt came to. */
export interface TurnRecord {
  readonly status: "completed" | ErrorCode;
  readonly answer: string;
  /** Who wrote the answer: the model, a return_direct tool, or this program after a failure. */
  readonly answerSource: "model" | "tool" | "safe_answer";
  readonly answerTokens: number;
  readonly answerCut: boolean;
  readonly calls: readonly CallRecord[];
  readonly gateDecisions: readonly GateDecision[];
  readonly prefill: PrefillCount;
}

/** What a turn shows while it runs. */
export interface TurnEvents {
  readonly onText?: (chunk: string) => void;
  readonly onCall?: (call: { toolName: string; arguments: JsonObject }) => void;
  readonly onOutcome?: (record: CallRecord) => void;
}

export interface TurnDeps {
  readonly decoder: Decoder;
  readonly decoding: DecodingMode;
  readonly callGate: DecodeSettings["call_gate"];
  readonly maxTokens: number;
  /** Checks and runs one call; null for a chat without tools. */
  readonly execute: ((call: { toolName: string; arguments: JsonObject }) => Promise<ToolCallOutcome>) | null;
  readonly signal?: AbortSignal;
}

/** Codes after which the model is told what was wrong and may try again, within the limit of calls. */
const retried: readonly string[] = ["invalid_tool_args", "unknown_tool", "malformed_tool_call"];

/**
 * Runs one prompt to its answer: the model answers or calls, results go back to it, at most
 * `limits.toolCallsPerPromptCount` times.
 *
 * @throws context_too_small, generation_failed, imprint_restore_failed
 */
export async function runTurn(
  conversation: Conversation,
  prompt: string,
  deps: TurnDeps,
  events: TurnEvents = {},
): Promise<TurnRecord> {
  return new Turn(conversation, deps, events).run(prompt);
}

/** What the model did at the beginning of its turn. */
type Move =
  | { readonly kind: "answer"; readonly decoded: DecodedText }
  | {
      readonly kind: "call";
      readonly text: string;
      readonly toolName: string;
      readonly arguments: JsonObject;
    }
  | { readonly kind: "malformed"; readonly text: string; readonly reason: string };

class Turn {
  readonly #calls: CallRecord[] = [];
  readonly #made = new Set<string>();
  readonly #decisions: GateDecision[] = [];
  #prefill: PrefillCount | null = null;

  constructor(
    readonly conversation: Conversation,
    readonly deps: TurnDeps,
    readonly events: TurnEvents,
  ) {}

  async run(prompt: string): Promise<TurnRecord> {
    this.#say("user", prompt);
    for (;;) {
      const move =
        this.deps.execute && this.deps.decoding === "constrained" ? await this.#gated() : await this.#free();
      if (move.kind === "answer") return this.#answered(move.decoded);
      if (this.#calls.length >= limits.toolCallsPerPromptCount)
        return this.#failed("tool_call_limit_exceeded");
      const outcome = move.kind === "call" ? await this.#execute(move) : malformedRecord(move.reason);
      this.#calls.push(outcome);
      this.events.onOutcome?.(outcome);
      this.#say("assistant", move.text);
      if (outcome.status === "completed") {
        const { result = {} } = outcome;
        if (outcome.returnDirect) return this.#delivered(result);
        this.#say("tool", canonicalJson(result));
      } else if (retried.includes(outcome.status)) {
        this.#say("tool", canonicalJson({ error: outcome.status, detail: outcome.message ?? "" }));
      } else {
        return this.#failed(outcome.status, outcome.toolName);
      }
    }
  }

  /** Constrained decoding: the gate decides, then a call comes under the grammar or an answer comes freely. */
  async #gated(): Promise<Move> {
    const { conversation, deps } = this;
    const before = conversation.context.meter();
    const { tokens, prefixTokens } = await conversation.pending(deps.signal);
    const distribution = await conversation.context.distribution(tokens);
    this.#count(before, tokens.length, prefixTokens);
    const { log10Open, opens } = readCallGate(distribution, deps.decoder.openingToken, deps.callGate);
    if (opens) {
      const begin = conversation.context.tokens().length;
      const decoded = await deps.decoder.call(
        conversation.context,
        conversation.remainingTokens(),
        deps.signal,
      );
      const move = decoded.cut ? malformedMove(decoded.text, "token_limit") : moveOf(decoded);
      const repeated = move.kind === "call" && this.#made.has(callKey(move.toolName, move.arguments));
      if (!repeated) {
        this.#decisions.push({ log10Open, decision: "call" });
        return move;
      }
      // The model only copies what it did before: its question is answered by the result it has.
      await conversation.context.truncate(begin);
      this.#decisions.push({ log10Open, decision: "answer", reason: "repeated_call" });
    } else {
      this.#decisions.push({ log10Open, decision: "answer" });
    }
    const decoded = await deps.decoder.answer(conversation.context, distribution, {
      maxTokens: this.#tokenBudget(),
      ...this.#streaming(),
    });
    return { kind: "answer", decoded };
  }

  /** Free decoding: whatever the model writes is read afterwards; text that may be a call is not shown. */
  async #free(): Promise<Move> {
    const { conversation, deps } = this;
    const before = conversation.context.meter();
    const { tokens, prefixTokens } = await conversation.pending(deps.signal);
    const { onText = () => {} } = this.events;
    const shown = withheldText(deps.execute === null ? (text) => text.length : showableLength, onText);
    const decoded = await deps.decoder.text(conversation.context, tokens, {
      maxTokens: Math.min(deps.maxTokens, conversation.remainingTokens() - tokens.length),
      onText: shown.push,
      onFirstToken: () => this.#count(before, tokens.length, prefixTokens),
      ...(deps.signal && { signal: deps.signal }),
    });
    this.#count(before, tokens.length, prefixTokens);
    const move: Move = deps.execute === null ? { kind: "answer", decoded } : moveOf(decoded);
    if (move.kind === "answer") shown.flush();
    return move;
  }

  async #execute(call: { toolName: string; arguments: JsonObject }): Promise<CallRecord> {
    if (this.deps.execute === null) throw new TypeError("a call without tools");
    this.events.onCall?.(call);
    const outcome = await this.deps.execute(call);
    if (outcome.status === "completed") this.#made.add(callKey(call.toolName, call.arguments));
    return { ...outcome, arguments: call.arguments };
  }

  #answered(decoded: DecodedText): TurnRecord {
    return this.#record("completed", decoded.text.trim(), "model", decoded.tokenCount, decoded.cut);
  }

  #delivered(result: JsonObject): TurnRecord {
    return this.#record("completed", JSON.stringify(result), "tool");
  }

  /** The loop ended fail-closed; nothing that the model might say about a result it never got is shown. */
  #failed(code: ErrorCode, toolName?: string | null): TurnRecord {
    const what = toolName ? `the tool ${toolName} did not give a result` : "the tools did not give a result";
    return this.#record(code, `I cannot answer that: ${what} (${code}).`, "safe_answer");
  }

  #record(
    status: TurnRecord["status"],
    answer: string,
    answerSource: TurnRecord["answerSource"],
    answerTokens = 0,
    answerCut = false,
  ): TurnRecord {
    this.#say("assistant", answer);
    if (answerSource !== "model") this.events.onText?.(answer);
    return {
      status,
      answer,
      answerSource,
      answerTokens,
      answerCut,
      calls: this.#calls,
      gateDecisions: this.#decisions,
      prefill: this.#prefill ?? { evaluatedTokens: 0, turnTokens: 0, prefixTokens: 0 },
    };
  }

  /** Counts the first evaluation of this prompt, and holds a restored session to "no prefill but the turn". */
  #count(before: { input: number; output: number }, turnTokens: number, prefixTokens: number): void {
    if (this.#prefill !== null) return;
    const now = this.conversation.context.meter();
    const evaluated = now.input - before.input + now.output - before.output;
    this.#prefill = { evaluatedTokens: evaluated, turnTokens, prefixTokens };
    if (this.conversation.restored && evaluated !== turnTokens) {
      throw new ImprintError(
        "imprint_restore_failed",
        `the turn has ${turnTokens} tokens, the engine evaluated ${evaluated}`,
        { details: { turn_tokens: turnTokens, evaluated_tokens: evaluated } },
      );
    }
  }

  #tokenBudget(): number {
    return Math.min(this.deps.maxTokens, this.conversation.remainingTokens());
  }

  #streaming() {
    const { onText } = this.events;
    const { signal } = this.deps;
    return { ...(onText && { onText }), ...(signal && { signal }) };
  }

  #say(role: "user" | "assistant" | "tool", content: string): void {
    this.conversation.messages.push({ role, content });
  }
}

function moveOf(decoded: DecodedText): Move {
  const text = decoded.text.trim();
  const read = readModelText(text);
  if (read.kind === "answer") return { kind: "answer", decoded };
  return read.kind === "malformed" ? malformedMove(text, read.reason) : { ...read, text };
}

function malformedMove(text: string, reason: string): Move {
  return { kind: "malformed", text, reason };
}

function malformedRecord(reason: string): CallRecord {
  return {
    toolName: null,
    status: "malformed_tool_call",
    message: reason,
    argsSha256: null,
    resultSha256: null,
    toolSchemaSha256: null,
    runnerSecretVerified: false,
    toolsFileSha256Verified: false,
    networkUsedByEdge: false,
    returnDirect: false,
    elapsedMs: 0,
  };
}

function callKey(toolName: string, args: JsonObject): string {
  return `${toolName}:${sha256OfJson(args)}`;
}

/** Passes on what `showable` admits of the text so far; the rest when it turned out to be an answer. */
function withheldText(showable: (text: string) => number, onText: (chunk: string) => void) {
  let text = "";
  let shown = 0;
  const showUpTo = (end: number) => {
    if (end <= shown) return;
    onText(text.slice(shown, end));
    shown = end;
  };
  return {
    push: (chunk: string) => {
      text += chunk;
      showUpTo(showable(text));
    },
    flush: () => showUpTo(text.length),
  };
}
