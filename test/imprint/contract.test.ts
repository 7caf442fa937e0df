import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { freezeContract, type ToolDraft, type ToolSchema } from "../../imprint/contract.ts";
import { sha256OfJson } from "../../imprint/hash.ts";
import { limits } from "../../imprint/limits.ts";

function draft(name: string, change: Partial<ToolSchema> = {}, intentTags: string[] = []): ToolDraft {
  const schema: ToolSchema = {
    name,
    description: `Looks up ${name}.`,
    parameters: {
      type: "object",
      properties: { query: { type: "string" } },
      required: ["query"],
      additionalProperties: false,
    },
    permissions: [],
    execution_level: "read",
    return_direct: false,
    output_schema: null,
    ...change,
  };
  return { schema, intentTags };
}

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (isImprintError(error)) return error.code;
    throw error;
  }
  return "ok";
}

describe("a frozen contract", () => {
  it("lists its tools by name with the hash of each, and finds them", () => {
    const contract = freezeContract([draft("b"), draft("A"), draft("a_1"), draft("a")]);
    expect(contract.tools.map(({ schema }) => schema.name)).toEqual(["A", "a", "a_1", "b"]);
    for (const { schema, schemaSha256 } of contract.tools) expect(schemaSha256).toBe(sha256OfJson(schema));
    expect(contract.tool("a_1")?.schema.name).toBe("a_1");
    expect(contract.tool("toString")).toBeUndefined();
  });

  it("is the same whatever the order of the functions and of the keys, and whatever the tags", () => {
    const drafts = ["a", "b", "c", "d"].map((name) => draft(name));
    const expected = freezeContract(drafts).activeSetSha256;
    fc.assert(
      fc.property(fc.shuffledSubarray(drafts, { minLength: 4 }), (shuffled) => {
        expect(freezeContract(shuffled).activeSetSha256).toBe(expected);
      }),
    );
    const reversed = drafts.map(({ schema }) => ({
      schema: Object.fromEntries(Object.entries(schema).reverse()) as unknown as ToolSchema,
      intentTags: ["other"],
    }));
    expect(freezeContract(reversed).activeSetSha256).toBe(expected);
  });

  it.each<[string, Partial<ToolSchema>]>([
    ["name", { name: "other" }],
    ["description", { description: "Looks up a ." }],
    [
      "parameter",
      { parameters: { type: "object", properties: {}, required: [], additionalProperties: false } },
    ],
    ["permission", { permissions: ["read_local"] }],
    ["execution level", { execution_level: "prepare" }],
    ["direct return", { return_direct: true }],
    ["output schema", { output_schema: { type: "object" } }],
  ])("changes with every %s", (_field, change) => {
    const before = freezeContract([draft("a")]);
    const after = freezeContract([draft("a", change)]);
    expect(after.tools[0]?.schemaSha256).not.toBe(before.tools[0]?.schemaSha256);
    expect(after.activeSetSha256).not.toBe(before.activeSetSha256);
  });

  it("changes with every tool added", () => {
    expect(freezeContract([draft("a"), draft("b")]).activeSetSha256).not.toBe(
      freezeContract([draft("a")]).activeSetSha256,
    );
  });

  it("cannot be changed afterwards, neither through itself nor through the drafts", () => {
    const source = draft("a");
    const contract = freezeContract([source]);
    const properties = source.schema.parameters.properties as Record<string, unknown>;
    properties.injected = { type: "string" };
    const [tool] = contract.tools;
    expect(tool?.schemaSha256).toBe(sha256OfJson(tool?.schema));
    expect(tool?.schema.parameters.properties).toEqual({ query: { type: "string" } });
    expect(() => Object.assign(tool?.schema.parameters.properties ?? {}, { injected: 1 })).toThrow(TypeError);
    expect(() => (contract.tools as unknown[]).push(tool)).toThrow(TypeError);
    expect(() => Object.assign(contract, { activeSetSha256: "sha256:0" })).toThrow(TypeError);
  });
});

describe("what cannot be frozen", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => draft(`tool_${index}`));

  it("is an empty set, a name used twice, or more tools than the limit", () => {
    expect(codeOf(() => freezeContract([]))).toBe("no_tools_found");
    expect(codeOf(() => freezeContract([draft("a"), draft("b"), draft("a")]))).toBe("duplicate_tool_name");
    expect(codeOf(() => freezeContract(many(limits.activeToolsCount)))).toBe("ok");
    expect(codeOf(() => freezeContract(many(limits.activeToolsCount + 1)))).toBe(
      "active_tool_limit_exceeded",
    );
    expect(codeOf(() => freezeContract(many(3), 2))).toBe("active_tool_limit_exceeded");
  });

  it("is a schema without a canonical form", () => {
    const schema = { parameters: { default: 2 ** 53 } };
    expect(codeOf(() => freezeContract([draft("a", schema)]))).toBe("invalid_json_value");
  });
});
