import { ImprintError } from "../errors/error.ts";
import { canonicalJson, type JsonObject } from "../imprint/canonical.ts";
import { sha256OfJson } from "../imprint/hash.ts";
import { limits } from "../imprint/limits.ts";
import type { PendingTicket } from "../tools/confirm/pending-action.ts";
import type { Conversation } from "./conversation.ts";
import { Mover } from "./mover.ts";
import type { TurnDeps, TurnEvents } from "./turn-deps.ts";
import {
  brokenOffRecord,
  type CallRecord,
  malformedRecord,
  namedEnd,
  type TurnRecord,
} from "./turn-record.ts";

export type { DecodingMode, TurnDeps, TurnEvents } from "./turn-deps.ts";
export type { CallRecord, GateDecision, TurnRecord } from "./turn-record.ts";

/** Codes after which the model is told what was wrong and may try again, within the limit of calls. */
const retried: readonly string[] = ["invalid_tool_args", "unknown_tool", "malformed_tool_call"];

/**
 * Runs one prompt to its answer: the model answers or calls, results go back to it, at most
 * `limits.toolCallsPerPromptCount` times. Before the first call whatever goes wrong is thrown; after it everything
 * ends in a record, an interruption too, for a tool has run. What is thrown leaves the conversation as it was.
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

class Turn {
  readonly #calls: CallRecord[] = [];
  readonly #made = new Set<string>();
  readonly #mover: Mover;

  constructor(
    readonly conversation: Conversation,
    readonly deps: TurnDeps,
    readonly events: TurnEvents,
  ) {
    this.#mover = new Mover(conversation, deps, events);
  }

  async run(prompt: string): Promise<TurnRecord> {
    const { messages } = this.conversation;
    const begin = messages.length;
    try {
      const record = await this.#converse(prompt);
      this.#say("assistant", record.answer);
      return record;
    } catch (error) {
      // What did not fit once would be in the way of every later prompt.
      messages.length = begin;
      if (this.#calls.length === 0) throw error;
      return this.#failed(namedEnd(error, this.deps.signal), "the answer was not finished");
    }
  }

  async #converse(prompt: string): Promise<TurnRecord> {
    this.#say("user", prompt);
    for (;;) {
      const move = await this.#mover.next((call) => this.#made.has(callKey(call)));
      if (move.kind === "answer") {
        const { text, tokenCount: answerTokens, cut: answerCut } = move.decoded;
        return this.#record({ answer: text.trim(), answerSource: "model", answerTokens, answerCut });
      }
      if (this.#calls.length >= limits.toolCallsPerPromptCount) return this.#overLimit();
      const outcome = move.kind === "call" ? await this.#execute(move) : malformedRecord(move.reason);
      this.#keep(outcome);
      this.#say("assistant", move.text);
      const { status, toolName, message, result = {} } = outcome;
      if (status === "completed") {
        if (outcome.returnDirect)
          return this.#record({ answer: canonicalJson(result), answerSource: "tool" });
        this.#say("tool", canonicalJson(result));
      } else if (retried.includes(status)) {
        this.#say("tool", canonicalJson({ error: status, detail: message ?? "" }));
      } else if (outcome.pendingAction) {
        return this.#proposed(outcome.toolName, outcome.pendingAction);
      } else {
        const error = new ImprintError(status, message ?? status, { details: { tool: toolName } });
        return this.#failed(error, `the tool ${toolName} did not give a result`);
      }
    }
  }

  async #execute(call: { toolName: string; arguments: JsonObject }): Promise<CallRecord> {
    const { execute, contract, signal } = this.deps;
    if (execute === null) throw new TypeError("a call without tools");
    this.events.onCall?.(call);
    try {
      const outcome = await execute(call);
      if (outcome.status === "completed") this.#made.add(callKey(call));
      return { ...outcome, arguments: call.arguments };
    } catch (error) {
      this.#keep(brokenOffRecord(call, contract?.tool(call.toolName), namedEnd(error, signal)));
      throw error;
    }
  }

  #keep(record: CallRecord): void {
    this.#calls.push(record);
    this.events.onOutcome?.(record);
  }

  /** The turn ends here: what comes next is the user's decision, and not the model's. */
  #proposed(toolName: string | null, { path, expiresAt }: PendingTicket): TurnRecord {
    const answer = `I have not run ${toolName}. It waits for your confirmation until ${expiresAt}; nothing has happened yet.`;
    const details = { tool: toolName, pending_action_path: path };
    const error = new ImprintError("tool_confirmation_required", `${toolName} waits for a confirmation`, {
      details,
    });
    return this.#record({ answer, answerSource: "pending_action", error });
  }

  #overLimit(): TurnRecord {
    const limit = limits.toolCallsPerPromptCount;
    const message = `the model wanted more than ${limit} calls for one prompt`;
    const error = new ImprintError("tool_call_limit_exceeded", message, { details: { limit } });
    return this.#failed(error, "the tools did not give a result");
  }

  /** The loop ended fail-closed; nothing that the model might say about a result it never got is shown. */
  #failed(error: ImprintError, what: string): TurnRecord {
    const answer = `I cannot answer that: ${what} (${error.code}).`;
    return this.#record({ answer, answerSource: "safe_answer", error });
  }

  #record(
    outcome: Pick<TurnRecord, "answer" | "answerSource"> &
      Partial<Pick<TurnRecord, "error" | "answerTokens" | "answerCut">>,
  ): TurnRecord {
    const { error = null } = outcome;
    if (outcome.answerSource !== "model") this.events.onText?.(outcome.answer);
    return {
      answerTokens: 0,
      answerCut: false,
      ...outcome,
      status: error?.code ?? "completed",
      error,
      calls: this.#calls,
      gateDecisions: this.#mover.decisions,
      prefill: this.#mover.prefill ?? { evaluatedTokens: 0, turnTokens: 0, prefixTokens: 0 },
    };
  }

  #say(role: "user" | "assistant" | "tool", content: string): void {
    this.conversation.messages.push({ role, content });
  }
}

function callKey(call: { toolName: string; arguments: JsonObject }): string {
  return `${call.toolName}:${sha256OfJson(call.arguments)}`;
}
