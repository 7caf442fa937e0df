import type { JsonObject, JsonValue } from "../imprint/canonical.ts";
import type { AcceptedValues, Attempt, ExpectedCall, Question } from "./question.ts";

/**
 * What an attempt is worth. `wrong_tool` and `wrong_arguments` are calls where one was wanted; `uncalled_for` is one
 * where none was; `missed` is an answer where a call was wanted.
 */
export type Verdict =
  | "right_call"
  | "wrong_arguments"
  | "wrong_tool"
  | "missed"
  | "right_silence"
  | "uncalled_for"
  | "invalid";

export interface Score {
  readonly verdict: Verdict;
  /** The first argument that is not right; null in every verdict but `wrong_arguments`. */
  readonly parameter: string | null;
}

/**
 * Judges one attempt as the Berkeley leaderboard's AST checker does: the tool, each value given, and that what must be
 * given is. Types are the contract's business: a call that it refuses has come here as `invalid`.
 */
export function score({ expected }: Pick<Question, "expected">, attempt: Attempt): Score {
  if (attempt.kind === "invalid") return verdict("invalid");
  if (attempt.kind === "answer") return verdict(expected === null ? "right_silence" : "missed");
  if (expected === null) return verdict("uncalled_for");
  if (attempt.toolName !== expected.toolName) return verdict("wrong_tool");
  const parameter = wrongParameter(expected, attempt.arguments);
  return parameter === undefined ? verdict("right_call") : { verdict: "wrong_arguments", parameter };
}

/** True for a right call where one was wanted, and for an answer where none was. */
export function isRight({ verdict }: Score): boolean {
  return verdict === "right_call" || verdict === "right_silence";
}

function verdict(verdict: Verdict): Score {
  return { verdict, parameter: null };
}

function wrongParameter({ arguments: expected }: ExpectedCall, given: JsonObject): string | undefined {
  const accepted = new Map(Object.entries(expected));
  const wrong = Object.entries(given).find(([name, value]) => !isAccepted(value, accepted.get(name)));
  if (wrong !== undefined) return wrong[0];
  const missing = [...accepted].find(
    ([name, { mayBeOmitted }]) => !mayBeOmitted && !Object.hasOwn(given, name),
  );
  return missing?.[0];
}

function isAccepted(value: JsonValue, accepted: AcceptedValues | undefined): boolean {
  return accepted?.values.some((candidate) => isEqual(value, candidate)) ?? false;
}

/** JSON has one kind of number, so that 5 and 5.0 are the same. */
function isEqual(value: JsonValue, candidate: JsonValue | undefined): boolean {
  if (typeof value === "string" && typeof candidate === "string") return plain(value) === plain(candidate);
  if (Array.isArray(value) && Array.isArray(candidate)) {
    return value.length === candidate.length && value.every((item, index) => isEqual(item, candidate[index]));
  }
  return value === candidate;
}

/** Case, spaces and the marks `, . / - _ * ^` do not count, and both quotes are one. */
function plain(text: string): string {
  return text
    .replace(/[ ,./\-_*^]/g, "")
    .toLowerCase()
    .replaceAll("'", '"');
}
