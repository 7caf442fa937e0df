import path from "node:path";
import { failureDocument } from "../errors/document.ts";
import { sha256, sha256OfJson } from "../imprint/hash.ts";
import { assertDemoLearnReceipt, assertDemoLearnRun } from "../schemas/index.ts";
import { timestamp } from "../system/clock.ts";
import type { PipelineDeps } from "./deps.ts";
import type { LearnRun } from "./learn.ts";
import { writeReceipt } from "./record.ts";
import { frozenToolsDocument, modelDocument, roundedMs, turnDocument } from "./turn-document.ts";

export const learnReceiptSchema = "edge.demo.learn.receipt.v1";
export const learnReportSchema = "edge.demo.learn.run.v1";

/** Writes the receipt of a learn run, hash-first, and gives its path; its status is the after turn's. @throws file_write_failed */
export async function writeLearnReceipt(
  run: LearnRun,
  includeText: boolean,
  deps: PipelineDeps,
): Promise<string> {
  const file = path.join(deps.folders.runs, run.runId, "learn_receipt.json");
  const { sample, sampleSha256 } = run.loaded;
  const receipt = {
    schema_version: learnReceiptSchema,
    run_id: run.runId,
    status: run.after.status,
    created_at: timestamp(deps.clock.now()),
    model_ref: run.model.modelRef,
    model_path: run.model.path,
    model_sha256: run.model.sha256,
    model_sha256_scope: "content_sha256_v1",
    model_prepare: prepareDocument(run),
    sample_id: sample.sample_id,
    sample_sha256: sampleSha256,
    question_sha256: sha256(run.question),
    rpp_input_sha256: sha256OfJson(sample.records),
    correction_pack_sha256: sha256OfJson(sample.corrections),
    profile_sha256: sha256(run.baked.profileText),
    ...artifactDocument(run),
    ...toolsDocument(run),
    ...answersDocument(run),
    after_turn: afterDocument(run, includeText),
    ...networkDocument(run),
    raw_text_included: includeText,
    ...(includeText && { include_text_acknowledged: true, ...textDocument(run) }),
  };
  assertDemoLearnReceipt(receipt);
  return writeReceipt(file, receipt);
}

/** The run report, `edge.demo.learn.run.v1`: what `--json` prints. */
export function learnReport(
  run: LearnRun,
  place: { receiptPath: string; includeText: boolean; elapsedMs: number; nextCommand: string },
): object {
  const { sample, sampleSha256 } = run.loaded;
  const { error, status } = run.after;
  const report = {
    schema_version: learnReportSchema,
    ok: error === null,
    status,
    ...(error && { error: failureDocument(error) }),
    run_id: run.runId,
    model: modelDocument(run.model),
    model_prepare: prepareDocument(run),
    sample: {
      sample_id: sample.sample_id,
      sample_sha256: sampleSha256,
      rpp_input_sha256: sha256OfJson(sample.records),
      correction_pack_sha256: sha256OfJson(sample.corrections),
      record_count: sample.records.length,
      correction_count: sample.corrections.length,
    },
    question_sha256: sha256(run.question),
    generation: artifactDocument(run),
    tool_learning: toolsDocument(run),
    comparison: answersDocument(run),
    after_turn: afterDocument(run, place.includeText),
    timings_ms: timingsDocument(run),
    receipt_path: place.receiptPath,
    next_command: place.nextCommand,
    ...networkDocument(run),
    raw_text_included: place.includeText,
    elapsed_seconds: Math.round(place.elapsedMs) / 1000,
    ...(place.includeText && textDocument(run)),
  };
  assertDemoLearnRun(report);
  return report;
}

function prepareDocument({ prepared }: LearnRun): object {
  return {
    requested: prepared !== null,
    status: prepared === null ? "not_requested" : (prepared.fetched?.status ?? "already_here"),
    receipt_path: prepared?.fetched?.receipt_path ?? null,
  };
}

function artifactDocument({ runId, sealed, imprint }: LearnRun): object {
  return {
    artifact_id: runId,
    artifact_path: sealed.path,
    artifact_sha256: sealed.descriptor.digest,
    artifact_size_bytes: sealed.descriptor.sizeBytes,
    artifact_kind: sealed.header.kind,
    metadata_sha256: sha256OfJson(imprint.header),
    prefix_token_count: sealed.header.prefix.token_count,
  };
}

function toolsDocument({ tools }: LearnRun): object {
  if (tools === null) return { tools_file_sha256: null, active_set_sha256: null };
  return frozenToolsDocument(tools);
}

function afterDocument({ session, after, question }: LearnRun, includeText: boolean): object {
  return turnDocument(session, after, question, includeText);
}

/**
 * Both answers are greedy, so no sampler makes a difference. The imprint does, and with it the tools, which only
 * the answer afterwards may call: `after_tool_calls`.
 */
function answersDocument({ before, after }: LearnRun): object {
  return {
    before_answer_sha256: sha256(before.answer),
    before_answer_tokens: before.answerTokens,
    after_answer_sha256: sha256(after.answer),
    after_answer_tokens: after.answerTokens,
    after_tool_calls: after.calls.length,
    answers_differ: before.answer !== after.answer,
  };
}

function timingsDocument({ baked, imprint }: LearnRun): object {
  return {
    prefill: roundedMs(baked.prefillMs),
    gate_file_and_contract: roundedMs(imprint.admitContractMs),
    gate_runtime_and_state: roundedMs(imprint.admitMs),
    load: roundedMs(imprint.loadMs),
  };
}

function networkDocument({ sockets }: LearnRun): object {
  return {
    network_used_during_demo: sockets.demo > 0,
    network_used_during_model_prepare: sockets.prepare > 0,
  };
}

function textDocument({ question, before, after, baked }: LearnRun): object {
  return {
    question,
    before_answer: before.answer,
    after_answer: after.answer,
    sample_text: baked.profileText,
  };
}
