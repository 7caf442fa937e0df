/**
 * Imprint files written by hand, for the gate to judge, and a live runtime without an engine: everything that the
 * gate asks of a runtime before the native load, and an engine that fails when it is touched.
 */
import { createHash } from "node:crypto";
import type { CallGateSettings } from "../../imprint/call-gate.ts";
import { canonicalJson, type JsonObject } from "../../imprint/canonical.ts";
import type { FrozenContract, ToolSchema } from "../../imprint/contract.ts";
import { freezeContract } from "../../imprint/contract.ts";
import type { Refusal } from "../../imprint/gate.ts";
import { sha256 } from "../../imprint/hash.ts";
import {
  contractDocument,
  decodeSettings,
  encodeHeader,
  headerSchemaVersion,
  type ImprintHeader,
  tokenIdsSha256,
} from "../../imprint/header.ts";
import type { RuntimeIdentity } from "../../imprint/identity.ts";
import type { TensorSpan } from "../../imprint/state/tensors.ts";
import type { GateVerdict } from "../../pipeline/admit.ts";
import type { ModelRuntime } from "../../pipeline/model-runtime.ts";
import type { EngineModel } from "../../runtime/engine/engine.ts";
import { Prompter } from "../../runtime/prompt/prompter.ts";
import { prefixRendererVersion, systemText } from "../../runtime/prompt/system-text.ts";
import { tinyChatTemplate } from "../../scripts/tiny-model.ts";
import { buildState, geometryOf } from "../imprint/state/build-state.ts";

/** One layer, rows of two values, 100 token ids. */
const shape = { layerCount: 1, kWidth: 2, vWidth: 2 } as const;
export const standInGeometry = geometryOf(shape);

export const standInIdentity: RuntimeIdentity = {
  model: {
    file_sha256: sha256("stand-in model"),
    architecture: "llama",
    layer_count: shape.layerCount,
    embedding_length: 4,
    vocab_size: standInGeometry.vocabSize,
    k_widths: standInGeometry.kWidths,
    v_widths: standInGeometry.vWidths,
  },
  tokenizer: { sha256: sha256("stand-in tokenizer") },
  chat_template: { sha256: sha256(tinyChatTemplate) },
  engine: {
    package: "stand-in-engine",
    package_version: "1.0.0",
    release: { repo: "stand-in/engine", tag: "r1" },
    state_version: 3,
    key_type: "f16",
    value_type: "f16",
    flash_attention: true,
    stream_count: 1,
  },
};

const controlTokens = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"].map((text, id) => ({ id, text }));

/** Two tokens a line: 3 + (each of the first two u32 of its SHA-256, big-endian, mod 97). */
function tokenizeLines(text: string): number[] {
  const lines = text.split(/(?<=\n)/).filter((line) => line !== "");
  return lines.flatMap((line) => {
    const hash = createHash("sha256").update(line).digest();
    return [3 + (hash.readUInt32BE(0) % 97), 3 + (hash.readUInt32BE(4) % 97)];
  });
}

export const standInPrompter = new Prompter(
  { chatTemplate: tinyChatTemplate, controlTokens, bosTokenId: 0, eosTokenId: 2, addsBos: false },
  tokenizeLines,
);

/** Ids of the prefix of profile and contract, as the stand-in model's tokenizer gives them. */
export function renderedTokens(profileText: string, contract: FrozenContract | null): readonly number[] {
  return standInPrompter.prefix(systemText(profileText, contract)).tokens;
}

export interface LiveOptions {
  readonly identity?: RuntimeIdentity;
  readonly memory?: ModelRuntime["file"]["facts"]["memory"];
  readonly trainContextTokens?: number;
  /** Contexts that the model opens; without it opening one throws. */
  readonly openContext?: EngineModel["openContext"];
}

/** What a decoder wants of a model before it decodes anything. */
const standInWords: Pick<EngineModel, "tokenize" | "compileGrammar"> = {
  tokenize: (text) => Array.from(text, (character) => 3 + (character.charCodeAt(0) % 97)),
  compileGrammar: (gbnf) => ({ gbnf }),
};

/** A live runtime of which only what the gate needs exists; anything native throws. */
export function standInRuntime(live: LiveOptions = {}): ModelRuntime {
  const {
    identity = standInIdentity,
    memory = "full_attention",
    trainContextTokens = 4_096,
    openContext,
  } = live;
  const untouchable = (of: object) =>
    new Proxy(of, {
      get(target, key) {
        if (Reflect.has(target, key)) return Reflect.get(target, key);
        throw new Error(`the engine was touched: ${String(key)}`);
      },
    });
  return {
    file: untouchable({ modelRef: "stand-in", facts: untouchable({ memory, architecture: "llama" }) }),
    engine: untouchable({}),
    model: untouchable({ trainContextTokens, ...(openContext && { openContext, ...standInWords }) }),
    prompter: standInPrompter,
    identity,
    geometry: standInGeometry,
    dispose: async () => {},
  } as unknown as ModelRuntime;
}

