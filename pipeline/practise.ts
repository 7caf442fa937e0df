import { type Sha256, sha256OfJson } from "../imprint/hash.ts";
import { limits } from "../imprint/limits.ts";
import { Decoder } from "../runtime/decode/decoder.ts";
import type { RenderedPrefix } from "../runtime/prompt/prompter.ts";
import type { PlacedRow } from "../training/practice/set/practice-set.ts";
import type { PracticeRow } from "../training/practice/set/row.ts";
import type { TrainingRow } from "../training/prefix/row.ts";
import { type OwnAnswer, rowTokenizer, wantsOwnAnswer } from "../training/prefix/tokenized.ts";
import { Conversation } from "./conversation.ts";
import type { ModelRuntime } from "./model-runtime.ts";

/** Practice rows as one model behind one prefix reads and writes them. */
export interface PractisedRows {
  readonly practice: readonly TrainingRow[];
  readonly validation: readonly TrainingRow[];
  /** Those of them that the user gave. */
  readonly examplesCount: number;
  /** Of all their token ids, in order. */
  readonly sha256: Sha256;
}

/**
 * Turns practice rows into token ids. Where the model's own answer is the target it is asked for it, without the
 * contract: what needs no tool should be answered as if there were none.
 *
 * @throws generation_failed, prefix_render_failed; the signal's reason when it was aborted
 */
export async function practise(
  input: {
    readonly runtime: ModelRuntime;
    readonly prefix: RenderedPrefix;
    /** The system text of a chat without the contract; may be empty. */
    readonly profileText: string;
    readonly rows: readonly PlacedRow[];
  },
  deps: { signal: AbortSignal; onRow?: (done: number, total: number) => void },
): Promise<PractisedRows> {
  const { runtime, prefix } = input;
  const { model, prompter } = runtime;
  const tokenized = rowTokenizer({ model, prompter, prefix });
  const decoder = new Decoder(model, null);
  const conversation = await Conversation.begin(runtime, input.profileText);
  let done = 0;
  const idsOf = async (row: PracticeRow): Promise<TrainingRow> => {
    deps.signal.throwIfAborted();
    const own = wantsOwnAnswer(row) ? await ownAnswer(conversation, decoder, row, deps.signal) : null;
    deps.onRow?.(++done, input.rows.length);
    return tokenized(row, own);
  };
  try {
    const practice: TrainingRow[] = [];
    const validation: TrainingRow[] = [];
    for (const row of input.rows) (row.split === "practice" ? practice : validation).push(await idsOf(row));
    const ids = [practice, validation].map((rows) => rows.map(({ before, target }) => ({ before, target })));
    const examplesCount = input.rows.filter(({ origin }) => origin.kind === "example").length;
    return { practice, validation, examplesCount, sha256: sha256OfJson(ids) };
  } finally {
    await conversation.dispose();
  }
}

async function ownAnswer(
  conversation: Conversation,
  decoder: Decoder,
  { conversation: turns }: PracticeRow,
  signal: AbortSignal,
): Promise<OwnAnswer> {
  await conversation.rewind();
  conversation.messages.push(...turns);
  const pending = await conversation.pending(signal);
  const { context, runtime } = conversation;
  const { text, cut } = await decoder.text(context, pending.tokens, {
    maxTokens: limits.trainingAnswerTokens,
    signal,
  });
  return { tokens: runtime.model.tokenize(text), cut };
}
