import type { CallGateCalibration, CallGateSettings } from "../../imprint/call-gate.ts";
import type { JsonObject } from "../../imprint/canonical.ts";
import type { ToolSchema } from "../../imprint/contract.ts";
import { sha256 } from "../../imprint/hash.ts";
import { decodeSettings, type ImprintHeader, tokenIdsSha256 } from "../../imprint/header.ts";
import type { RuntimeIdentity } from "../../imprint/identity.ts";
import { limits } from "../../imprint/limits.ts";
import { contractText } from "../../runtime/prompt/system-text.ts";
import {
  callGateOf,
  closedObject,
  contractOf,
  renderedTokens,
  standInIdentity,
  standInProfile,
  toolSchema,
} from "../pipeline/imprint-files.ts";
import { gateFileCases, unsafe } from "./gate-file-cases.ts";
import {
  admitted,
  atContract,
  atFile,
  atRuntime,
  atState,
  type Changes,
  type ExpectedRefusal,
  fee,
  type GateVector,
  learned,
  orderId,
  status,
} from "./gate-scenario.ts";

/** Practice requests that one threshold tells apart. */
const calibration: CallGateCalibration = {
  practice_version: "edge.practice.v1",
  call_count: 8,
  silent_count: 12,
  roc: [
    { log10_threshold: 3, call_share: 0.5, silent_share: 0 },
    { log10_threshold: 2, call_share: 1, silent_share: 0 },
    { log10_threshold: 0, call_share: 1, silent_share: 1 },
  ],
};

type ChangedGate = (gate: CallGateSettings) => CallGateSettings | null;

function gatedBy(header: ImprintHeader, change: ChangedGate): ImprintHeader {
  const { call_gate: gate } = header.decode;
  return { ...header, decode: decodeSettings(gate && change(gate)) };
}

function decodeDiffers(comment: string, fields: readonly string[], change: ChangedGate): GateVector {
  const refusal: ExpectedRefusal = { code: "imprint_engine_mismatch", fields: [...fields] };
  return atRuntime(comment, refusal, { header: (header) => gatedBy(header, change) });
}

// stage 2

function differs(tool: string, ...fields: string[]): ExpectedRefusal {
  return { code: "imprint_tool_schema_mismatch", tool, fields };
}

function setDiffers(missing: readonly string[], added: readonly string[]): ExpectedRefusal {
  return { code: "imprint_tool_active_set_mismatch", missing: [...missing], added: [...added] };
}

/** The learned set, its first tool changed. */
function changedFee(parts: Partial<ToolSchema>): Changes {
  return { offered: [{ ...fee, ...parts }, status] };
}

function feeParameters(properties: JsonObject, required: readonly string[] = ["amount"]): Changes {
  return changedFee({ parameters: closedObject(properties, required) });
}

const amount = { type: "number" };
const tier = { type: "string", default: "basic" };

