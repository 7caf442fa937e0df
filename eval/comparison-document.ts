import type { EvalComparisonDocument } from "../schemas/eval-documents.ts";
import type { EvalComparison } from "./compare.ts";
import { figuresDocument } from "./summary-document.ts";

/** `edge.eval.comparison.v1` */
export function comparisonDocument({ set, comparisons }: EvalComparison): EvalComparisonDocument {
  return {
    schema_version: "edge.eval.comparison.v1",
    set,
    comparisons: comparisons.map(({ a, b, better, worse, bothRight, bothWrong, signTestP, figures }) => ({
      a,
      b,
      better: [...better],
      worse: [...worse],
      both_right: [...bothRight],
      both_wrong: [...bothWrong],
      sign_test_p: signTestP,
      figures: { a: figuresDocument(figures.a), b: figuresDocument(figures.b) },
    })),
  };
}
