import type { JsonObject } from "../imprint/canonical.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import { assertEvalQuestion } from "../schemas/index.ts";
import type { Invalid } from "../tools/document.ts";
import type { FrozenTools } from "../tools/frozen-tools.ts";
import { mismatches } from "../tools/schema-check.ts";
import { expectedCall, type ListedValues, leftOut } from "./accepted.ts";
import { onLine, readJsonLines } from "./json-lines.ts";
import type { ExpectedCall, Question, QuestionSet } from "./question.ts";

/** `edge.eval.question.v1` */
interface SampleRow {
  readonly id: string;
  readonly prompt: string;
  readonly expected: { readonly tool_name: string; readonly arguments: ListedValues } | null;
}

/**
 * A file of questions about the tools of one contract. What counts as right must be a call that the contract holds.
 *
 * @throws what `invalid` makes, with the line
 */
export function readSampleSet(
  bytes: Uint8Array,
  { contract, active }: Pick<FrozenTools, "contract" | "active">,
  invalid: Invalid,
): Pick<QuestionSet, "rows" | "questions" | "unfit"> {
  const questions = new Map<string, Question>();
  for (const { number, value } of readJsonLines(bytes, assertEvalQuestion, invalid)) {
    const { id, prompt, expected } = value as unknown as SampleRow;
    const invalidRow = onLine(invalid, number);
    if (questions.has(id)) throw invalidRow("two questions have one id", { id });
    const call = expected && contractCall(expected, contract, invalidRow);
    questions.set(id, { id, prompt, tools: active, expected: call });
  }
  if (questions.size === 0) throw invalid("there is no question", {});
  return { rows: [...questions.keys()], questions: [...questions.values()], unfit: [] };
}

function contractCall(
  { tool_name: name, arguments: listed }: NonNullable<SampleRow["expected"]>,
  contract: FrozenContract,
  invalid: Invalid,
): ExpectedCall {
  const tool = contract.tool(name)?.schema;
  if (tool === undefined) throw invalid("the expected call is of no tool of the contract", {});
  const expected = expectedCall(tool, listed, invalid);
  const nodes = tool.parameters.properties as Readonly<Record<string, JsonObject>>;
  for (const [parameter, values] of Object.entries(listed)) {
    const mayBeOmitted = expected.arguments[parameter]?.mayBeOmitted ?? false;
    const wrong = values.findIndex(
      (value) =>
        !(mayBeOmitted && value === leftOut) && mismatches(nodes[parameter] ?? {}, value, "first").length > 0,
    );
    if (wrong >= 0) {
      const pointer = `/expected/arguments/${parameter}/${wrong}`;
      throw invalid(`${name} takes no such value for ${parameter}`, { tool: name, parameter, pointer });
    }
  }
  return expected;
}
