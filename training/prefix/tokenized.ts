import { argumentsOpening } from "../../runtime/decode/grammar.ts";
import type { EngineModel } from "../../runtime/engine/engine.ts";
import type { Prompter, RenderedPrefix } from "../../runtime/prompt/prompter.ts";
import { callText } from "../practice/set/call-text.ts";
import type { PracticeRow, PracticeTarget } from "../practice/set/row.ts";
import type { TrainingRow } from "./row.ts";

/** How conversations of one model behind one prefix become token ids. */
export interface Tokenizing {
  readonly model: EngineModel;
  readonly prompter: Prompter;
  readonly prefix: RenderedPrefix;
}

/** What the model itself says where no tool is wanted, as it says it. */
export interface OwnAnswer {
  readonly tokens: readonly number[];
  /** The answer goes on behind these tokens. */
  readonly cut: boolean;
}

type OwnRow = PracticeRow & { readonly target: { readonly kind: "answer"; readonly text: null } };

/** True for a row whose target is the model's own answer. */
export function wantsOwnAnswer(row: PracticeRow): row is OwnRow {
  return row.target.kind === "answer" && row.target.text === null;
}

/**
 * Makes ids of practice rows: the conversation as a chat evaluates it, the target as a decoder writes it, and the token
 * that ends a turn. `own` is the model's own answer, for a row whose target that is.
 */
export function rowTokenizer(chat: Tokenizing): (row: PracticeRow, own: OwnAnswer | null) => TrainingRow {
  const { model, prompter, prefix } = chat;
  const end = endOfTurn(chat);
  return (row, own) => {
    const before = prompter.suffix(prefix, row.conversation);
    if (own !== null) return { kind: "answer", before, target: own.cut ? own.tokens : [...own.tokens, end] };
    return { kind: row.target.kind, before, target: [...targetTokens(row.target, model), end] };
  };
}

/** A call is written in two pieces, because constrained decoding writes the first of them by force. */
function targetTokens(target: PracticeTarget, model: EngineModel): number[] {
  if (target.kind === "answer") return model.tokenize(target.text ?? "");
  const opening = argumentsOpening(target.toolName);
  const rest = callText(target.toolName, target.arguments).slice(opening.length);
  return [...model.tokenize(opening), ...model.tokenize(rest)];
}

/** The id behind an assistant's turn in a rendered conversation. @throws RangeError where no id ends it */
function endOfTurn({ model, prompter, prefix }: Tokenizing): number {
  const user = { role: "user", content: "Hello" } as const;
  const open = prompter.suffix(prefix, [user]);
  const whole = prompter.suffix(prefix, [user, { role: "assistant", content: "Hello" }, user]);
  const end = whole.slice(open.length).find((token) => model.isEndOfGeneration(token));
  if (end === undefined) throw new RangeError("the chat template ends no turn with a token of its own");
  return end;
}
