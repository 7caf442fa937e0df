import { planSha256 } from "../eval/plan.ts";
import { summaryDocument } from "../eval/summary-document.ts";
import { assertEvalRun } from "../schemas/index.ts";
import type { EvalRun } from "./evaluate.ts";

/** What `edge eval run --json` prints, `edge.eval.run.v1`. */
export function evalRunDocument(run: EvalRun): object {
  const document = {
    schema_version: "edge.eval.run.v1",
    ok: true,
    status: "completed",
    plan_sha256: planSha256(run.plan),
    plan: run.plan,
    summary: summaryDocument(run.summary),
    cases_count: run.casesCount,
    kept_cases_count: run.keptCasesCount,
    paths: run.paths,
  };
  assertEvalRun(document);
  return document;
}
