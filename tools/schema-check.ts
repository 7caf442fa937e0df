import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { messageOf } from "../errors/error.ts";
import type { JsonObject } from "../imprint/canonical.ts";

/** One place where a value is not what its schema says. Quotes the schema, never the value. */
export interface Mismatch {
  /** JSON pointer into the value; a key that the schema does not know is reported at its object. */
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

// `ownProperties`: a parameter may be called `constructor`. Nothing is coerced and no default is filled in.
const ajv = new Ajv2020({ strict: true, allErrors: true, ownProperties: true, logger: false });
const compiled = new WeakMap<JsonObject, ValidateFunction>();

/** Why a schema cannot be used; undefined when it can. */
export function schemaDefect(schema: JsonObject): string | undefined {
  try {
    compile(schema);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** All mismatches of a value; empty when it is valid. The schema must have no defect. */
export function mismatches(schema: JsonObject, value: unknown): Mismatch[] {
  const validate = compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => ({
    pointer: error.instancePath,
    keyword: error.keyword,
    message: error.message ?? error.keyword,
  }));
}

/** `"/amount" must be number; "" must have required property 'tier'` */
export function mismatchText(found: readonly Mismatch[]): string {
  return found.map(({ pointer, message }) => `"${pointer}" ${message}`).join("; ");
}

function compile(schema: JsonObject): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validate = ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
}
