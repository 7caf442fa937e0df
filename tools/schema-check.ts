import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { messageOf } from "../errors/error.ts";
import { printable } from "../errors/printable.ts";
import type { JsonObject } from "../imprint/canonical.ts";

/** One place where a value is not what its schema says. Quotes the schema, never the value. */
export interface Mismatch {
  /** JSON pointer into the value; a key that the schema does not know is reported at its object. */
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

/** All mismatches cost memory for each, and a large result can have millions; of a result one says enough. */
export type MismatchCount = "all" | "first";

// `ownProperties`: a parameter may be called `constructor`. Nothing is coerced and no default is filled in.
const options = { strict: true, ownProperties: true, logger: false } as const;
const compilers = {
  all: {
    ajv: new Ajv2020({ ...options, allErrors: true }),
    known: new WeakMap<JsonObject, ValidateFunction>(),
  },
  first: { ajv: new Ajv2020(options), known: new WeakMap<JsonObject, ValidateFunction>() },
} as const;

/** Why a schema cannot be used; undefined when it can. */
export function schemaDefect(schema: JsonObject, count: MismatchCount): string | undefined {
  try {
    compile(schema, count);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** All mismatches of a value or the first; empty when it is valid. The schema must have no defect. */
export function mismatches(schema: JsonObject, value: unknown, count: MismatchCount = "all"): Mismatch[] {
  const validate = compile(schema, count);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => ({
    pointer: error.instancePath,
    keyword: error.keyword,
    message: error.message ?? error.keyword,
  }));
}

/** How many mismatches, and how much of each, a message holds. */
const shown = { count: 4, length: 150 } as const;

/** `"/amount" must be number; "" must have required property 'tier'` */
export function mismatchText(found: readonly Mismatch[]): string {
  const first = found.slice(0, shown.count);
  const texts = first.map(({ pointer, message }) => printable(`"${pointer}" ${message}`, shown.length));
  const rest = found.length - first.length;
  return texts.join("; ") + (rest === 0 ? "" : `; and ${rest} more`);
}

function compile(schema: JsonObject, count: MismatchCount): ValidateFunction {
  const { ajv, known } = compilers[count];
  const validate = known.get(schema) ?? ajv.compile(schema);
  known.set(schema, validate);
  return validate;
}