const contractCases: Record<string, GateVector> = {
  contract_equal: admitted("the learned tools"),
  contract_order: admitted("the learned tools, defined in another order", { offered: [status, fee] }),
  contract_none: admitted("an imprint of profile alone in a chat without tools", { learned: null }),
  contract_tools_missing: atContract(
    "learned with tools, none offered",
    { code: "imprint_requires_tools", learned: ["calculate_fee", "order_status"] },
    { offered: null },
  ),
  contract_tools_unlearned: atContract(
    "learned without tools, one offered",
    setDiffers([], ["calculate_fee"]),
    { learned: null, offered: [fee] },
  ),
  contract_tool_added: atContract("a tool more", setDiffers([], ["zzz"]), {
    offered: [...learned, toolSchema({ name: "zzz" })],
  }),
  contract_tool_left_out: atContract("another choice: one tool less", setDiffers(["order_status"], []), {
    offered: [fee],
  }),
  contract_tool_renamed: atContract("a tool renamed", setDiffers(["order_status"], ["order_state"]), {
    offered: [fee, { ...status, name: "order_state" }],
  }),
  contract_names_before_schemas: atContract(
    "a tool more and a schema changed: the set of names comes first",
    setDiffers([], ["zzz"]),
    { offered: [{ ...fee, description: "Other." }, status, toolSchema({ name: "zzz" })] },
  ),

  schema_parameter_renamed: atContract(
    "a parameter renamed",
    differs(
      "calculate_fee",
      "/parameters/properties/amount",
      "/parameters/properties/total",
      "/parameters/required/0",
    ),
    feeParameters({ total: amount, tier }, ["total"]),
  ),
  schema_parameter_added: atContract(
    "an optional parameter more",
    differs("calculate_fee", "/parameters/properties/note"),
    feeParameters({ amount, tier, note: { type: "string" } }),
  ),
  schema_hint_changed: atContract(
    "a hint changed",
    differs("calculate_fee", "/parameters/properties/amount/type"),
    feeParameters({ amount: { type: "integer" }, tier }),
  ),
  schema_default_changed: atContract(
    "a default changed",
    differs("calculate_fee", "/parameters/properties/tier/default"),
    feeParameters({ amount, tier: { ...tier, default: "pro" } }),
  ),
  schema_default_removed: atContract(
    "a default taken away",
    differs("calculate_fee", "/parameters/properties/tier/default"),
    feeParameters({ amount, tier: { type: "string" } }),
  ),
  schema_description_changed: atContract(
    "a description changed by one letter",
    differs("calculate_fee", "/description"),
    changedFee({ description: "Compute the fee for an Amount." }),
  ),
  schema_output_changed: atContract(
    "the output schema changed",
    differs("calculate_fee", "/output_schema/properties/fee/type"),
    changedFee({ output_schema: closedObject({ fee: { type: "string" } }, ["fee"]) }),
  ),
  schema_output_removed: atContract(
    "the output schema taken away",
    differs("calculate_fee", "/output_schema"),
    changedFee({ output_schema: null }),
  ),
  schema_level_changed: atContract(
    "the execution level changed",
    differs("calculate_fee", "/execution_level"),
    changedFee({ execution_level: "prepare" }),
  ),
  schema_return_direct_changed: atContract(
    "delivery changed",
    differs("calculate_fee", "/return_direct"),
    changedFee({ return_direct: true }),
  ),
  schema_permission_removed: atContract(
    "a permission taken away",
    differs("calculate_fee", "/permissions/0"),
    changedFee({ permissions: [] }),
  ),
  schema_inherited_name: atContract(
    "a parameter whose name every object inherits, renamed",
    differs(
      "probe",
      "/parameters/properties/constructor",
      "/parameters/properties/toString",
      "/parameters/required/0",
    ),
    {
      learned: [toolSchema({ name: "probe", parameters: orderId("constructor") })],
      offered: [toolSchema({ name: "probe", parameters: orderId("toString") })],
    },
  ),
  schema_two_tools: atContract(
    "two tools changed: both are named, in name order",
    [
      differs("calculate_fee", "/description", "/execution_level"),
      differs(
        "order_status",
        "/parameters/properties/id",
        "/parameters/properties/order_id",
        "/parameters/required/0",
      ),
    ],
    {
      offered: [
        { ...status, parameters: orderId("id") },
        { ...fee, description: "Other.", execution_level: "prepare" },
      ],
    },
  ),
};

// stage 3

function withModel(change: Partial<RuntimeIdentity["model"]>): Changes {
  return { identity: { ...standInIdentity, model: { ...standInIdentity.model, ...change } } };
}

function withEngine(change: Partial<RuntimeIdentity["engine"]>): Changes {
  return { identity: { ...standInIdentity, engine: { ...standInIdentity.engine, ...change } } };
}

const modelDiffers = (...fields: string[]): ExpectedRefusal => ({ code: "imprint_model_mismatch", fields });
const engineDiffers = (...fields: string[]): ExpectedRefusal => ({ code: "imprint_engine_mismatch", fields });
const { release } = standInIdentity.engine;
const other = { sha256: sha256("other") };
const prefixTokens = renderedTokens(standInProfile, contractOf(...learned)).length;
const neededTokens = prefixTokens + limits.contextReserveTokens;

