import { ImprintError } from "../errors/error.ts";
import type {
  EvalFiguresDocument,
  EvalSettingSummaryDocument,
  EvalSummaryDocument,
} from "../schemas/eval-documents.ts";
import { assertEvalSummary } from "../schemas/index.ts";
import { assertDocument, type Invalid } from "../tools/document.ts";
import type { Roc } from "./roc.ts";
import type { EvalFigures } from "./setting-figures.ts";
import type { EvalSummary, SettingSummary } from "./summary.ts";

/** `edge.eval.summary.v1` */
export function summaryDocument({ set, settings }: EvalSummary): EvalSummaryDocument {
  return {
    schema_version: "edge.eval.summary.v1",
    set: {
      name: set.name,
      sha256: set.sha256,
      rows_count: set.rowsCount,
      wanted_count: set.wantedCount,
      unwanted_count: set.unwantedCount,
      unfit: set.unfit.map(({ id, reason, expectsCall }) => ({ id, reason, expects_call: expectsCall })),
    },
    settings: settings.map(settingDocument),
  };
}

/** What a run's folder holds. @throws invalid_eval_run */
export function summaryOf(value: unknown): EvalSummary {
  assertDocument(value, assertEvalSummary, invalid);
  const { set, settings } = value as EvalSummaryDocument;
  return {
    set: {
      name: set.name,
      sha256: set.sha256,
      rowsCount: set.rows_count,
      wantedCount: set.wanted_count,
      unwantedCount: set.unwanted_count,
      unfit: set.unfit.map(({ id, reason, expects_call }) => ({ id, reason, expectsCall: expects_call })),
    },
    settings: settings.map(settingOf),
  };
}

function settingDocument(setting: SettingSummary): EvalSettingSummaryDocument {
  const { mode, decoding, missing, figures, confusion, roc } = setting;
  return {
    mode,
    decoding,
    missing: [...missing],
    figures: figuresDocument(figures),
    confusion: {
      wanted: [...confusion.wanted],
      happened: [...confusion.happened],
      counts: confusion.counts.map((row) => [...row]),
    },
    roc: roc && rocDocument(roc),
  };
}

function settingOf(document: EvalSettingSummaryDocument): SettingSummary {
  const { figures, roc, ...same } = document;
  return { ...same, figures: figuresOf(figures), roc: roc && rocOf(roc) };
}

export function figuresDocument(figures: EvalFigures): EvalFiguresDocument {
  const { wanted, forced } = figures;
  return {
    correct_all_rows: figures.correctAllRows,
    correct_fitting_rows: figures.correctFittingRows,
    wanted: {
      action: wanted.action,
      right_tool: wanted.rightTool,
      wrong_tool: wanted.wrongTool,
      right_arguments: wanted.rightArguments,
      right_call: wanted.rightCall,
    },
    unwanted: figures.unwanted,
    invalid: figures.invalid,
    invalid_codes: [...figures.invalidCodes],
    balance: figures.balance,
    forced: forced && {
      right_tool: forced.rightTool,
      right_call: forced.rightCall,
      invalid: forced.invalid,
    },
  };
}

function figuresOf(document: EvalFiguresDocument): EvalFigures {
  const { wanted, forced } = document;
  return {
    correctAllRows: document.correct_all_rows,
    correctFittingRows: document.correct_fitting_rows,
    wanted: {
      action: wanted.action,
      rightTool: wanted.right_tool,
      wrongTool: wanted.wrong_tool,
      rightArguments: wanted.right_arguments,
      rightCall: wanted.right_call,
    },
    unwanted: document.unwanted,
    invalid: document.invalid,
    invalidCodes: document.invalid_codes,
    balance: document.balance,
    forced: forced && {
      rightTool: forced.right_tool,
      rightCall: forced.right_call,
      invalid: forced.invalid,
    },
  };
}

function rocDocument({ points, auc, wantedCount, unwantedCount }: Roc): EvalSettingSummaryDocument["roc"] {
  return {
    points: points.map(({ threshold, truePositiveRate, falsePositiveRate }) => ({
      threshold,
      true_positive_rate: truePositiveRate,
      false_positive_rate: falsePositiveRate,
    })),
    auc,
    wanted_count: wantedCount,
    unwanted_count: unwantedCount,
  };
}

function rocOf({ points, auc, ...counts }: NonNullable<EvalSettingSummaryDocument["roc"]>): Roc {
  return {
    points: points.map((point) => ({
      threshold: point.threshold,
      truePositiveRate: point.true_positive_rate,
      falsePositiveRate: point.false_positive_rate,
    })),
    auc,
    wantedCount: counts.wanted_count,
    unwantedCount: counts.unwanted_count,
  };
}

const invalid: Invalid = (message, details, cause) =>
  new ImprintError("invalid_eval_run", `the summary is not valid: ${message}`, { details, cause });
