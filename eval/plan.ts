import { ImprintError, messageOf } from "../errors/error.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import { type Sha256, sha256OfJson } from "../imprint/hash.ts";
import type { EngineIdentityDocument } from "../imprint/identity.ts";
import { parseJsonStrict } from "../imprint/json-text.ts";
import { assertEvalPlan } from "../schemas/index.ts";
import type { EvalSetting } from "./case.ts";

export const evalPlanSchema = "edge.eval.plan.v1";

/**
 * All that decides what a run's questions come to, as one document. Runs of one plan may go on in each other's
 * folder; how many of the set's questions are asked is no part of it.
 */
export interface EvalPlan {
  readonly schema_version: typeof evalPlanSchema;
  readonly program: { readonly name: string; readonly version: string };
  readonly set: { readonly name: string; readonly sha256: Sha256 };
  readonly model: { readonly name: string | null; readonly architecture: string; readonly sha256: Sha256 };
  readonly tokenizer_sha256: Sha256;
  readonly chat_template_sha256: Sha256;
  readonly engine: EngineIdentityDocument;
  /** Of the one contract of all questions; null where each brings its own. */
  readonly active_set_sha256: Sha256 | null;
  /** The imprint that was given; null where exact imprints are baked for the run. */
  readonly imprint: { readonly kind: string; readonly digest: Sha256 } | null;
  /** Side by side, in this order for every question. */
  readonly settings: readonly EvalSetting[];
  readonly decode: {
    /** How call or answer is decided; the threshold belongs to a prefix, and stands with each case. */
    readonly call_gate_rule: string;
    /** The generator of the requests that the threshold is set by. */
    readonly practice_version: string;
    /** Longest free text. */
    readonly max_tokens: number;
    /** Longest call under the grammar. */
    readonly call_tokens: number;
  };
  readonly renderer_version: string;
}

export function planSha256(plan: EvalPlan): Sha256 {
  return sha256OfJson(plan);
}

/** Reads a plan's document. @throws invalid_eval_run */
export function parsePlan(bytes: Uint8Array): EvalPlan {
  try {
    const document = parseJsonStrict(bytes) as JsonObject;
    assertEvalPlan(document);
    return document as unknown as EvalPlan;
  } catch (cause) {
    throw new ImprintError("invalid_eval_run", `the plan is not one: ${messageOf(cause)}`, { cause });
  }
}
