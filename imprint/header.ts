import { ImprintError } from "../errors/error.ts";
import { assertImprintHeader } from "../schemas/index.ts";
import type { CallGateSettings } from "./call-gate.ts";
import { canonicalJson, type JsonObject } from "./canonical.ts";
import {
  activeSetOf,
  activeSetSha256,
  type FrozenContract,
  schemaGeneratorVersion,
  type ToolSchema,
} from "./contract.ts";
import { type Sha256, sha256OfJson } from "./hash.ts";
import type { RuntimeIdentity } from "./identity.ts";
import { parseJsonStrict } from "./json-text.ts";
import type { TrainingRecord } from "./training-record.ts";

export const headerSchemaVersion = "edge.imprint.header.v1";

/** The frozen contract as an imprint carries it: everything that the gate compares, in clear. */
export interface ContractDocument {
  readonly generator_version: string;
  readonly active_set_sha256: Sha256;
  /** Sorted by name. */
  readonly tools: readonly { readonly schema_sha256: Sha256; readonly schema: ToolSchema }[];
}

/** How calls are decided behind this prefix. */
export interface DecodeSettings {
  /** Null without a contract. */
  readonly call_gate: CallGateSettings | null;
  /** Its likelihoods are facts of the model that no live side states again: a byte that changed shows here. */
  readonly call_gate_sha256: Sha256 | null;
}

export function decodeSettings(gate: CallGateSettings | null): DecodeSettings {
  return { call_gate: gate, call_gate_sha256: gate && sha256OfJson(gate) };
}

/** The imprint's identity document, `edge.imprint.header.v1`; docs/format.md has each field's meaning. */
export type ImprintHeader = ExactHeader | TrainedHeader;

/** The state is that of the prefix, prefilled. */
export interface ExactHeader extends CommonHeader {
  readonly kind: "exact";
}

/** The state is that of the prefix, and its rows were trained from there. */
export interface TrainedHeader extends CommonHeader {
  readonly kind: "trained";
  readonly training: TrainingRecord;
}

interface CommonHeader extends RuntimeIdentity {
  readonly schema_version: typeof headerSchemaVersion;
  readonly contract: ContractDocument | null;
  readonly profile_text: string;
  readonly prefix: {
    readonly renderer_version: string;
    readonly token_count: number;
    readonly token_ids_sha256: Sha256;
  };
  readonly decode: DecodeSettings;
}

export function contractDocument(contract: FrozenContract): ContractDocument {
  return {
    generator_version: contract.generatorVersion,
    active_set_sha256: contract.activeSetSha256,
    tools: contract.tools.map((tool) => ({ schema_sha256: tool.schemaSha256, schema: tool.schema })),
  };
}

/** True when two lists of token ids are the same ids in the same order. */
export function sameTokenIds(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  return a.length === b.length && Array.from(a).every((id, index) => id === b[index]);
}

/** Hash of token ids, as a JSON array. */
export function tokenIdsSha256(tokens: readonly number[] | Int32Array): Sha256 {
  return sha256OfJson(Array.from(tokens));
}

/** The header's text as it stands in the file: canonical JSON, the only spelling that `parseHeader` accepts. */
export function encodeHeader(header: ImprintHeader): string {
  return canonicalJson(header);
}

/**
 * Reads a header's text: strict JSON, canonical spelling, known schema, and every hash inside it true.
 * @throws imprint_header_invalid
 */
export function parseHeader(text: string): ImprintHeader {
  const document = attempt("strict_json", () => parseJsonStrict(text) as JsonObject);
  if (canonicalJson(document) !== text) throw invalid("not_canonical", "the header is not in canonical form");
  attempt("schema", () => assertImprintHeader(document));
  const header = document as unknown as ImprintHeader;
  if (header.contract !== null) assertContractHashes(header.contract);
  const { call_gate: gate, call_gate_sha256: sha256 } = header.decode;
  if (decodeSettings(gate).call_gate_sha256 !== sha256)
    throw invalid("call_gate_sha256", "the call gate does not have its hash");
  return header;
}

function assertContractHashes(contract: ContractDocument): void {
  if (contract.generator_version !== schemaGeneratorVersion) {
    throw invalid(
      "generator_version",
      `expected ${schemaGeneratorVersion}, got ${contract.generator_version}`,
    );
  }
  const tools = contract.tools.map((tool) => ({ schema: tool.schema, schemaSha256: tool.schema_sha256 }));
  for (const [index, tool] of tools.entries()) {
    const previous = tools[index - 1]?.schema.name;
    if (previous !== undefined && previous >= tool.schema.name)
      throw invalid("tool_order", "tools are not in name order");
    if (sha256OfJson(tool.schema) !== tool.schemaSha256) {
      throw invalid("schema_sha256", `the schema of ${tool.schema.name} does not have its hash`);
    }
  }
  if (activeSetSha256(activeSetOf({ tools })) !== contract.active_set_sha256) {
    throw invalid("active_set_sha256", "the active set does not have its hash");
  }
}

function attempt<T>(reason: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw invalid(reason, `the header is not valid: ${(error as Error).message}`, error);
  }
}

function invalid(reason: string, message: string, cause?: unknown): ImprintError {
  return new ImprintError("imprint_header_invalid", message, { details: { reason }, cause });
}
