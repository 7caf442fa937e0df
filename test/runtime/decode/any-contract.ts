import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../../imprint/canonical.ts";
import { type FrozenContract, freezeContract } from "../../../imprint/contract.ts";
import { callText } from "../../scripted-engine.ts";

/** Parameters of one tool. */
export interface ToolParameters {
  readonly properties: JsonObject;
  readonly required: readonly string[];
}

export function contractOf(tools: Readonly<Record<string, ToolParameters>>): FrozenContract {
  return freezeContract(
    Object.entries(tools).map(([name, { properties, required }]) => ({
      intentTags: [],
      schema: {
        name,
        description: "",
        parameters: {
          type: "object",
          properties,
          required: [...required].sort(),
          additionalProperties: false,
        },
        permissions: [],
        execution_level: "read",
        return_direct: false,
        output_schema: null,
      },
    })),
  );
}

/** A whole call in its one spelling. */
export function callOf(toolName: string, args: JsonObject): string {
  return callText(JSON.stringify(toolName).slice(1, -1), args).replaceAll("\x7f", "\\u007f");
}

/** A schema node in one of the shapes that a contract may hold, with an arbitrary of its values. */
interface Shape {
  readonly node: JsonObject;
  readonly values: fc.Arbitrary<JsonValue>;
}

const nasty = [
  '"',
  "\\",
  "\n",
  "\t",
  "\u0000",
  "\u001f",
  "\x7f",
  "\u2028",
  "😀",
  "é",
  "]",
  "{",
  "}",
  "[",
  "-",
  "^",
];
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => text.isWellFormed()),
  fc.string({ unit: fc.constantFrom(...nasty, "a", "b"), maxLength: 6 }),
  fc.constantFrom("", '", "x": "', "null", "1"),
);

const largest = Number.MAX_SAFE_INTEGER;
const anyInteger = fc.oneof(
  fc.integer({ min: -50, max: 50 }),
  fc.maxSafeInteger(),
  fc.constantFrom(largest, -largest, largest - 1, 1e15, 999_999_999_999_999, 4_111_111_111_111_111),
);
const anyNumber = fc.oneof(
  anyInteger,
  fc.constantFrom(
    0.003,
    1.5,
    -2.25,
    1e-7,
    250,
    12.000001,
    5e-324,
    1.2345678901234567e-6,
    4_503_599_627_370_495.5,
  ),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value))),
);

const primitives: readonly Shape[] = [
  { node: { type: "string" }, values: anyText },
  { node: { type: "integer" }, values: anyInteger },
  { node: { type: "number" }, values: anyNumber },
  { node: { type: "boolean" }, values: fc.boolean() },
];

/** Prefixes of each other, values twice, and values that are not of the type beside them. */
const listedShape = fc
  .record({
    type: fc.constantFrom("string", "integer", "number", "boolean"),
    stray: fc.boolean(),
    again: fc.boolean(),
  })
  .chain(({ type, stray, again }) => {
    const value: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
      string: fc.oneof(anyText, fc.constantFrom("a", "ab", "abc", "b")),
      integer: fc.oneof(fc.constantFrom(1, 12, 123, -1), anyInteger),
      number: fc.oneof(fc.constantFrom(1, 1.5, 0.1, 1e-9), anyNumber),
      boolean: fc.boolean(),
    };
    return fc.array(value[type] ?? fc.constant(null), { minLength: 1, maxLength: 4 }).map(
      (values): Shape => ({
        node: {
          type,
          enum: [...values, ...(again ? values : []), ...(stray ? [type === "string" ? 7 : "7"] : [])],
        },
        values: fc.constantFrom(...values),
      }),
    );
  });

function nullable({ node, values }: Shape): Shape {
  const types = [node.type ?? []].flat().filter((type) => type !== "null");
  const withNull = Array.isArray(node.enum) ? { enum: [...node.enum, null] } : {};
  // Either order will do.
  const type = types[0] === "integer" || types[0] === "string" ? ["null", ...types] : [...types, "null"];
  return { node: { ...node, type, ...withNull }, values: fc.option(values) };
}

function listOf({ node, values }: Shape): Shape {
  return { node: { type: "array", items: node }, values: fc.array(values, { maxLength: 4 }) };
}

const { shape: anyShape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(...primitives),
    listedShape,
    tie("shape").map(nullable),
    tie("shape").map(listOf),
    tie("shape").map(
      ({ node, values }): Shape => ({ node: { ...node, description: "…", default: null }, values }),
    ),
  ),
}));

/** Hints give identifiers only; a contract need not come from hints. */
const anyName = fc
  .oneof(
    fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/),
    fc.constantFrom("constructor", "toString", "tool_name", "root", "a", "ab", "abc", "10", "9"),
    anyText,
  )
  .filter((name) => name !== "__proto__");

export interface Tool extends ToolParameters {
  readonly name: string;
  /** Arguments that fit: all of the required, some of the rest, in order. */
  readonly arguments: fc.Arbitrary<JsonObject>;
}

const anyTool = fc
  .record({
    name: anyName,
    parameters: fc.uniqueArray(fc.record({ name: anyName, shape: anyShape, required: fc.boolean() }), {
      selector: ({ name }) => name,
      maxLength: 5,
    }),
  })
  .map(({ name, parameters }): Tool => {
    const members = parameters.map(({ name, shape, required }) => {
      const given = shape.values.map((value): [string, JsonValue][] => [[name, value]]);
      return required ? given : fc.oneof(given, fc.constant<[string, JsonValue][]>([]));
    });
    return {
      name,
      properties: Object.fromEntries(parameters.map((p) => [p.name, p.shape.node])),
      required: parameters.filter((p) => p.required).map((p) => p.name),
      arguments: fc.tuple(...members).map((all) => Object.fromEntries(all.flat())),
    };
  });

export interface AnyCall {
  readonly contract: FrozenContract;
  readonly tool: Tool;
  /** In the order of the frozen schema. */
  readonly args: JsonObject;
}

/** A contract, and so many times one of its tools with arguments that fit it. */
export function anyCalls(count: number): fc.Arbitrary<readonly AnyCall[]> {
  return fc
    .uniqueArray(anyTool, { selector: ({ name }) => name, minLength: 1, maxLength: 4 })
    .chain((tools) => {
      const call = fc.constantFrom(...tools).chain((tool) => tool.arguments.map((args) => ({ tool, args })));
      const contract = contractOf(Object.fromEntries(tools.map((each) => [each.name, each])));
      return fc.array(
        call.map(({ tool, args }) => ({ contract, tool, args: inSchemaOrder(contract, tool.name, args) })),
        { minLength: count, maxLength: count },
      );
    });
}

export const anyCall = anyCalls(1).map(([call]) => call as AnyCall);

/** Arguments as the frozen schema orders them, unknown ones behind. */
export function inSchemaOrder(contract: FrozenContract, toolName: string, args: JsonObject): JsonObject {
  const names = parameterNames(contract, toolName);
  const known = names.flatMap((name): [string, JsonValue][] =>
    Object.hasOwn(args, name) ? [[name, args[name] ?? null]] : [],
  );
  return { ...Object.fromEntries(known), ...args };
}

export function parameterNames(contract: FrozenContract, toolName: string): string[] {
  return Object.keys((contract.tool(toolName)?.schema.parameters.properties ?? {}) as JsonObject);
}
