/**
 * The gate's decisions, stage by stage, over facts that others gathered; docs/gate.md has the order.
 * Each function collects every mismatch of its stage. An empty list admits; there is no other way to pass.
 */
import type { ErrorCode } from "../errors/codes.ts";
import { type CallGateSettings, thresholdOf } from "./call-gate.ts";
import { canonicalJson, type JsonValue, pointerStep } from "./canonical.ts";
import type { FrozenContract, FrozenTool } from "./contract.ts";
import { type ImprintHeader, tokenIdsSha256 } from "./header.ts";
import type { RuntimeIdentity } from "./identity.ts";
import { limits } from "./limits.ts";

export type GateStage = "file" | "contract" | "runtime" | "state";

/** One reason to refuse. `details` holds hashes, names, numbers and JSON pointers only. */
export interface Refusal {
  readonly stage: GateStage;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Record<string, unknown>;
}

/** Stage 2, without a model: are these the tools that were learned? */
export function judgeContract(learned: ImprintHeader["contract"], offered: FrozenContract | null): Refusal[] {
  const refuse = refusalOf("contract");
  if (learned === null && offered === null) return [];
  const learnedNames = learned?.tools.map((tool) => tool.schema.name) ?? [];
  if (offered === null) {
    return [
      refuse("imprint_requires_tools", `the imprint was learned with tools (${learnedNames.join(", ")})`, {
        learned: learnedNames,
      }),
    ];
  }
  const offeredNames = offered.tools.map((tool) => tool.schema.name);
  const missing = learnedNames.filter((name) => !offeredNames.includes(name));
  const added = offeredNames.filter((name) => !learnedNames.includes(name));
  if (learned === null || missing.length > 0 || added.length > 0) {
    const parts = [
      missing.length > 0 && `learned but not offered: ${missing.join(", ")}`,
      added.length > 0 && `offered but not learned: ${added.join(", ")}`,
    ];
    return [
      refuse("imprint_tool_active_set_mismatch", parts.filter(Boolean).join("; "), {
        learned: learnedNames,
        offered: offeredNames,
        missing,
        added,
      }),
    ];
  }
  return learned.tools.flatMap(({ schema, schema_sha256 }) => {
    const tool = offered.tool(schema.name);
    if (tool?.schemaSha256 === schema_sha256) return [];
    const fields = differences(
      schema as unknown as JsonValue,
      (tool?.schema ?? null) as unknown as JsonValue,
    );
    return refuse(
      "imprint_tool_schema_mismatch",
      `the schema of ${schema.name} differs at ${fields.join(", ")}`,
      {
        tool: schema.name,
        fields,
        learned_schema_sha256: schema_sha256,
        offered_schema_sha256: tool?.schemaSha256 ?? null,
      },
    );
  });
}

const runtimeCodes = {
  model: "imprint_model_mismatch",
  tokenizer: "imprint_tokenizer_mismatch",
  chat_template: "imprint_template_mismatch",
  engine: "imprint_engine_mismatch",
} as const satisfies Record<keyof RuntimeIdentity, ErrorCode>;

/** What else of the live side a state must suit. */
export interface LiveContext {
  readonly memory: string;
  readonly contextTokens: number;
  /** The practice generator by which this release sets call gates. */
  readonly practiceVersion: string;
}

/** Stage 3: is the live runtime the one whose state this is, and does the state fit its context? */
export function judgeRuntime(header: ImprintHeader, live: RuntimeIdentity, context: LiveContext): Refusal[] {
  const refuse = refusalOf("runtime");
  const refusals = (Object.keys(runtimeCodes) as (keyof RuntimeIdentity)[]).flatMap((part) => {
    const fields = differences(header[part] as unknown as JsonValue, live[part] as unknown as JsonValue);
    if (fields.length === 0) return [];
    const expected = fields.map((field) => valueAt(header[part], field));
    const actual = fields.map((field) => valueAt(live[part], field));
    return refuse(
      runtimeCodes[part],
      `${part} differs at ${fields.map((field, i) => `${field} (baked ${show(expected[i])}, here ${show(actual[i])})`).join(", ")}`,
      { fields, baked: expected, here: actual },
    );
  });
  const { memory, contextTokens, practiceVersion } = context;
  if (memory !== "full_attention") {
    refusals.push(
      refuse(
        "unsupported_model_memory",
        `the model has ${memory} memory; only full attention can be restored`,
        {
          memory,
        },
      ),
    );
  }
  const decodeFields = decodeFaults(header, practiceVersion).map((field) => `/call_gate${field}`);
  if (decodeFields.length > 0) {
    refusals.push(
      refuse("imprint_engine_mismatch", `calls are not decided as here: ${decodeFields.join(", ")}`, {
        fields: decodeFields,
      }),
    );
  }
  const needed = header.prefix.token_count + limits.contextReserveTokens;
  if (needed > contextTokens) {
    refusals.push(
      refuse("context_too_small", `the prefix needs ${needed} tokens, the context holds ${contextTokens}`, {
        needed_tokens: needed,
        context_tokens: contextTokens,
      }),
    );
  }
  return refusals;
}

