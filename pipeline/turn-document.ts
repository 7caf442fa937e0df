import { sha256 } from "../imprint/hash.ts";
import { contractText } from "../runtime/prompt/system-text.ts";
import type { Isolation } from "../tools/executor.ts";
import type { FrozenTools, ToolSurface } from "../tools/frozen-tools.ts";
import type { ChatSession } from "./chat.ts";
import type { ModelFile } from "./model-runtime.ts";
import type { CallRecord, TurnRecord } from "./turn-record.ts";

/** What receipts and reports of chat and learn say alike of a turn. Every figure was measured in it. */
export function turnDocument(
  session: ChatSession,
  turn: TurnRecord,
  prompt: string,
  includeText: boolean,
): object {
  const { callGate, contract, mode, options } = session;
  return {
    prompt_sha256: sha256(prompt),
    answer_sha256: sha256(turn.answer),
    answer_tokens: turn.answerTokens,
    answer_source: turn.answerSource,
    answer_cut: turn.answerCut,
    tool_instruction_mode: mode,
    ...(contract && { tool_instruction_sha256: sha256(contractText(contract)) }),
    decoding: options.decoding,
    call_gate: callGate && {
      rule: callGate.rule,
      log10_threshold: callGate.log10_threshold,
      calibrated: callGate.calibration !== null,
      decisions: turn.gateDecisions.map(({ toolName, log10Evidence, decision, reason }) => ({
        tool_name: toolName,
        log10_evidence: log10Evidence,
        decision,
        ...(reason && { reason }),
      })),
    },
    prefill: {
      evaluated_tokens: turn.prefill.evaluatedTokens,
      turn_tokens: turn.prefill.turnTokens,
      prefix_tokens: turn.prefill.prefixTokens,
    },
    tool_calls: turn.calls.map((call) => callDocument(call, includeText)),
    ...(includeText && { prompt, answer: turn.answer }),
  };
}

/** What was frozen. */
export function frozenToolsDocument({ contract, surface }: FrozenTools): object {
  return {
    ...surfaceDocument(surface),
    active_set_sha256: contract.activeSetSha256,
    schema_generator_version: contract.generatorVersion,
    tools: contract.tools.map(({ schema, schemaSha256 }) => ({
      name: schema.name,
      schema_sha256: schemaSha256,
    })),
  };
}

function surfaceDocument(surface: ToolSurface): object {
  switch (surface.kind) {
    case "python_file":
      return { tools_file_sha256: surface.source.sha256 };
    case "manifest":
      return { tools_manifest_sha256: surface.sha256 };
    case "facts_store":
      return { facts_store: surface.store };
  }
}

/** The model, as a report names it. */
export function modelDocument(model: ModelFile): object {
  return {
    model_ref: model.modelRef,
    path: model.path,
    sha256: model.sha256,
    sha256_scope: "content_sha256_v1",
  };
}

/** Milliseconds to a tenth. */
export function roundedMs(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

/** One call, run or refused. */
export function callDocument(call: CallRecord, includeText: boolean): object {
  return {
    name: call.toolName,
    status: call.status,
    message: call.message,
    args_sha256: call.argsSha256,
    result_sha256: call.resultSha256,
    tool_schema_sha256: call.toolSchemaSha256,
    runner_secret_verified: call.runnerSecretVerified,
    tools_file_sha256_verified: call.toolsFileSha256Verified,
    isolation: call.isolation && isolationDocument(call.isolation),
    siblings: call.siblings,
    ...(call.rows !== null && { rows: call.rows, lookup_status: call.rows > 0 ? "matched" : "no_match" }),
    network_used_by_edge: call.networkUsedByEdge,
    elapsed_ms: call.elapsedMs,
    ...(includeText && { arguments: call.arguments ?? null, result: call.result ?? null }),
  };
}

function isolationDocument({ processes, network, networkProofSha256 }: Isolation): object {
  return { processes, network, network_proof_sha256: networkProofSha256 };
}
