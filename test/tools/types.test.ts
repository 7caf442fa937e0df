import { expect, it } from "vitest";
import { limits } from "../../imprint/limits.ts";
import { codesOf, describeWithPython, discover, parametersOf, problemsOf } from "./tool-files.ts";

const typing = "from typing import Annotated, Any, List, Literal, Optional, Union\nimport typing\n";

async function schemaOf(hint: string, preamble = "") {
  const parameters = await parametersOf(`value: ${hint}`, typing + preamble);
  if (Array.isArray(parameters) || parameters === undefined) return parameters;
  return (parameters.properties as Record<string, unknown>).value;
}

const closed = (properties: string) =>
  `{"type": "object", "properties": {${properties}}, "required": [], "additionalProperties": False}`;

describeWithPython("types", () => {
  it.each([
    ["str", { type: "string" }],
    ["int", { type: "integer" }],
    ["float", { type: "number" }],
    ["bool", { type: "boolean" }],
  ])("A31 turns %s into its JSON type", async (hint, schema) => {
    expect(await schemaOf(hint)).toEqual(schema);
  });

  it.each([
    ['Literal["b", "a"]', { type: "string", enum: ["a", "b"] }],
    ["Literal[10, 9, -1]", { type: "integer", enum: [-1, 9, 10] }],
    ["Literal[True, False]", { type: "boolean", enum: [false, true] }],
    ['Literal["\\U0001f600", "\\uff5e"]', { type: "string", enum: ["\uff5e", "\u{1f600}"] }],
    ['Optional[Literal["b", "a"]]', { type: ["string", "null"], enum: ["a", "b", null] }],
    ["Literal[60, 1440]", { type: "integer", enum: [60, 1440] }],
    ["Literal[True]", { type: "boolean", enum: [true] }],
    ['Literal["a", "a"]', { type: "string", enum: ["a"] }],
    ['Literal["a", Literal["b"]]', { type: "string", enum: ["a", "b"] }],
    ['Optional[Literal["a"]]', { type: ["string", "null"], enum: ["a", null] }],
  ])("A32 turns %s into an enum of one primitive type", async (hint, schema) => {
    expect(await schemaOf(hint)).toEqual(schema);
  });

  it.each([
    ['Literal["a", 1]'],
    ["Literal[1, True]"],
    ['Literal["a", None]'],
    ["Literal[1.5]"],
    ['Literal[b"a"]'],
    [`Literal[${2 ** 53}]`],
  ])("A32 refuses %s", async (hint) => {
    expect(await schemaOf(hint)).toEqual(["unsupported_type_hint"]);
  });

  it("A32 reads a Literal through a module's alias", async () => {
    expect(await schemaOf("Tier", 'Tier = Literal["basic", "pro"]\n')).toEqual({
      type: "string",
      enum: ["basic", "pro"],
    });
  });

  it.each([
    ['Literal["a\\x00b"]'],
    ['Literal["\\x7f"]'],
    ['Literal["\\n"]'],
    ['Literal["\\ud800"]'],
    ['Literal["a\\u202eb"]'],
    ['Literal["a\\u200b"]'],
    ['Literal["a\\u00a0b"]'],
    ['Literal["a "]'],
    ['Literal["a b", "a  b"]'],
    ['Literal["e\\u0301"]'],
    [`Literal["${"a".repeat(limits.toolWordLength + 1)}"]`],
    [`Literal[tuple(range(${limits.toolListedValuesCount + 1}))]`],
  ])("A32 refuses the characters of %s", async (hint) => {
    expect(await schemaOf(hint)).toEqual(["invalid_tool_definition"]);
  });

  it.each([
    ["Optional[str]"],
    ["str | None"],
    ["None | str"],
    ["Union[str, None]"],
    ["Optional[Optional[str]]"],
    ['Annotated[Optional[str], "remark"]'],
    ['Annotated[str | None, ["unhashable"]]'],
  ])("A33 turns %s into a nullable string", async (hint) => {
    expect(await schemaOf(hint)).toEqual({ type: ["string", "null"] });
  });

  it.each([
    ['list[Literal["a"]]', { type: "array", items: { type: "string", enum: ["a"] } }],
    ["list[list[int]]", { type: "array", items: { type: "array", items: { type: "integer" } } }],
    ["list[int | None]", { type: "array", items: { type: ["integer", "null"] } }],
    ["List[str]", { type: "array", items: { type: "string" } }],
    ["Optional[list[bool]]", { type: ["array", "null"], items: { type: "boolean" } }],
  ])("A34 turns %s into an array", async (hint, schema) => {
    expect(await schemaOf(hint)).toEqual(schema);
  });

  it.each([
    ["dict"],
    ["dict[str, int]"],
    ["Any"],
    ["object"],
    ["bytes"],
    ["list"],
    ["tuple[int, int]"],
    ["set[str]"],
    ["str | int"],
    ["Union[str, int, None]"],
    ["None"],
    ["complex"],
    ["type"],
    ["list[dict]"],
    ["Optional[dict]"],
    ["Not.There"],
    ['"NotThere"'],
    ["5"],
    ["lambda: 1"],
    ["int | bool"],
  ])("A35 refuses %s", async (hint) => {
    const codes = await codesOf(
      `${typing}class Not: pass\n@edge_tool\ndef probe(value: "${hint.replaceAll('"', "")}"): pass`,
    );
    expect(codes).toEqual(["unsupported_type_hint"]);
  });

  it.each([
    ["a dataclass", "import dataclasses\n@dataclasses.dataclass\nclass D:\n    x: int\n", "value: D"],
    ["a TypedDict", "class D(typing.TypedDict):\n    x: int\n", "value: D"],
    ["an Enum", "import enum\nclass D(enum.Enum):\n    A = 1\n", "value: D"],
    ["a NewType", 'D = typing.NewType("D", int)\n', "value: D"],
    ["*args", "", "*value: int"],
    ["**kwargs", "", "**value: int"],
    ["a positional-only parameter", "", "value: int, /"],
  ])("A35 refuses %s", async (_, preamble, signature) => {
    expect(await parametersOf(signature, typing + preamble)).toEqual(["unsupported_type_hint"]);
  });

  it("A25 refuses a parameter without a hint", async () => {
    expect(await problemsOf("@edge_tool\ndef f(x, y: int): pass")).toMatchObject([
      { code: "missing_parameter_type_hint", tool: "f", parameter: "x", line: 3 },
    ]);
  });

  it("resolves postponed, quoted and twice quoted hints", async () => {
    const content = `from __future__ import annotations
from edgestudio.tools import edge_tool
@edge_tool
def f(a: list[int], b: "list[int]", c: "'list[int]'"): pass
`;
    const { tools, problems } = await discover(Buffer.from(content));
    expect(problems).toEqual([]);
    const array = { type: "array", items: { type: "integer" } };
    expect(tools[0]?.draft?.schema.parameters.properties).toEqual({ a: array, b: array, c: array });
  });

  it.each([
    ["a: str = ''", { type: "string", default: "" }],
    ["a: Optional[str] = None", { type: ["string", "null"], default: null }],
    ["a: float = 1", { type: "number", default: 1 }],
    ["a: float = 0.5", { type: "number", default: 0.5 }],
    ["a: bool = False", { type: "boolean", default: false }],
    ["a: list[int] = [1, 2]", { type: "array", items: { type: "integer" }, default: [1, 2] }],
    ["a: Literal[1, 2] = 2", { type: "integer", enum: [1, 2], default: 2 }],
    ["*, a: int = 3", { type: "integer", default: 3 }],
  ])("A29 makes `%s` optional and records the default", async (signature, schema) => {
    expect(await parametersOf(signature, typing)).toEqual({
      type: "object",
      properties: { a: schema },
      required: [],
      additionalProperties: false,
    });
  });

  it.each([
    ["a: int = None"],
    ["a: int = True"],
    ["a: int = 1.0"],
    ["a: bool = 1"],
    ["a: str = 1"],
    ["a: Literal[1] = True"],
    ['a: Literal["a"] = "b"'],
    ["a: list[int] = ['1']"],
    ["a: list[int] = (1,)"],
    ['a: float = float("nan")'],
    ['a: float = float("inf")'],
    [`a: int = ${2 ** 53}`],
    ['a: str = "\\ud800"'],
    ['a: str = "\\u202egpj"'],
    ["a: list[int] = [0] * 100_000"],
    ["a: Optional[int] = 'x'"],
  ])("refuses the default of `%s`", async (signature) => {
    expect(await parametersOf(signature, typing)).toEqual(["invalid_parameter_default"]);
  });

  it("sorts what is required and keeps the signature's order of properties", async () => {
    const parameters = await parametersOf("z: int, a: str, m: int = 1, *, k: bool");
    if (Array.isArray(parameters) || !parameters) throw new Error("no parameters");
    expect(parameters.required).toEqual(["a", "k", "z"]);
    expect(Object.keys(parameters.properties as object)).toEqual(["z", "a", "m", "k"]);
  });

  it.each([["größe: int"], ["__proto__: int"]])("refuses the parameter name of `%s`", async (signature) => {
    expect(await parametersOf(signature)).toEqual(["invalid_tool_definition"]);
  });

  it.each([
    ["return_direct=True"],
    ['execution_level="prepare"'],
    ['execution_level="commit", return_direct=True'],
    [`execution_level="prepare", output_schema=${closed("")}`],
    ['return_direct=True, output_schema={"type": "object"}'],
    ['return_direct=True, output_schema={"type": "object", "properties": {}, "required": []}'],
  ])("A40 A46 A47 refuses (%s) without a closed output_schema", async (decorator) => {
    expect(await codesOf(`@edge_tool(${decorator})\ndef f(): pass`)).toEqual([
      "return_direct_output_schema_required",
    ]);
  });

  it.each([
    ['output_schema={"type": "object"}'],
    ['output_schema="object"'],
    ["output_schema={1: 2}"],
    ['output_schema={"type": {"object"}}'],
    [`output_schema=${closed('"a": {"type": "strnig"}')}`],
    [`return_direct=True, output_schema=${closed('"a": {"anyOf": []}')}`],
    [`return_direct=True, output_schema=${closed('"a": {"type": "object"}')}`],
    [`return_direct=True, output_schema={1: 2}`],
  ])("refuses (%s) as an invalid output_schema", async (decorator) => {
    expect(await codesOf(`@edge_tool(${decorator})\ndef f(): pass`)).toEqual(["invalid_output_schema"]);
  });

  it.each([["prepare"], ["commit"]])(
    "A46 A47 takes a %s tool with return_direct and a closed schema",
    async (level) => {
      expect(
        await codesOf(
          `@edge_tool(execution_level="${level}", return_direct=True, output_schema=${closed('"a": {"type": "string"}')})\ndef f(): pass`,
        ),
      ).toEqual([]);
    },
  );
});