function decodeFaults({ contract, decode }: ImprintHeader, practiceVersion: string): string[] {
  const { call_gate: gate } = decode;
  if (contract === null || gate === null) return contract === gate ? [] : [""];
  const tools = contract.tools.map(({ schema }) => ({ schema }));
  return callGateFaults(gate, { tools }, practiceVersion);
}

/**
 * Pointers at which call gate settings are not such as this release makes: they weigh exactly the tools of the
 * contract, and the threshold is the one that their own calibration gives. No file may choose its own way.
 */
export function callGateFaults(
  gate: CallGateSettings,
  contract: { readonly tools: readonly Pick<FrozenTool, "schema">[] },
  practiceVersion: string,
): string[] {
  const { neutral, wanted_log10: wanted, calibration, log10_threshold: threshold } = gate;
  const names = contract.tools.map(({ schema }) => schema.name);
  const knows = (likelihoods: Readonly<Record<string, number>>) =>
    Object.keys(likelihoods).length === names.length &&
    names.every((name) => Object.hasOwn(likelihoods, name));
  const faults = {
    "/neutral/named_log10": !knows(neutral.named_log10),
    "/wanted_log10": !knows(wanted),
    "/calibration/practice_version": calibration !== null && calibration.practice_version !== practiceVersion,
    "/log10_threshold": threshold !== thresholdOf(calibration),
  };
  return Object.entries(faults).flatMap(([pointer, isFault]) => (isFault ? [pointer] : []));
}

/** Stage 4, second half: do contract, profile and template render to exactly the ids in the state? */
export function judgePrefix(
  header: ImprintHeader,
  storedTokens: Int32Array,
  rendered: { readonly tokens: readonly number[]; readonly rendererVersion: string },
): Refusal[] {
  const refuse = refusalOf("state");
  const storedSha256 = tokenIdsSha256(storedTokens);
  const facts: [string, string | number, string | number][] = [
    ["renderer_version", header.prefix.renderer_version, rendered.rendererVersion],
    ["token_count", header.prefix.token_count, storedTokens.length],
    ["token_ids_sha256", header.prefix.token_ids_sha256, storedSha256],
    ["rendered_token_ids_sha256", tokenIdsSha256(rendered.tokens), storedSha256],
  ];
  return facts
    .filter(([, expected, actual]) => expected !== actual)
    .map(([field, expected, actual]) =>
      refuse("imprint_prefix_mismatch", `${field}: expected ${expected}, got ${actual}`, {
        field,
        expected,
        actual,
      }),
    );
}

/** A refusal of one stage. */
export function refusalOf(stage: GateStage) {
  return (code: ErrorCode, message: string, details: Record<string, unknown> = {}): Refusal => ({
    stage,
    code,
    message,
    details,
  });
}

/** JSON pointers at which two values differ, at most 16; a missing member counts as a difference. */
export function differences(a: JsonValue | undefined, b: JsonValue | undefined, pointer = ""): string[] {
  if (a === undefined || b === undefined) return [pointer];
  if (canonicalJson(a) === canonicalJson(b)) return [];
  if (!isBranch(a) || !isBranch(b) || Array.isArray(a) !== Array.isArray(b)) return [pointer];
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  const keys = [...new Set([...left.keys(), ...right.keys()])].sort();
  return keys
    .flatMap((key) => differences(left.get(key), right.get(key), `${pointer}${pointerStep(key)}`))
    .slice(0, 16);
}

function isBranch(value: JsonValue): value is JsonValue[] | Record<string, JsonValue> {
  return typeof value === "object" && value !== null;
}

function valueAt(value: unknown, pointer: string): unknown {
  const keys = pointer.split("/").slice(1).filter(Boolean);
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value) ?? null;
}

function show(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.startsWith("sha256:") ? text.slice(0, 19) : text;
}
