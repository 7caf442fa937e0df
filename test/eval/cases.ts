import type { EvalCase, EvalSetting } from "../../eval/case.ts";
import type { Attempt, QuestionSet } from "../../eval/question.ts";
import { score } from "../../eval/score.ts";

export const promptFree: EvalSetting = { mode: "prompt", decoding: "free" };
export const exactConstrained: EvalSetting = { mode: "exact_imprint", decoding: "constrained" };

export const answer: Attempt = { kind: "answer" };
export const invalidCall = (code = "malformed_tool_call"): Attempt => ({ kind: "invalid", code });
export const call = (toolName: string, amount = 1): Attempt => ({
  kind: "call",
  toolName,
  arguments: { amount },
});

/** A question of the set that was asked one way and came to this attempt. */
export function asked(
  set: QuestionSet,
  id: string,
  attempt: Attempt,
  more: { setting?: EvalSetting; forced?: Attempt; gate?: EvalCase["gate"] } = {},
): EvalCase {
  const question = set.questions.find((one) => one.id === id);
  if (question === undefined) throw new Error(`no question ${id}`);
  return {
    ...(more.setting ?? promptFree),
    id,
    attempt,
    score: score(question, attempt),
    gate: more.gate ?? null,
    forced: more.forced === undefined ? null : { attempt: more.forced, score: score(question, more.forced) },
    text: "",
    evaluatedTokens: 10,
    decodedTokens: 5,
    elapsedMs: 3,
  };
}
