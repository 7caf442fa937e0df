import type { EvalComparisonDocument } from "../schemas/eval-documents.ts";
import type { EvalComparison } from "./compare.ts";
import { figuresDocument } from "./summary-document.ts";

/** `edge.eval.comparison.v1` */
export function comparisonDocument({ set, comparisons }: EvalComparison): EvalComparisonDocument {
  return {
    schema_version: "edge.eval.comparison.v1",
    set,
    comparisons: comparisons.map((pair) => ({
      a: pair.a,
      b: pair.b,
      better: [...pair.better],
      worse: [...pair.worse],
      both_right: [...pair.bothRight],
      both_wrong: [...pair.bothWrong],
      changed: [...pair.changed],
      sign_test_p: pair.signTestP,
      figures: { a: figuresDocument(pair.figures.a), b: figuresDocument(pair.figures.b) },
    })),
  };
}
