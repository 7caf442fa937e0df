import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import type { ToolSchema } from "../../imprint/contract.ts";
import { limits } from "../../imprint/limits.ts";
import type { IsolationMode } from "../runner.ts";
import type { ToolsSource } from "../source.ts";

export const runnerProtocol = "edge.runner.v1";

/** What one runner process is asked to do. */
export type RunnerOperation =
  | { readonly op: "discover" }
  | { readonly op: "call"; readonly tool: ToolSchema; readonly arguments: JsonObject };

/** What a runner has to know before it has a request: how to answer, and what to be shut into. */
export interface Greeting {
  readonly secret: string;
  readonly isolate: IsolationMode;
  /** A listener on 127.0.0.1; 0 when there is none. */
  readonly canaryPort: number;
}

/** A fresh secret for one run: 32 random bytes as hex. It travels on stdin only. */
export function newSecret(): string {
  return randomBytes(32).toString("hex");
}

/** The first line on the runner's stdin; nothing follows it before it is answered. */
export function encodeGreeting({ secret, isolate, canaryPort }: Greeting): string {
  return `${JSON.stringify({ protocol: runnerProtocol, secret, isolate, canary_port: canaryPort })}\n`;
}

/** The rest of the runner's stdin: one JSON document. */
export function encodeRequest(source: ToolsSource, operation: RunnerOperation): string {
  const call =
    operation.op === "call"
      ? {
          tool_name: operation.tool.name,
          tool_schema: operation.tool,
          arguments: operation.arguments,
        }
      : {};
  return JSON.stringify({
    op: operation.op,
    path: source.path,
    source_sha256: source.sha256,
    source_base64: Buffer.from(source.bytes).toString("base64"),
    max_reply_bytes: limits.runnerReplyBytes,
    ...call,
  });
}

const headerPattern = /^edge\.runner\.v1 ([0-9a-f]{64}) (0|[1-9][0-9]{0,8})\n/;
/** `edge.runner.v1 `, 64 hex digits, a space, 9 digits, a line feed. */
export const maxFrameHeaderBytes = 90;

interface FrameHeader {
  readonly mac: string;
  readonly start: number;
  readonly end: number;
}

function readHeader(bytes: Buffer): FrameHeader | undefined {
  const match = headerPattern.exec(bytes.toString("latin1", 0, maxFrameHeaderBytes));
  if (match?.[1] === undefined) return undefined;
  const start = match[0].length;
  return { mac: match[1], start, end: start + Number(match[2]) };
}

/** True when no further byte can make a frame of this: it is whole, too long, or none at all. */
export function isFrameComplete(bytes: Buffer): boolean {
  const header = readHeader(bytes);
  if (header !== undefined) return bytes.length >= header.end;
  return bytes.length >= maxFrameHeaderBytes || bytes.includes(0x0a);
}

/**
 * The payload of exactly one frame whose HMAC-SHA256 under the run's secret is right; undefined for anything
 * else: no frame, bytes behind it, another secret, a payload that is not JSON.
 */
export function openFrame(bytes: Buffer, secret: string): JsonValue | undefined {
  const header = readHeader(bytes);
  if (header === undefined || bytes.length !== header.end) return undefined;
  const payload = bytes.subarray(header.start);
  const mac = createHmac("sha256", Buffer.from(secret, "hex")).update(payload).digest();
  if (!timingSafeEqual(mac, Buffer.from(header.mac, "hex"))) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload)) as JsonValue;
  } catch {
    return undefined;
  }
}
