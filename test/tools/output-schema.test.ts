import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../imprint/canonical.ts";
import type { ToolSchema } from "../../imprint/contract.ts";
import { limits } from "../../imprint/limits.ts";
import { outputSchemaProblem } from "../../tools/output-schema.ts";
import { mismatches } from "../../tools/schema-check.ts";

const closed = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const counted = (count: number) => Array.from({ length: count }, (_, index) => index);

/** So many properties, as deep as objects may nest in an output schema. */
function nested(count: number, depth = 14): JsonObject {
  if (depth === 0) {
    return closed(Object.fromEntries(counted(count).map((n) => [`p${n}`, { type: "integer", minimum: 0 }])));
  }
  const here = Math.floor(count / (depth + 1));
  const own = counted(here - 1).map((n) => [`p${n}`, { type: "integer", minimum: 0 }]);
  return closed({ ...Object.fromEntries(own), inner: nested(count - here, depth - 1) });
}

function codeOf(outputSchema: JsonObject | null, tool: Partial<ToolSchema> = {}): string | undefined {
  return problemOf(outputSchema, tool)?.code;
}

function problemOf(outputSchema: JsonObject | null, tool: Partial<ToolSchema> = {}) {
  return outputSchemaProblem({
    name: "f",
    description: "",
    parameters: closed({}),
    permissions: [],
    execution_level: "read",
    return_direct: false,
    output_schema: outputSchema,
    ...tool,
  });
}

describe("a result contract", () => {
  it("is needed for direct results and for actions only", () => {
    expect(codeOf(null)).toBeUndefined();
    for (const tool of [
      { return_direct: true },
      { execution_level: "prepare" },
      { execution_level: "commit", return_direct: true },
    ] as const) {
      expect(codeOf(null, tool)).toBe("return_direct_output_schema_required");
    }
    expect(codeOf(closed({}), { execution_level: "prepare" })).toBe("return_direct_output_schema_required");
    expect(codeOf(closed({}), { execution_level: "prepare", return_direct: true })).toBeUndefined();
  });

  it.each<[string, JsonObject]>([
    ["primitives", closed({ a: { type: "string", minLength: 1 }, b: { type: "number", minimum: 0 } }, ["a"])],
    [
      "nullables and enums",
      closed({ a: { type: ["string", "null"] }, b: { enum: ["x", null] }, c: { const: 1 } }),
    ],
    [
      "nested closed objects and arrays",
      closed({ a: { type: "array", items: closed({ b: { type: "boolean" } }, ["b"]) } }),
    ],
  ])("may have %s", (_, schema) => {
    expect(codeOf(schema)).toBeUndefined();
    expect(codeOf(schema, { return_direct: true })).toBeUndefined();
  });

  it.each<[string, JsonObject]>([
    ["another type", { type: "array", items: { type: "string" } }],
    ["null beside its type", { ...closed({}), type: ["object", "null"] }],
    ["no properties", { type: "object", required: [], additionalProperties: false }],
    ["no required", { type: "object", properties: {}, additionalProperties: false }],
    ["additional properties", { type: "object", properties: {}, required: [], additionalProperties: true }],
    ["additional properties left open", { type: "object", properties: {}, required: [] }],
    [
      "additional properties with a schema",
      { type: "object", properties: {}, required: [], additionalProperties: {} },
    ],
  ])("is open at its root with %s", (_, schema) => {
    expect(codeOf(schema)).toBe("invalid_output_schema");
    expect(codeOf(schema, { return_direct: true })).toBe("return_direct_output_schema_required");
  });

  it.each<[string, JsonObject]>([
    ["an open nested object", closed({ a: { type: "object" } })],
    [
      "an open object in an array",
      closed({ a: { type: "array", items: { type: ["object", "null"], properties: {} } } }),
    ],
    ["an array of anything", closed({ a: { type: "array" } })],
    ["a property of any type", closed({ a: {} })],
    ["a property that is no schema", closed({ a: true })],
    ["a union", closed({ a: { anyOf: [{ type: "string" }] } })],
    ["a reference", closed({ a: { $ref: "#" } })],
    ["a format", closed({ a: { type: "string", format: "date" } })],
    ["a listed value of another type", closed({ a: { type: "string", enum: ["x", 1] } })],
    ["a fixed value of another type", closed({ a: { type: ["integer", "null"], const: 1.5 } })],
    ["an unknown type", closed({ a: { type: "strnig" } })],
    ["a pattern, which may never end", closed({ a: { type: "string", pattern: "^(a+)+$" } })],
    ["patterns for keys", { ...closed({}), patternProperties: { "^(a+)+$": { type: "string" } } }],
    ["unique items", closed({ a: { type: "array", items: { type: "string" }, uniqueItems: true } })],
    ["steps of a number", closed({ a: { type: "number", multipleOf: 0.01 } })],
    [
      "a property that validators pass over",
      JSON.parse(JSON.stringify(closed({ a: { type: "string" } })).replace('"a"', '"__proto__"')),
    ],
    ["a required key that it does not define", closed({}, ["a"])],
    ["a keyword of another type", closed({ a: { type: "string", minimum: 1 } })],
    ["properties of what is no object", closed({ a: { enum: [{}], properties: {} } })],
    ["items of what is no array", closed({ a: { type: "string", items: { type: "string" } } })],
    [
      "more listed values than are compared",
      closed({ a: { enum: counted(limits.toolListedValuesCount + 1) } }),
    ],
    ["more properties than are checked", nested(limits.toolOutputPropertiesCount + 1)],
  ])("may not have %s", (_, schema) => {
    expect(codeOf(schema)).toBe("invalid_output_schema");
    expect(codeOf(schema, { return_direct: true })).toBe("invalid_output_schema");
  });

  it("may have as many listed values and properties as the limits say, however deep they stand", () => {
    expect(codeOf(closed({ a: { enum: counted(limits.toolListedValuesCount) } }))).toBeUndefined();
    expect(codeOf(nested(limits.toolOutputPropertiesCount))).toBeUndefined();
    const flat = counted(limits.toolOutputPropertiesCount).map((n) => [`p${n}`, { type: "string" }]);
    expect(codeOf(closed(Object.fromEntries(flat)))).toBeUndefined();
  });

  it("is checked on a result up to the first mismatch: all of them could be millions", () => {
    const names = counted(900).map((n) => `p${n}`);
    const item = closed(Object.fromEntries(names.map((name) => [name, { type: "string" }])), names);
    const schema = closed({ rows: { type: "array", items: item } }, ["rows"]);
    expect(codeOf(schema)).toBeUndefined();
    const result = { rows: counted(20_000).map(() => ({})) };
    expect(mismatches(schema, result, "first")).toHaveLength(1);
    expect(mismatches(schema, { rows: [{}] }, "all")).toHaveLength(900);
  });

  it("is refused in words that hold one short line, whatever its keys are", () => {
    const key = `\u001b]0;\u0085\n/etc/passwd:1: ${"x".repeat(1_000)}`;
    for (const schema of [closed({ a: { [key]: 1 } }), closed({ [key]: {} }), closed({}, [key])]) {
      const message = problemOf(schema)?.message ?? "";
      expect(message.length).toBeLessThan(400);
      expect(message).toMatch(/^\P{Cc}+$/u);
    }
  });
});