const runtimeCases: Record<string, GateVector> = {
  model_file: atRuntime(
    "another model file",
    modelDiffers("/file_sha256"),
    withModel({ file_sha256: other.sha256 }),
  ),
  model_architecture: atRuntime(
    "another architecture",
    modelDiffers("/architecture"),
    withModel({ architecture: "qwen2" }),
  ),
  model_layers: atRuntime("another layer count", modelDiffers("/layer_count"), withModel({ layer_count: 2 })),
  model_embedding: atRuntime(
    "another embedding length",
    modelDiffers("/embedding_length"),
    withModel({ embedding_length: 8 }),
  ),
  model_vocabulary: atRuntime(
    "another vocabulary size",
    modelDiffers("/vocab_size"),
    withModel({ vocab_size: 101 }),
  ),
  model_k_width: atRuntime("another K width", modelDiffers("/k_widths/0"), withModel({ k_widths: [4] })),
  model_v_widths: atRuntime(
    "a V width more",
    modelDiffers("/v_widths/1"),
    withModel({ v_widths: [...standInIdentity.model.v_widths, 2] }),
  ),
  tokenizer_differs: atRuntime(
    "another tokenizer",
    { code: "imprint_tokenizer_mismatch", fields: ["/sha256"] },
    { identity: { ...standInIdentity, tokenizer: other } },
  ),
  template_differs: atRuntime(
    "another chat template",
    { code: "imprint_template_mismatch", fields: ["/sha256"] },
    { identity: { ...standInIdentity, chat_template: other } },
  ),
  engine_package: atRuntime(
    "another binding",
    engineDiffers("/package"),
    withEngine({ package: "other-engine" }),
  ),
  engine_package_version: atRuntime(
    "another version of the binding",
    engineDiffers("/package_version"),
    withEngine({ package_version: "1.0.1" }),
  ),
  engine_release: atRuntime(
    "another release of the engine",
    engineDiffers("/release/tag"),
    withEngine({ release: { ...release, tag: "r2" } }),
  ),
  engine_repository: atRuntime(
    "an engine from another repository",
    engineDiffers("/release/repo"),
    withEngine({ release: { ...release, repo: "fork/engine" } }),
  ),
  engine_state_version: atRuntime(
    "another version of the state file",
    engineDiffers("/state_version"),
    withEngine({ state_version: 4 }),
  ),
  memory_sliding_window: atRuntime(
    "a model whose layers forget: its state would load and be wrong",
    { code: "unsupported_model_memory", memory: "sliding_window" },
    { memory: "sliding_window" },
  ),
  memory_unknown: atRuntime(
    "a memory class that nobody knows is not guessed",
    { code: "unsupported_model_memory", memory: "unknown" },
    { memory: "unknown" },
  ),
  context_just_enough: admitted("prefix and the room for one turn fill the context", {
    trainContextTokens: neededTokens,
  }),
  context_too_small: atRuntime(
    "one token less",
    { code: "context_too_small", needed_tokens: neededTokens, context_tokens: neededTokens - 1 },
    { trainContextTokens: neededTokens - 1 },
  ),
  decode_threshold: decodeDiffers(
    "a threshold of the file's own, under which every prompt would call a tool",
    ["/call_gate/log10_threshold"],
    (gate) => ({ ...gate, log10_threshold: -20 }),
  ),
  decode_edited: atFile(
    "a likelihood that was edited, and its hash was not",
    { code: "imprint_header_invalid", reason: "call_gate_sha256" },
    { headerText: (text) => text.replace('"opening_log10":-4', '"opening_log10":-5') },
  ),
  decode_threshold_not_of_its_curve: decodeDiffers(
    "a threshold that the calibration beside it does not give",
    ["/call_gate/log10_threshold"],
    (gate) => ({ ...gate, log10_threshold: 3, calibration }),
  ),
  decode_calibrated: admitted("the threshold that the calibration gives", {
    header: (header) => gatedBy(header, (gate) => ({ ...gate, log10_threshold: 2, calibration })),
  }),
  decode_other_practice: decodeDiffers(
    "a calibration by requests that this release does not make",
    ["/call_gate/calibration/practice_version"],
    (gate) => ({
      ...gate,
      log10_threshold: 2,
      calibration: { ...calibration, practice_version: "edge.practice.v0" },
    }),
  ),
  decode_foreign_tool: decodeDiffers(
    "likelihoods of a tool that is not in the contract",
    ["/call_gate/wanted_log10"],
    (gate) => ({ ...gate, wanted_log10: { ...gate.wanted_log10, other_tool: -1 } }),
  ),
  decode_tool_missing: decodeDiffers(
    "no likelihood of one tool: it would win every comparison",
    ["/call_gate/neutral/named_log10"],
    (gate) => ({ ...gate, neutral: { ...gate.neutral, named_log10: { calculate_fee: -3 } } }),
  ),
  decode_gate_missing: decodeDiffers("a contract without a call gate", ["/call_gate"], () => null),
  decode_gate_without_contract: atRuntime(
    "a call gate of tools that are not there",
    { code: "imprint_engine_mismatch", fields: ["/call_gate"] },
    {
      learned: null,
      header: (header) => ({ ...header, decode: decodeSettings(callGateOf(contractOf(fee))) }),
    },
  ),
  runtime_everything: atRuntime(
    "everything differs: all of it is said at once",
    [
      modelDiffers("/file_sha256", "/layer_count"),
      { code: "imprint_tokenizer_mismatch", fields: ["/sha256"] },
      { code: "imprint_template_mismatch", fields: ["/sha256"] },
      engineDiffers("/package_version", "/release/tag"),
      { code: "unsupported_model_memory", memory: "hybrid" },
      { code: "context_too_small", needed_tokens: neededTokens, context_tokens: 1 },
    ],
    {
      identity: {
        model: { ...standInIdentity.model, file_sha256: other.sha256, layer_count: 2 },
        tokenizer: other,
        chat_template: other,
        engine: { ...standInIdentity.engine, package_version: "2.0.0", release: { ...release, tag: "r2" } },
      },
      memory: "hybrid",
      trainContextTokens: 1,
    },
  ),
};