/** A schema as discovery makes it; parts may be replaced. */
export function toolSchema(parts: Partial<ToolSchema> = {}): ToolSchema {
  return {
    name: "calculate_fee",
    description: "Compute the fee for an amount.",
    parameters: closedObject({ amount: { type: "number" } }, ["amount"]),
    permissions: ["read_local"],
    execution_level: "read",
    return_direct: false,
    output_schema: null,
    ...parts,
  };
}

export function closedObject(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: "object", properties, required: [...required], additionalProperties: false };
}

export function contractOf(...schemas: readonly ToolSchema[]): FrozenContract {
  return freezeContract(schemas.map((schema) => ({ schema, intentTags: [] })));
}

export const standInProfile = "The user runs a service desk.";

/** The header that a bake of the stand-in runtime would write. */
export function headerOf(
  contract: FrozenContract | null,
  profileText: string = standInProfile,
  identity: RuntimeIdentity = standInIdentity,
): ImprintHeader {
  const tokens = renderedTokens(profileText, contract);
  return {
    schema_version: headerSchemaVersion,
    kind: "exact",
    contract: contract && contractDocument(contract),
    profile_text: profileText,
    prefix: {
      renderer_version: prefixRendererVersion,
      token_count: tokens.length,
      token_ids_sha256: tokenIdsSha256(tokens),
    },
    ...identity,
    decode: decodeSettings(contract && callGateOf(contract)),
  };
}

/** The call gate of a contract on a model that makes no difference between requests. */
export function callGateOf({ tools }: Pick<FrozenContract, "tools">): CallGateSettings {
  const likelihoods = Object.fromEntries(tools.map(({ schema }) => [schema.name, -3]));
  return {
    rule: "call_evidence",
    neutral: { opening_log10: -4, named_log10: likelihoods },
    wanted_log10: likelihoods,
    log10_threshold: 1,
    calibration: null,
  };
}

export function stateOf(tokens: readonly number[]): Uint8Array {
  return buildState({ ...shape, tokens });
}

/** An imprint file with this very header text, true or not. */
export function imprintFile(
  headerText: string,
  state: Uint8Array,
  tensors: readonly TensorSpan[] = standInTensors(state),
): Buffer {
  const entries = tensors.map(({ name, dtype, shape, start, end }) => [
    name,
    { dtype, shape: [...shape], data_offsets: [start, end] },
  ]);
  const json = Buffer.from(
    canonicalJson({ __metadata__: { imprint: headerText }, ...Object.fromEntries(entries) }),
  );
  const length = Buffer.alloc(8);
  const padding = Buffer.alloc((64 - ((8 + json.length) % 64)) % 64, " ");
  length.writeBigUInt64LE(BigInt(json.length + padding.length));
  return Buffer.concat([length, json, padding, state]);
}

/** A good file of the stand-in runtime, as `seal` would write it. */
export function goodFile(contract: FrozenContract | null, profileText: string = standInProfile): Buffer {
  const state = stateOf(renderedTokens(profileText, contract));
  return imprintFile(encodeHeader(headerOf(contract, profileText)), state);
}

/** The tensors of a state of the stand-in model; one tensor for bytes that are no whole state. */
export function standInTensors(state: Uint8Array): TensorSpan[] {
  const cells = state.length < 12 ? 0 : new DataView(state.buffer, state.byteOffset).getUint32(8, true);
  let end = 0;
  const next = (name: string, dtype: "U8" | "F16", shape: number[]): TensorSpan => {
    const start = end;
    end += shape.reduce((size, length) => size * length, dtype === "F16" ? 2 : 1);
    return { name, dtype, shape, start, end };
  };
  const spans = [
    next("engine.head", "U8", [28 + 16 * cells]),
    next("engine.l0.k.head", "U8", [12]),
    next("kv.l0.k", "F16", [cells, 2]),
    next("engine.l0.v.head", "U8", [12]),
    next("kv.l0.v", "F16", [cells, 2]),
  ];
  if (end === state.length) return spans;
  return [{ name: "engine.head", dtype: "U8", shape: [state.length], start: 0, end: state.length }];
}

/** The refusals of a verdict; fails for a pass. */
export function refusalsOf(verdict: GateVerdict<unknown>): readonly Refusal[] {
  if (verdict.ok) throw new Error("the gate admitted what it should refuse");
  return verdict.refusals;
}
