import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import type { ToolSchema } from "../../imprint/contract.ts";
import type { Sha256 } from "../../imprint/hash.ts";
import { encodeHeader, type ImprintHeader } from "../../imprint/header.ts";
import type { RuntimeIdentity } from "../../imprint/identity.ts";
import type { MemoryClass } from "../../runtime/models/memory-class.ts";
import { prefixRendererVersion } from "../../runtime/prompt/system-text.ts";
import {
  closedObject,
  contractOf,
  headerOf,
  renderedTokens,
  standInIdentity,
  standInProfile,
  stateOf,
  toolSchema,
} from "../pipeline/imprint-files.ts";
import { hexOf } from "./vector.ts";

/** How the file lies on the disk. */
export interface GateFile {
  readonly kind: "regular" | "symlink" | "folder" | "fifo" | "missing";
  /** Permission bits, octal. */
  readonly mode: string;
  readonly owner: "self" | "other";
  /** Bytes, when the file is longer than its content; the rest is a hole. */
  readonly size_bytes: number | null;
  /** What a receipt or the store says that it is: the file's own digest, none, or another. */
  readonly expected_digest: "own" | "none" | Sha256;
  /** Behind the data section. */
  readonly trailing_hex: string;
}

/** One reason to refuse, as far as a reader of another make must state it too. */
export interface ExpectedRefusal {
  readonly code: string;
  readonly [detail: string]: JsonValue;
}

/** One scenario of the gate, stages 1 to 4; docs/gate.md §7 has the meaning of each member. */
export interface GateVector {
  readonly comment: string;
  readonly expect:
    | { readonly admitted: true }
    | { readonly stage: string; readonly refusals: readonly ExpectedRefusal[] };
  readonly file: GateFile;
  /** The header document, as its text stands in the file. */
  readonly header: string;
  /** The data section. */
  readonly state_hex: string;
  /** Schemas of the tools that the chat offers; null for a chat without tools. */
  readonly offered: readonly ToolSchema[] | null;
  readonly live: {
    readonly identity: RuntimeIdentity;
    readonly memory: MemoryClass;
    /** Longest context of the model. */
    readonly train_context_tokens: number;
    /** What profile and offered contract render to here. */
    readonly rendered: { readonly renderer_version: string; readonly tokens: readonly number[] };
  };
}

/** The learned tools. */
export const fee = toolSchema({
  parameters: closedObject({ amount: { type: "number" }, tier: { type: "string", default: "basic" } }, [
    "amount",
  ]),
  output_schema: closedObject({ fee: { type: "number" } }, ["fee"]),
});
export const status = toolSchema({ name: "order_status", description: "Look up an order.", parameters: orderId() });
export const learned = [fee, status];

export function orderId(name = "order_id"): JsonObject {
  return closedObject({ [name]: { type: "string" } }, [name]);
}

/** What a scenario changes of the good one. */
export interface Changes {
  readonly learned?: readonly ToolSchema[] | null;
  readonly offered?: readonly ToolSchema[] | null;
  readonly header?: (header: ImprintHeader) => object;
  readonly headerText?: (text: string) => string;
  readonly tokens?: (tokens: readonly number[]) => readonly number[];
  readonly state?: (state: Uint8Array) => Uint8Array;
  readonly identity?: RuntimeIdentity;
  readonly memory?: MemoryClass;
  readonly trainContextTokens?: number;
  readonly file?: Partial<GateFile>;
}

const goodFile: GateFile = {
  kind: "regular",
  mode: "600",
  owner: "self",
  size_bytes: null,
  expected_digest: "own",
  trailing_hex: "",
};

function scenario(comment: string, expect: GateVector["expect"], changes: Changes = {}): GateVector {
  const schemas = changes.learned === undefined ? learned : changes.learned;
  const offered = changes.offered === undefined ? schemas : changes.offered;
  const contract = schemas && contractOf(...schemas);
  const header = headerOf(contract);
  const stated = (changes.header?.(header) ?? header) as ImprintHeader;
  const text = encodeHeader(stated);
  const tokens = renderedTokens(standInProfile, contract);
  const state = stateOf(changes.tokens?.(tokens) ?? tokens);
  return {
    comment,
    expect,
    file: { ...goodFile, ...changes.file },
    header: changes.headerText?.(text) ?? text,
    state_hex: hexOf(changes.state?.(state) ?? state),
    offered,
    live: {
      identity: changes.identity ?? standInIdentity,
      memory: changes.memory ?? "full_attention",
      train_context_tokens: changes.trainContextTokens ?? 4_096,
      rendered: {
        renderer_version: prefixRendererVersion,
        tokens: renderedTokens(stated.profile_text, offered && contractOf(...offered)),
      },
    },
  };
}

export const admitted = (comment: string, changes: Changes = {}) => scenario(comment, { admitted: true }, changes);

const refusedAt =
  (stage: string) =>
  (comment: string, refusals: ExpectedRefusal | readonly ExpectedRefusal[], changes: Changes) =>
    scenario(
      comment,
      { stage, refusals: Array.isArray(refusals) ? refusals : [refusals as ExpectedRefusal] },
      changes,
    );

export const atFile = refusedAt("file");
export const atContract = refusedAt("contract");
export const atRuntime = refusedAt("runtime");
export const atState = refusedAt("state");
