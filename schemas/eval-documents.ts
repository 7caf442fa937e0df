/** JSON forms of what an evaluation writes. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface EvalSettingDocument {
  mode: "no_contract" | "prompt" | "exact_imprint" | "trained_imprint";
  decoding: "free" | "constrained";
}

/** One line of a run's cases. */
export interface EvalCaseDocument extends EvalSettingDocument {
  schema_version: "edge.eval.case.v1";
  id: string;
  attempt: AttemptDocument;
  score: ScoreDocument;
  gate: { reading: number; threshold: number; opens: boolean } | null;
  forced: { attempt: AttemptDocument; score: ScoreDocument } | null;
  text: string;
  evaluated_tokens: number;
  decoded_tokens: number;
  elapsed_ms: number;
}

export type AttemptDocument =
  | { kind: "answer" }
  | { kind: "call"; tool_name: string; arguments: { [key: string]: Json } }
  | { kind: "invalid"; code: string };

export interface ScoreDocument {
  verdict:
    | "right_call"
    | "wrong_arguments"
    | "wrong_tool"
    | "missed"
    | "right_silence"
    | "uncalled_for"
    | "invalid";
  parameter: string | null;
}

/** A share of successes with its 95 % interval; `share` is null when nothing was tried. */
export interface ShareDocument {
  hits: number;
  total: number;
  share: number | null;
  low: number;
  high: number;
}

export interface EvalFiguresDocument {
  correct_all_rows: ShareDocument;
  correct_fitting_rows: ShareDocument;
  wanted: {
    action: ShareDocument;
    right_tool: ShareDocument;
    wrong_tool: ShareDocument;
    right_arguments: ShareDocument;
    right_call: ShareDocument;
  };
  unwanted: { restraint: ShareDocument };
  invalid: ShareDocument;
  invalid_codes: { code: string; count: number }[];
  balance: { share: number; low: number; high: number } | null;
  forced: { right_tool: ShareDocument; right_call: ShareDocument; invalid: ShareDocument } | null;
}

export interface EvalSettingSummaryDocument extends EvalSettingDocument {
  missing: string[];
  figures: EvalFiguresDocument;
  confusion: { wanted: string[]; happened: string[]; counts: number[][] };
  roc: {
    points: { threshold: number; true_positive_rate: number; false_positive_rate: number }[];
    auc: number;
    wanted_count: number;
    unwanted_count: number;
  } | null;
}

export interface EvalSummaryDocument {
  schema_version: "edge.eval.summary.v1";
  set: {
    name: string;
    sha256: `sha256:${string}`;
    rows_count: number;
    wanted_count: number;
    unwanted_count: number;
    unfit: { id: string; reason: string; expects_call: boolean }[];
  };
  settings: EvalSettingSummaryDocument[];
}

export interface EvalComparisonDocument {
  schema_version: "edge.eval.comparison.v1";
  set: { name: string; sha256: `sha256:${string}` };
  comparisons: {
    a: EvalSettingDocument;
    b: EvalSettingDocument;
    better: string[];
    worse: string[];
    both_right: string[];
    both_wrong: string[];
    changed: string[];
    sign_test_p: number;
    figures: { a: EvalFiguresDocument; b: EvalFiguresDocument };
  }[];
}
