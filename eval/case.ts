import { ImprintError } from "../errors/error.ts";
import { canonicalJson } from "../imprint/canonical.ts";
import type { AttemptDocument, EvalCaseDocument } from "../schemas/eval-documents.ts";
import { assertEvalCase } from "../schemas/index.ts";
import { type Invalid, parseDocument } from "../tools/document.ts";
import type { Attempt } from "./question.ts";
import type { Score } from "./score.ts";

/** Where the model's knowledge of the tools comes from. */
export type EvalMode = "no_contract" | "prompt" | "exact_imprint" | "trained_imprint";

/** How a turn is decoded: whatever the model writes, or the call gate and then the contract's grammar. */
export type EvalDecoding = "free" | "constrained";

/** One way of asking every question of a set. */
export interface EvalSetting {
  readonly mode: EvalMode;
  readonly decoding: EvalDecoding;
}

/** One question asked one way. */
export interface EvalCase extends EvalSetting {
  /** The question's. */
  readonly id: string;
  /** What the model did, its gate included. */
  readonly attempt: Attempt;
  readonly score: Score;
  /** What the call gate read (log10); null where nothing is gated. */
  readonly gate: { readonly reading: number; readonly threshold: number; readonly opens: boolean } | null;
  /** The call that the grammar gives whatever the gate says; null where there is no grammar. */
  readonly forced: { readonly attempt: Attempt; readonly score: Score } | null;
  /** The model's own text: the call, or the answer. */
  readonly text: string;
  /** Evaluated before the first decoded token, by the engine's meter. */
  readonly evaluatedTokens: number;
  readonly decodedTokens: number;
  readonly elapsedMs: number;
}

/** True for two names of one way of asking. */
export function isSameSetting(a: EvalSetting, b: EvalSetting): boolean {
  return a.mode === b.mode && a.decoding === b.decoding;
}

/** `edge.eval.case.v1` as one line of canonical JSON, line break included. @throws invalid_json_value */
export function encodeCase(asked: EvalCase): string {
  const document: EvalCaseDocument = {
    schema_version: "edge.eval.case.v1",
    id: asked.id,
    mode: asked.mode,
    decoding: asked.decoding,
    attempt: attemptDocument(asked.attempt),
    score: asked.score,
    gate: asked.gate,
    forced: asked.forced && { attempt: attemptDocument(asked.forced.attempt), score: asked.forced.score },
    text: asked.text,
    evaluated_tokens: asked.evaluatedTokens,
    decoded_tokens: asked.decodedTokens,
    elapsed_ms: asked.elapsedMs,
  };
  return `${canonicalJson(document)}\n`;
}

/** The case of one line. @throws invalid_eval_run unless it is, without its line break, what `encodeCase` writes */
export function decodeCase(line: string): EvalCase {
  const bytes = new TextEncoder().encode(line);
  const document = parseDocument(bytes, assertEvalCase, invalid) as unknown as EvalCaseDocument;
  if (canonicalJson(document) !== line) throw invalid("not in canonical form", {});
  const { attempt, forced } = document;
  return {
    id: document.id,
    mode: document.mode,
    decoding: document.decoding,
    attempt: attemptOf(attempt),
    score: document.score,
    gate: document.gate,
    forced: forced && { attempt: attemptOf(forced.attempt), score: forced.score },
    text: document.text,
    evaluatedTokens: document.evaluated_tokens,
    decodedTokens: document.decoded_tokens,
    elapsedMs: document.elapsed_ms,
  };
}

function attemptDocument(attempt: Attempt): AttemptDocument {
  if (attempt.kind !== "call") return attempt;
  return { kind: "call", tool_name: attempt.toolName, arguments: attempt.arguments };
}

function attemptOf(document: AttemptDocument): Attempt {
  if (document.kind !== "call") return document;
  return { kind: "call", toolName: document.tool_name, arguments: document.arguments };
}

const invalid: Invalid = (message, details, cause) =>
  new ImprintError("invalid_eval_run", `a case is not valid: ${message}`, { details, cause });
