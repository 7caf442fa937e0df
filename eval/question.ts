import type { JsonObject, JsonValue } from "../imprint/canonical.ts";
import type { ToolDraft } from "../imprint/contract.ts";
import type { Sha256 } from "../imprint/hash.ts";

/** The one call that is right: each parameter with the values that count as right. */
export interface ExpectedCall {
  readonly toolName: string;
  /** A parameter that is not here is in no right call. */
  readonly arguments: Readonly<Record<string, AcceptedValues>>;
}

export interface AcceptedValues {
  readonly values: readonly JsonValue[];
  /** Leaving the argument out is right as well; never of a required parameter. */
  readonly mayBeOmitted: boolean;
}

/** One request, the tools it is asked with, and what is right: a call, or (null) no call at all. */
export interface Question {
  readonly id: string;
  readonly prompt: string;
  readonly tools: readonly ToolDraft[];
  readonly expected: ExpectedCall | null;
}

/** A question whose tools no contract of ours can hold; it counts as wrong in "all rows". */
export interface UnfitQuestion {
  readonly id: string;
  /** JSON pointer into the row, and what is there. */
  readonly reason: string;
  readonly expectsCall: boolean;
}

/** A set as it is asked: in file order, nothing left out without a name. */
export interface QuestionSet {
  /** `bfcl:multiple`, or the name of a file. */
  readonly name: string;
  /** Over the bytes of all files that it was read from, one behind the other. */
  readonly sha256: Sha256;
  /** Names of the tools that every question is asked with; null where each brings its own. */
  readonly toolNames: readonly string[] | null;
  /** All rows by id, fitting or not, in file order. */
  readonly rows: readonly string[];
  readonly questions: readonly Question[];
  readonly unfit: readonly UnfitQuestion[];
}

/** What a model did with a question. */
export type Attempt =
  | { readonly kind: "answer" }
  | { readonly kind: "call"; readonly toolName: string; readonly arguments: JsonObject }
  /** A call that the contract does not hold, was cut, or was none; `code` is the product's own. */
  | { readonly kind: "invalid"; readonly code: string };

/** The first rows of a set, fitting or not; the set itself when it has no more. */
export function firstRows(set: QuestionSet, count: number): QuestionSet {
  const rows = set.rows.slice(0, count);
  const kept = new Set(rows);
  return {
    ...set,
    rows,
    questions: set.questions.filter(({ id }) => kept.has(id)),
    unfit: set.unfit.filter(({ id }) => kept.has(id)),
  };
}
