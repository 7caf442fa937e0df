import { ImprintError } from "../errors/error.ts";
import type { CallGateSettings } from "../imprint/call-gate.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import { readCallGate } from "../runtime/decode/call-gate.ts";
import { showableLength } from "../runtime/decode/free-call.ts";
import type { Conversation, PrefillCount } from "./conversation.ts";
import { constrainedMoveOf, type Move, moveOf } from "./move.ts";
import type { TurnDeps, TurnEvents } from "./turn-deps.ts";
import type { GateDecision } from "./turn-record.ts";
import { withheldText } from "./withheld-text.ts";

/** True for a call that was made in this turn already. */
type WasMade = (call: { toolName: string; arguments: JsonObject }) => boolean;

/** Lets the model move, as often as one turn needs it, and keeps what was measured meanwhile. */
export class Mover {
  readonly decisions: GateDecision[] = [];
  /** Of the turn's first evaluation; null before it. */
  prefill: PrefillCount | null = null;

  constructor(
    readonly conversation: Conversation,
    readonly deps: TurnDeps,
    readonly events: TurnEvents,
  ) {}

  /** @throws context_too_small, generation_failed, imprint_restore_failed */
  next(wasMade: WasMade): Promise<Move> {
    const { execute, callGate } = this.deps;
    return execute !== null && callGate !== null ? this.#gated(callGate, wasMade) : this.#free();
  }

  /** Constrained decoding: the gate decides, then a call comes under the grammar or an answer comes freely. */
  async #gated(gate: CallGateSettings, wasMade: WasMade): Promise<Move> {
    const { conversation, deps } = this;
    const before = conversation.context.meter();
    const pending = await conversation.pending(deps.signal);
    const distribution = await conversation.context.distribution(pending.tokens);
    this.#count(before, pending);
    const likelihood = await deps.decoder.likelihood(conversation.context, deps.signal);
    const { toolName, log10Evidence, opens } = readCallGate(likelihood, gate);
    const reading = { toolName, log10Evidence };
    if (opens) {
      const begin = conversation.context.tokens().length;
      const roomTokens = conversation.remainingTokens();
      const { signal } = deps;
      const request = conversation.messages.findLast(({ role }) => role === "user")?.content ?? "";
      const asked = { toolName, request, roomTokens, signal };
      const decoded = await deps.decoder.call(conversation.context, asked);
      const move = constrainedMoveOf(decoded);
      const repeated = move.kind === "call" && wasMade(move);
      if (!repeated) {
        this.decisions.push({ ...reading, decision: "call" });
        return move;
      }
      // The model only copies what it did before: its question is answered by the result it has.
      await conversation.context.truncate(begin);
      this.decisions.push({ ...reading, decision: "answer", reason: "repeated_call" });
    } else {
      this.decisions.push({ ...reading, decision: "answer" });
    }
    const decoded = await deps.decoder.answer(conversation.context, distribution, {
      maxTokens: Math.min(deps.maxTokens, conversation.remainingTokens()),
      ...this.#streaming(),
    });
    return { kind: "answer", decoded };
  }

  /** Free decoding: whatever the model writes is read afterwards; text that may be a call is not shown. */
  async #free(): Promise<Move> {
    const { conversation, deps } = this;
    const before = conversation.context.meter();
    const pending = await conversation.pending(deps.signal);
    const { onText = () => {} } = this.events;
    const shown = withheldText(deps.execute === null ? (text) => text.length : showableLength, onText);
    const decoded = await deps.decoder.text(conversation.context, pending.tokens, {
      maxTokens: Math.min(deps.maxTokens, conversation.remainingTokens() - pending.tokens.length),
      onText: shown.push,
      onFirstToken: () => this.#count(before, pending),
      ...(deps.signal && { signal: deps.signal }),
    });
    this.#count(before, pending);
    const move: Move = deps.execute === null ? { kind: "answer", decoded } : moveOf(decoded);
    if (move.kind === "answer") shown.flush();
    return move;
  }

  /** Counts the first evaluation of this prompt, and holds a restored session to "no prefill but the turn". */
  #count(
    before: { input: number; output: number },
    { turnTokens, prefixTokens }: Pick<PrefillCount, "turnTokens" | "prefixTokens">,
  ): void {
    if (this.prefill !== null) return;
    const now = this.conversation.context.meter();
    const evaluated = now.input - before.input + now.output - before.output;
    this.prefill = { evaluatedTokens: evaluated, turnTokens, prefixTokens };
    if (this.conversation.restored && evaluated !== turnTokens) {
      throw new ImprintError(
        "imprint_restore_failed",
        `the turn has ${turnTokens} tokens, the engine evaluated ${evaluated}`,
        { details: { turn_tokens: turnTokens, evaluated_tokens: evaluated } },
      );
    }
  }

  #streaming() {
    const { onText } = this.events;
    const { signal } = this.deps;
    return { ...(onText && { onText }), ...(signal && { signal }) };
  }
}
