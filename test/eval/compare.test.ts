import { describe, expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import type { EvalCase, EvalSetting } from "../../eval/case.ts";
import { type ComparedRun, compareRuns, type SettingPair } from "../../eval/compare.ts";
import { comparisonDocument } from "../../eval/comparison-document.ts";
import { type Attempt, firstRows, type QuestionSet } from "../../eval/question.ts";
import { summarize } from "../../eval/summary.ts";
import { sha256 } from "../../imprint/hash.ts";
import { assertEvalComparison } from "../../schemas/index.ts";
import { answer, asked, call, exactConstrained, promptFree } from "./cases.ts";
import { paymentSet } from "./question-rows.ts";

const set = paymentSet({ calls: 4, silent: 2 });
const right = call("pay");
const wrong = call("refund");

/** A run whose settings came to these attempts, question by question. */
function run(
  attempts: readonly Attempt[],
  settings: readonly EvalSetting[] = [promptFree],
  of: QuestionSet = set,
): ComparedRun {
  const cases = settings.flatMap((setting) =>
    attempts.map((attempt, n): EvalCase => asked(of, of.questions[n]?.id ?? "", attempt, { setting })),
  );
  return { summary: summarize(of, settings, cases), cases };
}

const before = run([right, wrong, answer, right, answer, right]);
const after = run([right, right, right, wrong, answer, right]);

function reasonOf(a: ComparedRun, b: ComparedRun, pairs?: SettingPair[]): unknown {
  try {
    return compareRuns(a, b, pairs);
  } catch (error) {
    return isImprintError(error, "eval_runs_differ") ? error.details.reason : error;
  }
}

describe("two runs of one set", () => {
  it("say which questions got better and worse, and which came to the same", () => {
    const { comparisons } = compareRuns(before, after);
    expect(comparisons).toMatchObject([
      {
        a: promptFree,
        b: promptFree,
        better: ["call-2", "call-3"],
        worse: ["call-4"],
        bothRight: ["call-1", "silent-1"],
        bothWrong: ["silent-2"],
        changed: ["call-2", "call-3", "call-4"],
        signTestP: 1,
      },
    ]);
    expect(comparisons[0]?.figures.a).toEqual(before.summary.settings[0]?.figures);
    expect(comparisons[0]?.figures.b).toEqual(after.summary.settings[0]?.figures);
  });

  it("say the reverse the other way round", () => {
    const [forth] = compareRuns(before, after).comparisons;
    const [back] = compareRuns(after, before).comparisons;
    expect([back?.better, back?.worse, back?.signTestP]).toEqual([
      forth?.worse,
      forth?.better,
      forth?.signTestP,
    ]);
  });

  it("are compared in the settings that both have", () => {
    const more = run([right, right, right, right, answer, answer], [exactConstrained, promptFree]);
    expect(compareRuns(before, more).comparisons.map(({ a, b }) => [a, b])).toEqual([
      [promptFree, promptFree],
    ]);
  });

  it("are compared in the settings that are named, one run with itself too", () => {
    const both = run([right, wrong, right, wrong, answer, right], [promptFree, exactConstrained]);
    const pair = { a: promptFree, b: exactConstrained };
    expect(compareRuns(both, both, [pair]).comparisons).toMatchObject([{ ...pair, better: [], worse: [] }]);
  });

  it("say where the model did something else, though nothing got better or worse by it", () => {
    const silent = run([right, answer, answer, right, answer, right]);
    const [pair] = compareRuns(before, silent).comparisons;
    expect(pair).toMatchObject({ better: [], worse: [], changed: ["call-2"] });
  });

  it("say nothing of other words in an answer", () => {
    const [first, ...rest] = before.cases;
    const reworded = { ...before, cases: [{ ...(first as EvalCase), text: "In other words." }, ...rest] };
    expect(compareRuns(before, reworded).comparisons[0]?.changed).toEqual([]);
  });

  it("are told as a document of its schema", () => {
    const document = JSON.parse(JSON.stringify(comparisonDocument(compareRuns(before, after))));
    expect(() => assertEvalComparison(document)).not.toThrow();
    expect(document.comparisons[0]).toMatchObject({ both_right: ["call-1", "silent-1"], sign_test_p: 1 });
  });
});

describe("two runs are not compared", () => {
  const asOf = (other: QuestionSet) => run([right], [promptFree], other);
  const one = paymentSet({ calls: 1, silent: 0 });
  const attempts = [right, right, right, right, answer, answer];

  it.each<[string, ComparedRun, ComparedRun, SettingPair[] | undefined, string]>([
    ["of two sets", before, asOf({ ...one, sha256: sha256("others") }), undefined, "other_set"],
    ["with no setting in common", before, run(attempts, [exactConstrained]), undefined, "no_common_setting"],
    [
      "in a setting that one has not",
      before,
      after,
      [{ a: promptFree, b: exactConstrained }],
      "no_common_setting",
    ],
    ["in no setting", before, after, [], "no_common_setting"],
    ["of which one is unfinished", before, run(attempts.slice(1)), undefined, "unfinished"],
    ["of which one asked fewer questions", before, asOf(one), undefined, "other_questions"],
    ["of which one asked more", asOf(one), before, undefined, "other_questions"],
    [
      "of which one counts only its first questions",
      { ...before, summary: summarize(firstRows(set, 2), [promptFree], before.cases) },
      after,
      undefined,
      "other_questions",
    ],
  ])("%s", (_, a, b, pairs, reason) => {
    expect(reasonOf(a, b, pairs)).toBe(reason);
  });
});
