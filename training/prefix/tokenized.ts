import type { FrozenContract } from "../../imprint/contract.ts";
import { argumentsOpening } from "../../runtime/decode/grammar.ts";
import { spelled } from "../../runtime/decode/spelling.ts";
import type { EngineModel } from "../../runtime/engine/engine.ts";
import type { Prompter, RenderedPrefix } from "../../runtime/prompt/prompter.ts";
import type { PracticeRow, PracticeTarget } from "../practice/set/row.ts";
import type { TrainingRow } from "./row.ts";

/** How conversations of one model behind one prefix become token ids. */
export interface Tokenizing {
  readonly model: EngineModel;
  readonly prompter: Prompter;
  readonly prefix: RenderedPrefix;
  readonly contract: FrozenContract;
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
 * A practice row as ids: the conversation as a chat evaluates it, the target as a decoder writes it, and the token
 * that ends a turn.
 */
export function tokenized(row: PracticeRow, own: OwnAnswer | null, chat: Tokenizing): TrainingRow {
  const { model, prompter, prefix } = chat;
  const before = prompter.suffix(prefix, row.conversation);
  const end = endOfTurn(chat);
  if (own !== null) return { kind: "answer", before, target: own.cut ? own.tokens : [...own.tokens, end] };
  return { kind: row.target.kind, before, target: [...targetTokens(row.target, model, chat.contract), end] };
}

/** A call is written in two pieces, because constrained decoding writes the first of them by force. */
function targetTokens(target: PracticeTarget, model: EngineModel, contract: FrozenContract): number[] {
  if (target.kind === "answer") return model.tokenize(target.text ?? "");
  const opening = argumentsOpening(target.toolName);
  const order = Object.keys((contract.tool(target.toolName)?.schema.parameters.properties ?? {}) as object);
  const members = Object.entries(target.arguments).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return [...model.tokenize(opening), ...model.tokenize(` ${spelled(Object.fromEntries(members))}}`)];
}

/** The id behind an assistant's turn in a rendered conversation. @throws RangeError where no id ends it */
export function endOfTurn({ model, prompter, prefix }: Tokenizing): number {
  const user = { role: "user", content: "Hello" } as const;
  const open = prompter.suffix(prefix, [user]);
  const whole = prompter.suffix(prefix, [user, { role: "assistant", content: "Hello" }, user]);
  const end = whole.slice(open.length).find((token) => model.isEndOfGeneration(token));
  if (end === undefined) throw new RangeError("the chat template ends no turn with a token of its own");
  return end;
}
