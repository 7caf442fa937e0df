/**
 * neural-imprint: freeze a tool contract, bake it into a model's prefix state, and resume chats from it behind
 * a gate that fails closed. The stages below are in order; each takes what the one before it made.
 */

// files and store
export type { Container } from "./artifacts/safetensors.ts";
export { decodeContainer, encodeImprint } from "./artifacts/safetensors.ts";
export type { Descriptor, Store, StoreRef } from "./artifacts/store.ts";
export { createStore } from "./artifacts/store.ts";
// errors
export type { ErrorCode, ErrorEntry } from "./errors/codes.ts";
export { errorTable } from "./errors/codes.ts";
export type { ErrorDetails } from "./errors/error.ts";
export { ImprintError, isImprintError } from "./errors/error.ts";
// what the things are
export type { JsonObject, JsonValue } from "./imprint/canonical.ts";
export { canonicalBytes, canonicalJson } from "./imprint/canonical.ts";
export type {
  ExecutionLevel,
  FrozenContract,
  FrozenTool,
  ToolDraft,
  ToolSchema,
} from "./imprint/contract.ts";
export { freezeContract } from "./imprint/contract.ts";
export type { GateStage, Refusal } from "./imprint/gate.ts";
export type { Sha256 } from "./imprint/hash.ts";
export { sha256, sha256OfJson } from "./imprint/hash.ts";
export type { ImprintHeader } from "./imprint/header.ts";
export { parseHeader } from "./imprint/header.ts";
export { parseJsonStrict } from "./imprint/json-text.ts";
export { limits } from "./imprint/limits.ts";
export type { StateGeometry } from "./imprint/state/layout.ts";
export type { EngineState } from "./imprint/state/parse.ts";
export { parseEngineState } from "./imprint/state/parse.ts";
export type { ContractPass, GatePass, GateVerdict } from "./pipeline/admit.ts";
export { admit, admitContract, passOrThrow } from "./pipeline/admit.ts";
export type { BakedState } from "./pipeline/bake.ts";
export { bake } from "./pipeline/bake.ts";
export type { ChatOptions } from "./pipeline/chat.ts";
export { ChatSession, openChat } from "./pipeline/chat.ts";
export type { Confirmation, ConfirmRequest } from "./pipeline/confirm.ts";
export { confirmAction } from "./pipeline/confirm.ts";
export type { ConfirmDeps } from "./pipeline/confirm-deps.ts";
export { confirmDeps } from "./pipeline/confirm-deps.ts";
export { Conversation } from "./pipeline/conversation.ts";
export type { PipelineDeps } from "./pipeline/deps.ts";
export { systemDeps } from "./pipeline/deps.ts";
export { findImprint } from "./pipeline/find-imprint.ts";
export { findModel } from "./pipeline/find-model.ts";
export type { ToolChoice } from "./pipeline/freeze-tools.ts";
export { freezeChosenTools } from "./pipeline/freeze-tools.ts";
export type { LearnOptions, LearnRun, LearnStage, StageRunner } from "./pipeline/learn.ts";
export { learn, learnStages } from "./pipeline/learn.ts";
export { learnReport, writeLearnReceipt } from "./pipeline/learn-record.ts";
export type { ModelFile, ModelRuntime } from "./pipeline/model-runtime.ts";
export { contextTokensFor, openModelRuntime } from "./pipeline/model-runtime.ts";
export type { ProvenSession } from "./pipeline/restore.ts";
export { restore } from "./pipeline/restore.ts";
export type { ChatRun } from "./pipeline/run-chat.ts";
export { runChat } from "./pipeline/run-chat.ts";
export type { SealedImprint } from "./pipeline/seal.ts";
export { seal } from "./pipeline/seal.ts";
export type { CallRecord, GateDecision, TurnEvents, TurnRecord } from "./pipeline/turn.ts";
// the outside, and models
export type { Engine, EngineContext, EngineGrammar, EngineModel } from "./runtime/engine/engine.ts";
export { openLlamaEngine } from "./runtime/engine/llama.ts";
export { systemClock } from "./system/clock.ts";
// the line: load, freeze, bake, seal, admit, restore, chat
export type { FrozenTools, ToolSurface } from "./tools/frozen-tools.ts";
export type { ToolsRequest } from "./tools/load.ts";
export { loadTools } from "./tools/load.ts";
