import type { EvalDecoding, EvalMode, EvalSetting } from "../eval/case.ts";
import { type EvalPlan, evalPlanSchema } from "../eval/plan.ts";
import type { QuestionSet } from "../eval/question.ts";
import { callGateRule } from "../imprint/call-gate.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import { limits } from "../imprint/limits.ts";
import packageJson from "../package.json" with { type: "json" };
import { prefixRendererVersion } from "../runtime/prompt/system-text.ts";
import { practiceVersion } from "../training/practice/practice.ts";
import type { ContractPass } from "./admit.ts";
import type { ModelRuntime } from "./model-runtime.ts";

/** All modes, in the order in which they stand side by side. */
const modeOrder: readonly EvalMode[] = ["no_contract", "prompt", "exact_imprint", "trained_imprint"];
const decodingOrder: readonly EvalDecoding[] = ["free", "constrained"];

/**
 * The settings of a run, in one order whatever order they were named in. A given imprint's mode is among them. The
 * bare model has no contract, so that there is neither gate nor grammar: it is only ever asked freely.
 */
export function settingsOf(
  modes: readonly EvalMode[],
  decodings: readonly EvalDecoding[],
  given: ContractPass | null,
): EvalSetting[] {
  const asked = new Set<EvalMode>([...modes, ...(given === null ? [] : [modeOf(given)])]);
  return modeOrder
    .filter((mode) => asked.has(mode))
    .flatMap((mode): EvalSetting[] => {
      if (mode === "no_contract") return [{ mode, decoding: "free" }];
      return decodingOrder
        .filter((decoding) => decodings.includes(decoding))
        .map((decoding) => ({ mode, decoding }));
    });
}

/** What an imprint is evaluated as: its header's kind says it. */
export function modeOf(given: ContractPass): EvalMode {
  const kind: string = given.header.kind;
  return kind === "exact" ? "exact_imprint" : "trained_imprint";
}

/** The run's identity document. */
export function planOf(input: {
  readonly set: QuestionSet;
  readonly runtime: ModelRuntime;
  readonly contract: FrozenContract | null;
  readonly given: ContractPass | null;
  readonly settings: readonly EvalSetting[];
  readonly maxTokens: number;
}): EvalPlan {
  const { set, runtime, contract, given, settings, maxTokens } = input;
  const { facts, sha256 } = runtime.file;
  const { tokenizer, chat_template: template, engine } = runtime.identity;
  return {
    schema_version: evalPlanSchema,
    program: { name: packageJson.name, version: packageJson.version },
    set: { name: set.name, sha256: set.sha256 },
    model: { name: facts.name, architecture: facts.architecture, sha256 },
    tokenizer_sha256: tokenizer.sha256,
    chat_template_sha256: template.sha256,
    engine,
    active_set_sha256: contract?.activeSetSha256 ?? null,
    imprint: given && { kind: given.header.kind, digest: given.digest },
    settings,
    decode: {
      call_gate_rule: callGateRule,
      practice_version: practiceVersion,
      max_tokens: maxTokens,
      call_tokens: limits.callTokens,
    },
    renderer_version: prefixRendererVersion,
  };
}
