import { ImprintError } from "../../errors/error.ts";
import {
  activeSetSha256,
  type FrozenContract,
  freezeContract,
  schemaGeneratorVersion,
} from "../../imprint/contract.ts";
import { sha256OfJson } from "../../imprint/hash.ts";
import type { PendingActionDocument } from "../../schemas/pending-documents.ts";
import { checkCall } from "../call.ts";
import type { CheckedCall } from "../executor.ts";

/** The call of a pending action, checked anew against a contract frozen from the action alone. */
export interface FrozenCall {
  readonly contract: FrozenContract;
  readonly call: CheckedCall;
}

/**
 * Trusts no hash of the document that it can compute itself, nor that its call was ever checked.
 * @throws confirmation_binding_changed with all fields that do not fit together
 */
export function frozenCall(document: PendingActionDocument): FrozenCall {
  const contract = freezeContract([{ schema: document.tool, intentTags: [] }]);
  const { name } = document.tool;
  const check = checkCall(contract, { toolName: name, arguments: document.arguments });
  const schemaSha256 = contract.tool(name)?.schemaSha256;
  const levels = [document.execution_level, document.tool.execution_level];
  const sound = {
    schema_generator_version: document.schema_generator_version === schemaGeneratorVersion,
    tool_schema_sha256: document.tool_schema_sha256 === schemaSha256,
    active_set: document.active_set.some(
      (member) => member.name === name && member.schema_sha256 === schemaSha256,
    ),
    active_set_sha256: activeSetSha256(document.active_set) === document.active_set_sha256,
    execution_level: levels.every((level) => level === "commit"),
    args_sha256: sha256OfJson(document.arguments) === document.args_sha256,
    arguments: check.ok,
  };
  const fields = Object.entries(sound).flatMap(([field, holds]) => (holds ? [] : [field]));
  if (fields.length > 0 || !check.ok) throw bindingChanged(fields);
  return { contract, call: check };
}

/**
 * @param fields what is not as it was proposed
 * @param path where the action was proposed, if that is known to be true and another place
 */
export function bindingChanged(fields: readonly string[], path?: string): ImprintError {
  const message = `not what was proposed: ${fields.join(", ")}`;
  return new ImprintError("confirmation_binding_changed", message, {
    details: { fields, ...(path !== undefined && { path }) },
  });
}
