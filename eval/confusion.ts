import type { Judged } from "./judged.ts";
import type { Attempt, ExpectedCall } from "./question.ts";

/** What was wanted (rows) against what happened (columns), in questions. */
export interface Confusion {
  /** Names of tools, or `call`; then `no call`. */
  readonly wanted: readonly string[];
  /** Names of tools, or `right tool` and `wrong tool`; then `no call` and `invalid call`. */
  readonly happened: readonly string[];
  /** `counts[row][column]` */
  readonly counts: readonly (readonly number[])[];
}

/** How rows and columns are named. */
interface Labels {
  readonly calls: { readonly wanted: readonly string[]; readonly happened: readonly string[] };
  wanted(expected: ExpectedCall): string;
  happened(toolName: string, expected: ExpectedCall | null): string;
}

// No tool has such a name: it has a space.
const noCall = "no call";
const invalidCall = "invalid call";

/**
 * By name of tool where all questions have the same tools. Where each has its own, a call is of the right tool or of a
 * wrong one; the latter wherever none was wanted.
 */
export function confusionOf(judged: readonly Judged[], toolNames: readonly string[] | null): Confusion {
  const labels = toolNames === null ? byRightness : byName(toolNames);
  const wanted = [...labels.calls.wanted, noCall];
  const happened = [...labels.calls.happened, noCall, invalidCall];
  const pairs = judged.map(({ question: { expected }, asked: { attempt } }) => ({
    row: expected === null ? noCall : labels.wanted(expected),
    column: columnOf(attempt, expected, labels),
  }));
  const countOf = (row: string, column: string) =>
    pairs.filter((pair) => pair.row === row && pair.column === column).length;
  return { wanted, happened, counts: wanted.map((row) => happened.map((column) => countOf(row, column))) };
}

function columnOf(attempt: Attempt, expected: ExpectedCall | null, labels: Labels): string {
  if (attempt.kind === "call") return labels.happened(attempt.toolName, expected);
  return attempt.kind === "answer" ? noCall : invalidCall;
}

const byRightness: Labels = {
  calls: { wanted: ["call"], happened: ["right tool", "wrong tool"] },
  wanted: () => "call",
  happened: (toolName, expected) => (toolName === expected?.toolName ? "right tool" : "wrong tool"),
};

function byName(toolNames: readonly string[]): Labels {
  return {
    calls: { wanted: toolNames, happened: toolNames },
    wanted: ({ toolName }) => toolName,
    happened: (toolName) => toolName,
  };
}
