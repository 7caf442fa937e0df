import type { JsonObject } from "../../../imprint/canonical.ts";

/** One turn of a conversation. A call of the assistant stands in it as the text that a decoder writes. */
export interface PracticeTurn {
  readonly role: "user" | "assistant" | "tool";
  readonly content: string;
}

/** What is right to say next: one call, or an answer in words. */
export type PracticeTarget =
  | { readonly kind: "call"; readonly toolName: string; readonly arguments: JsonObject }
  /** `text` is null where the model's own answer without any contract is the target. */
  | { readonly kind: "answer"; readonly text: string | null };

/** Why a row is there. */
export type PracticeKind =
  /** One request for one tool. */
  | "request"
  /** A request behind an earlier call, its result and the answer. */
  | "follow_up"
  /** Two requests in one prompt: the first call is the target. */
  | "first_of_two"
  /** The same behind the result of the first call: the second call is the target. */
  | "second_of_two"
  /** Behind a result: an answer that states it. */
  | "result"
  /** A request without what it needs: an answer that asks for it. */
  | "missing_value"
  /** Speaks of what a tool is for, and wants no call. */
  | "near_miss"
  | "small_talk"
  | "question"
  | "other_task"
  /** The user's own. */
  | "example";

export interface PracticeOrigin {
  readonly kind: PracticeKind;
  /** The tool that the target calls or the conversation speaks of, if there is one. */
  readonly toolName: string | null;
  /** The frame or the bank's text that the last prompt was made from. */
  readonly wording: string;
}

/** One row of a practice set: a conversation that ends with the user or a tool, and what is right to say next. */
export interface PracticeRow {
  readonly conversation: readonly PracticeTurn[];
  readonly target: PracticeTarget;
  readonly origin: PracticeOrigin;
}
