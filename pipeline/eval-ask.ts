import { ImprintError, isImprintError } from "../errors/error.ts";
import type { EvalCase, EvalDecoding } from "../eval/case.ts";
import type { Attempt, Question } from "../eval/question.ts";
import { score } from "../eval/score.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import { readCallGate } from "../runtime/decode/call-gate.ts";
import type { DecodedText, Decoder } from "../runtime/decode/decoder.ts";
import { checkCall } from "../tools/call.ts";
import type { Pending } from "./conversation.ts";
import type { EvalSubject, SubjectDeps } from "./eval-subject.ts";
import { constrainedMoveOf, type Move, moveOf } from "./move.ts";

export interface AskSettings {
  readonly decoder: Decoder;
  /** What the question's calls are checked against, in every mode. */
  readonly contract: FrozenContract;
  readonly decoding: EvalDecoding;
  /** Longest free text; a call under the grammar has its own limit. */
  readonly maxTokens: number;
}

/** One question asked one way; the mode is the subject's. */
export type AskedCase = Omit<EvalCase, "mode">;

/** What the model did, before it is judged. */
interface Outcome extends Pick<EvalCase, "gate" | "text" | "evaluatedTokens" | "decodedTokens"> {
  readonly attempt: Attempt;
  readonly forced: Attempt | null;
}

/**
 * The first move of a turn on one question, and what it is worth. Nothing is executed. A question that the context
 * cannot hold is an invalid attempt; whatever else fails is thrown.
 *
 * @throws generation_failed, imprint_restore_failed; the signal's reason when it was aborted
 */
export async function askQuestion(
  subject: EvalSubject,
  question: Question,
  settings: AskSettings,
  deps: SubjectDeps,
): Promise<AskedCase> {
  const start = deps.clock.elapsedMs();
  const outcome = await moved(subject, question, settings, deps.signal);
  const { attempt, forced, ...measured } = outcome;
  return {
    ...measured,
    id: question.id,
    decoding: settings.decoding,
    attempt,
    score: score(question, attempt),
    forced: forced && { attempt: forced, score: score(question, forced) },
    evaluatedTokens: subject.prefixTokens + measured.evaluatedTokens,
    elapsedMs: Math.round(subject.prefixMs + deps.clock.elapsedMs() - start),
  };
}

/** The case of a question whose contract leaves no room in the model's context. */
export function caseWithoutRoom(question: Question, decoding: EvalDecoding): AskedCase {
  const { attempt, forced, ...measured } = withoutRoom(decoding);
  const judged = { attempt, score: score(question, attempt) };
  return { ...measured, ...judged, id: question.id, decoding, forced: forced && judged, elapsedMs: 0 };
}

function withoutRoom(decoding: EvalDecoding): Outcome {
  const attempt: Attempt = { kind: "invalid", code: "context_too_small" };
  const forced = decoding === "constrained" ? attempt : null;
  return { attempt, forced, gate: null, text: "", evaluatedTokens: 0, decodedTokens: 0 };
}

async function moved(
  subject: EvalSubject,
  question: Question,
  settings: AskSettings,
  signal: AbortSignal,
): Promise<Outcome> {
  const { conversation } = subject;
  signal.throwIfAborted();
  await conversation.rewind();
  conversation.messages.push({ role: "user", content: question.prompt });
  try {
    return await (settings.decoding === "free" ? freely : gated)(subject, settings, signal);
  } catch (error) {
    if (!isImprintError(error, "context_too_small")) throw error;
    return withoutRoom(settings.decoding);
  }
}

/** Whatever the model writes, read as a chat reads it. */
async function freely(
  { conversation }: EvalSubject,
  { decoder, contract, maxTokens }: AskSettings,
  signal: AbortSignal,
): Promise<Outcome> {
  const { context } = conversation;
  const before = meterOf(context);
  const pending = await conversation.pending(signal);
  let first: number | null = null;
  const decoded = await decoder.text(context, pending.tokens, {
    maxTokens: Math.min(maxTokens, conversation.remainingTokens() - pending.tokens.length),
    onFirstToken: () => {
      first ??= meterOf(context);
    },
    signal,
  });
  const evaluatedTokens = (first ?? meterOf(context)) - before;
  assertOnlyTheTurn(conversation.restored, pending, evaluatedTokens);
  return { ...outcomeOf(decoded, moveOf(decoded), contract), gate: null, forced: null, evaluatedTokens };
}

/** The gate's reading, then the grammar's call whatever the gate said; where it does not open the model answers. */
async function gated(
  { conversation, callGate }: EvalSubject,
  { decoder, contract }: AskSettings,
  signal: AbortSignal,
): Promise<Outcome> {
  const { context } = conversation;
  const before = meterOf(context);
  const pending = await conversation.pending(signal);
  if (callGate === null) throw new TypeError("no call gate without a contract");
  await context.distribution(pending.tokens);
  const evaluatedTokens = meterOf(context) - before;
  assertOnlyTheTurn(conversation.restored, pending, evaluatedTokens);
  const gate = readCallGate(await decoder.likelihood(context, signal), callGate);
  const { toolName } = gate;
  const roomTokens = conversation.remainingTokens();
  const request = conversation.messages.at(-1)?.content ?? "";
  const decoded = await decoder.call(context, { toolName, request, roomTokens, signal });
  const forced = outcomeOf(decoded, constrainedMoveOf(decoded), contract);
  return {
    ...forced,
    attempt: gate.opens ? forced.attempt : { kind: "answer" },
    forced: forced.attempt,
    gate: { reading: gate.log10Evidence, threshold: callGate.log10_threshold, opens: gate.opens },
    evaluatedTokens,
  };
}

function outcomeOf(
  decoded: DecodedText,
  move: Move,
  contract: FrozenContract,
): Pick<Outcome, "attempt" | "text" | "decodedTokens"> {
  return { attempt: attemptOf(move, contract), text: decoded.text, decodedTokens: decoded.tokenCount };
}

function attemptOf(move: Move, contract: FrozenContract): Attempt {
  if (move.kind === "answer") return { kind: "answer" };
  if (move.kind === "malformed") return { kind: "invalid", code: "malformed_tool_call" };
  const check = checkCall(contract, move);
  if (!check.ok) return { kind: "invalid", code: check.code };
  return { kind: "call", toolName: move.toolName, arguments: move.arguments };
}

function meterOf(context: EvalSubject["conversation"]["context"]): number {
  const { input, output } = context.meter();
  return input + output;
}

/** A restored session is held to "no prefill but the turn", as in a chat. */
function assertOnlyTheTurn(restored: boolean, { turnTokens }: Pending, evaluatedTokens: number): void {
  if (!restored || evaluatedTokens === turnTokens) return;
  throw new ImprintError(
    "imprint_restore_failed",
    `the turn has ${turnTokens} tokens, the engine evaluated ${evaluatedTokens}`,
    { details: { turn_tokens: turnTokens, evaluated_tokens: evaluatedTokens } },
  );
}
