import type { AcceptedValues, ExpectedCall, Question, QuestionSet } from "../../eval/question.ts";
import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import { freezeContract, type ToolDraft } from "../../imprint/contract.ts";
import { sha256 } from "../../imprint/hash.ts";

/** A tool with these parameters, all required but those named. */
export function toolWith(
  name: string,
  properties: Readonly<Record<string, JsonObject>>,
  optional: readonly string[] = [],
): ToolDraft {
  return {
    intentTags: [],
    schema: {
      name,
      description: `Does ${name}.`,
      permissions: [],
      execution_level: "read",
      return_direct: false,
      output_schema: null,
      parameters: {
        type: "object",
        properties,
        required: Object.keys(properties)
          .filter((property) => !optional.includes(property))
          .sort(),
        additionalProperties: false,
      },
    },
  };
}

/** What a file of questions is read with. */
export function frozen(...active: ToolDraft[]) {
  return { active, contract: freezeContract(active) };
}

/** The right call, each argument with the values that count; `omit` among them lets it be left out. */
export const omit = Symbol("may be left out");

export function expected(
  toolName: string,
  accepted: Readonly<Record<string, readonly (JsonValue | typeof omit)[]>> = {},
): ExpectedCall {
  const values = Object.entries(accepted).map(([parameter, listed]): [string, AcceptedValues] => [
    parameter,
    {
      values: listed.filter((value): value is JsonValue => value !== omit),
      mayBeOmitted: listed.includes(omit),
    },
  ]);
  return { toolName, arguments: Object.fromEntries(values) };
}

const pay = toolWith("pay", { amount: { type: "integer" } });
const refund = toolWith("refund", { amount: { type: "integer" } });

/** Questions that want `pay` with amount 1, or (silent) nothing; ids `call-1`, …, then `silent-1`, …. */
export function paymentSet(counts: { calls: number; silent: number; unfit?: number }): QuestionSet {
  const numbered = (kind: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${kind}-${n + 1}`);
  const question = (id: string, expected: Question["expected"]): Question => ({
    id,
    prompt: `Prompt of ${id}.`,
    tools: [pay, refund],
    expected,
  });
  const questions = [
    ...numbered("call", counts.calls).map((id) => question(id, expected("pay", { amount: [1] }))),
    ...numbered("silent", counts.silent).map((id) => question(id, null)),
  ];
  const unfit = numbered("unfit", counts.unfit ?? 0).map((id) => ({
    id,
    reason: "/function/0: type dict",
    expectsCall: true,
  }));
  return {
    name: "payments.jsonl",
    sha256: sha256("payments"),
    toolNames: ["pay", "refund"],
    rows: [...questions, ...unfit].map(({ id }) => id),
    questions,
    unfit,
  };
}
