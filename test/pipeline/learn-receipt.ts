import { sha256 } from "../../imprint/hash.ts";

export const learnReceiptSchema = "edge.demo.learn.receipt.v1";

/** The digest that the receipt below names. */
export const namedDigest = sha256("an imprint");

/** A whole learn receipt that names this imprint. */
export function learnReceipt(named: object = {}): object {
  return {
    schema_version: learnReceiptSchema,
    run_id: "edge-learn-1",
    status: "completed",
    created_at: "2026-01-02T03:04:05Z",
    model_ref: "auto",
    model_path: "/models/model.gguf",
    model_sha256: namedDigest,
    model_sha256_scope: "content_sha256_v1",
    model_prepare: { requested: false, status: "not_requested", receipt_path: null },
    sample_id: "sample",
    sample_sha256: namedDigest,
    question_sha256: namedDigest,
    rpp_input_sha256: namedDigest,
    correction_pack_sha256: namedDigest,
    profile_sha256: namedDigest,
    artifact_id: "edge-learn-1",
    artifact_path: "imprint.safetensors",
    artifact_sha256: namedDigest,
    artifact_size_bytes: 10,
    artifact_kind: "exact",
    metadata_sha256: namedDigest,
    prefix_token_count: 7,
    tools_file_sha256: null,
    active_set_sha256: null,
    before_answer_sha256: namedDigest,
    before_answer_tokens: 1,
    after_answer_sha256: namedDigest,
    after_answer_tokens: 1,
    after_tool_calls: 0,
    answers_differ: false,
    after_turn: {
      prompt_sha256: namedDigest,
      answer_sha256: namedDigest,
      answer_tokens: 1,
      answer_source: "model",
      answer_cut: false,
      tool_instruction_mode: "imprint",
      decoding: "constrained",
      call_gate: {
        rule: "call_evidence",
        log10_threshold: 1,
        calibrated: false,
        decisions: [],
      },
      prefill: { evaluated_tokens: 5, turn_tokens: 5, prefix_tokens: 0 },
      tool_calls: [],
    },
    network_used_during_demo: false,
    network_used_during_model_prepare: false,
    raw_text_included: false,
    ...named,
  };
}
