import type { CallGateSettings } from "../imprint/call-gate.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import type { Decoder } from "../runtime/decode/decoder.ts";
import type { ToolCallOutcome } from "../tools/call.ts";
import type { CallRecord } from "./turn-record.ts";

export type DecodingMode = "constrained" | "free";

/** What a turn shows while it runs. */
export interface TurnEvents {
  readonly onText?: (chunk: string) => void;
  readonly onCall?: (call: { toolName: string; arguments: JsonObject }) => void;
  readonly onOutcome?: (record: CallRecord) => void;
}

export interface TurnDeps {
  readonly decoder: Decoder;
  readonly decoding: DecodingMode;
  /** Null where nothing is gated: without tools, and where calls are read from free text. */
  readonly callGate: CallGateSettings | null;
  readonly maxTokens: number;
  /** What calls are held to; null for a chat without tools. */
  readonly contract: FrozenContract | null;
  /** Checks and runs one call; null for a chat without tools. */
  readonly execute: ((call: { toolName: string; arguments: JsonObject }) => Promise<ToolCallOutcome>) | null;
  readonly signal?: AbortSignal;
}