// stage 4

const badState = (reason: string): ExpectedRefusal => ({ code: "imprint_state_invalid", reason });
const badPrefix = (...fields: string[]): ExpectedRefusal[] =>
  fields.map((field) => ({ code: "imprint_prefix_mismatch", field }));

/** The state with bytes replaced, from its end. */
function overwritten(state: Uint8Array, fromEnd: number, bytes: readonly number[]): Uint8Array {
  const changed = state.slice();
  changed.set(bytes, state.length - fromEnd);
  return changed;
}

const lastTokenOther = (tokens: readonly number[]) =>
  tokens.map((token, index) => (index === tokens.length - 1 ? token + 1 : token));

const stateCases: Record<string, GateVector> = {
  state_truncated: atState("the last byte of V is missing", badState("truncated"), {
    state: (state) => state.slice(0, -1),
  }),
  state_trailing: atState(
    "a byte behind V, which the engine would not look at",
    badState("trailing_bytes"),
    {
      state: (state) => Uint8Array.from([...state, 0]),
    },
  ),
  state_not_a_number: atState("the last V value is not a number", badState("non_finite_value"), {
    state: (state) => overwritten(state, 2, [0x00, 0x7e]),
  }),
  state_position: atState("the last cell at another position", badState("position_not_contiguous"), {
    state: (state) => {
      const changed = state.slice();
      const cells = new DataView(changed.buffer).getUint32(8, true);
      new DataView(changed.buffer).setInt32(12 + 4 * cells + 8 + 12 * (cells - 1), -1, true);
      return changed;
    },
  }),
  profile_padded: atState(
    "white space around the profile, which renders to the same ids",
    { code: "imprint_header_invalid", reason: "profile_text" },
    { header: (header) => ({ ...header, profile_text: `${header.profile_text} ` }) },
  ),
  profile_holds_contract: atState(
    "a contract as profile text, to be restored without tools",
    { code: "imprint_header_invalid", reason: "profile_text" },
    {
      header: (header) => ({
        ...header,
        contract: null,
        profile_text: contractText(contractOf(...learned)),
        decode: decodeSettings(null),
      }),
      offered: null,
    },
  ),
  prefix_profile_edited: atState(
    "another profile text above the same state",
    badPrefix("rendered_token_ids_sha256"),
    { header: (header) => ({ ...header, profile_text: "The user owns everything." }) },
  ),
  prefix_token_edited: atState(
    "another token in the state, under the header's hash of the true ones",
    badPrefix("token_ids_sha256", "rendered_token_ids_sha256"),
    { tokens: lastTokenOther },
  ),
  prefix_token_and_hash_edited: atState(
    "another token in the state, and its hash in the header",
    badPrefix("rendered_token_ids_sha256"),
    {
      tokens: lastTokenOther,
      header: (header) => ({
        ...header,
        prefix: {
          ...header.prefix,
          token_ids_sha256: tokenIdsSha256(
            lastTokenOther(renderedTokens(standInProfile, contractOf(...learned))),
          ),
        },
      }),
    },
  ),
  prefix_token_count: atState("a count that the state does not have", badPrefix("token_count"), {
    header: (header) => ({ ...header, prefix: { ...header.prefix, token_count: neededTokens - 1 } }),
  }),
  prefix_renderer_version: atState("rendered by other rules", badPrefix("renderer_version"), {
    header: (header) => ({ ...header, prefix: { ...header.prefix, renderer_version: "edge.prefix.v0" } }),
  }),
  prefix_other_contract: atState(
    "the state of one contract under the header of another",
    badPrefix("token_count", "token_ids_sha256", "rendered_token_ids_sha256"),
    { tokens: () => renderedTokens(standInProfile, contractOf(fee)) },
  ),
};

// order of the stages

const stageCases: Record<string, GateVector> = {
  stages_file_first: atFile("a fault in every stage: the file's", unsafe("writable_by_others"), {
    file: { mode: "666" },
    offered: [fee],
    ...withModel({ layer_count: 2 }),
    tokens: lastTokenOther,
  }),
  stages_contract_second: atContract(
    "a fault in every stage but the file's: the contract's",
    setDiffers(["order_status"], []),
    { offered: [fee], ...withModel({ layer_count: 2 }), tokens: lastTokenOther },
  ),
  stages_runtime_third: atRuntime(
    "a fault in runtime and state: the runtime's",
    modelDiffers("/layer_count"),
    {
      ...withModel({ layer_count: 2 }),
      tokens: lastTokenOther,
    },
  ),
};

/** Every scenario of the gate, by name. */
export const gateCases: Readonly<Record<string, GateVector>> = {
  ...gateFileCases,
  ...contractCases,
  ...runtimeCases,
  ...stateCases,
  ...stageCases,
};
