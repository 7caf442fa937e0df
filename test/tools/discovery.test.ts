import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { sha256OfJson } from "../../imprint/hash.ts";
import { limits } from "../../imprint/limits.ts";
import { readToolsSource } from "../../tools/source.ts";
import {
  codesOf,
  describeWithPython,
  discover,
  load,
  problemsOf,
  python,
  refusal,
  temporaryFolder,
  testRunner,
  toolsFile,
} from "./tool-files.ts";

const root = path.resolve(import.meta.dirname, "../..");
const sample = (name: string) => readToolsSource(path.join(root, "samples/tools", name));

async function only(content: string) {
  const { tools, problems } = await discover(content);
  expect(problems).toEqual([]);
  expect(tools).toHaveLength(1);
  const draft = tools[0]?.draft;
  if (!draft) throw new Error("no tool");
  return draft;
}

const closed = `{"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": False}`;

describeWithPython("declaring tools", () => {
  it("A1 A2 A5 takes the seed's first file as it is written", async () => {
    const { tools, problems } = await testRunner().discover(await sample("first.py"));
    expect(problems).toEqual([]);
    expect(tools.map(({ name, line, draft }) => [name, line, draft?.intentTags])).toEqual([
      ["hello_world", 4, []],
      ["calculate_fee", 8, ["billing"]],
    ]);
    expect(tools[1]?.draft?.schema).toEqual({
      name: "calculate_fee",
      description: "Compute the service fee for an amount.",
      parameters: {
        type: "object",
        properties: { amount: { type: "number" } },
        required: ["amount"],
        additionalProperties: false,
      },
      permissions: [],
      execution_level: "read",
      return_direct: false,
      output_schema: null,
    });
    expect(tools[0]?.draft?.schema.description).toBe("");
  });

  it("A20 leaves the file ordinary Python: importable, its functions callable", () => {
    const script = "import first; print(first.calculate_fee(100), first.hello_world())";
    const stdout = execFileSync(python?.path ?? "python3", ["-B", "-c", script], {
      env: { ...process.env, PYTHONPATH: `${root}/python:${root}/samples/tools` },
      encoding: "utf8",
    });
    expect(stdout).toBe("{'fee': 0.3} hello world\n");
  });

  it("A21 A22 A29 takes the seed's second sample file as it is written", async () => {
    const { tools, problems } = await testRunner().discover(await sample("orders.py"));
    expect(problems).toEqual([]);
    expect(tools.map((tool) => tool.name)).toEqual(["order_status", "fee_quote", "prepare_order"]);
    expect(tools[1]?.draft?.intentTags).toEqual(["billing", "quote"]);
    expect(tools[1]?.draft?.schema.parameters).toEqual({
      type: "object",
      properties: {
        amount: { type: "number" },
        tier: { type: "string", enum: ["basic", "pro"], default: "basic" },
        note: { type: ["string", "null"], default: null },
      },
      required: ["amount"],
      additionalProperties: false,
    });
  });

  it.each([
    ["@edge_tool(name='1a')\ndef f(): pass"],
    ["@edge_tool(name='a-b')\ndef f(): pass"],
    ["@edge_tool(name='')\ndef f(): pass"],
    ["@edge_tool(name=5)\ndef f(): pass"],
    [`@edge_tool(name='${"a".repeat(65)}')\ndef f(): pass`],
    ["@edge_tool(name='a\\n')\ndef f(): pass"],
    ["@edge_tool(name='a\\x00b')\ndef f(): pass"],
    ["@edge_tool\ndef prüfen(): pass"],
    ["f = edge_tool(lambda: 1)"],
  ])("A23 refuses the name in %j", async (content) => {
    expect(await codesOf(content)).toEqual(["invalid_tool_name"]);
  });

  it("A23 takes a name of 64 characters", async () => {
    const name = `_${"a".repeat(63)}`;
    expect((await only(`@edge_tool(name='${name}')\ndef f(): pass`)).schema.name).toBe(name);
  });

  it.each([
    ["two functions of one name", "@edge_tool\ndef a(): pass\n@edge_tool\ndef a(): pass", 5],
    ["a name given twice", "@edge_tool(name='x')\ndef a(): pass\n@edge_tool(name='x')\ndef b(): pass", 5],
    [
      "a name that another has as its function",
      "@edge_tool\ndef a(): pass\n@edge_tool(name='a')\ndef b(): pass",
      5,
    ],
  ])("A24 refuses %s", async (_, content, line) => {
    expect(await problemsOf(content)).toMatchObject([
      { code: "duplicate_tool_name", tool: expect.any(String), line },
    ]);
  });

  it("A24 counts one function once, whatever other names it has", async () => {
    expect((await only("@edge_tool\ndef a(): pass\nb = a\n_c = b")).schema.name).toBe("a");
  });

  it("A24 keeps two tools whose functions happen to share a name", async () => {
    const { tools, problems } = await discover(
      "@edge_tool(name='a')\ndef _(): return 1\n@edge_tool(name='b')\ndef _(): return 2",
    );
    expect([tools.map((tool) => tool.name), problems]).toEqual([["a", "b"], []]);
  });

  it("A26 describes a tool by its docstring's first line; the rest does not move the hash", async () => {
    const file = (rest: string) => `@edge_tool\ndef f():\n    """\n    Look it up.\n\n    ${rest}\n    """`;
    const [first, second] = [await only(file("Long story.")), await only(file("Another story."))];
    expect(first.schema.description).toBe("Look it up.");
    expect(sha256OfJson(first.schema)).toBe(sha256OfJson(second.schema));
    expect((await only('@edge_tool(description="")\ndef f():\n    "Unused."')).schema.description).toBe("");
  });

  it("A26 keeps docstrings when Python is told to strip them", async () => {
    const source = await readToolsSource(toolsFile('@edge_tool\ndef f():\n    "Look it up."'));
    const { tools } = await testRunner({ env: { ...process.env, PYTHONOPTIMIZE: "2" } }).discover(source);
    expect(tools[0]?.draft?.schema.description).toBe("Look it up.");
  });

  it("A27 reads by default; the level is part of the frozen schema", async () => {
    const file = (level: string) =>
      `@edge_tool(${level}return_direct=True, output_schema=${closed})\ndef f(): return {"id": "1"}`;
    const hashes = new Set<string | undefined>();
    for (const level of ["", 'execution_level="prepare", ', 'execution_level="commit", ']) {
      hashes.add((await load(file(level))).contract.tool("f")?.schemaSha256);
    }
    expect(hashes.size).toBe(3);
    expect((await only(file(""))).schema.execution_level).toBe("read");
    expect((await only(file('execution_level="read", '))).schema).toEqual((await only(file(""))).schema);
  });

  it("A28 takes the permission read_local and no other", async () => {
    expect((await only('@edge_tool(permissions=["read_local"])\ndef f(): pass')).schema.permissions).toEqual([
      "read_local",
    ]);
    expect(await codesOf('@edge_tool(permissions=["write"])\ndef f(): pass')).toEqual([
      "unsupported_permission",
    ]);
    expect(await codesOf('@edge_tool(permissions=["read_local", "net"])\ndef f(): pass')).toEqual([
      "unsupported_permission",
    ]);
  });

  it.each([["'write'"], ["None"], ["['read']"]])("refuses the level %s", async (level) => {
    expect(await codesOf(`@edge_tool(execution_level=${level})\ndef f(): pass`)).toEqual([
      "unsupported_execution_level",
    ]);
  });

  it.each([
    ["@edge_tool(return_direct=1)\ndef f(): pass"],
    ['@edge_tool(intent_tags="billing")\ndef f(): pass'],
    ['@edge_tool(intent_tags=[""])\ndef f(): pass'],
    ["@edge_tool(intent_tags=[1])\ndef f(): pass"],
    ['@edge_tool(permissions="read_local")\ndef f(): pass'],
    ["@edge_tool(description=3)\ndef f(): pass"],
    ['@edge_tool(description="a\\x1b[2Jb")\ndef f(): pass'],
    ['@edge_tool(description="\\ud800")\ndef f(): pass'],
    ['@edge_tool(description="a\\u202eb")\ndef f(): pass'],
    ['@edge_tool(intent_tags=["a\\u200b"])\ndef f(): pass'],
    ['@edge_tool(intent_tags=["a,b"])\ndef f(): pass'],
    ['@edge_tool(intent_tags=[" "])\ndef f(): pass'],
    [`@edge_tool(description="x" * ${limits.toolDescriptionLength + 1})\ndef f(): pass`],
    ["@edge_tool\n@edge_tool(name='g')\ndef f(): pass"],
    ["import functools\ndef g(a: int): pass\nf = edge_tool(functools.partial(g, 1))"],
    ["@edge_tool\nasync def f(): pass"],
    ["@edge_tool\ndef f(): yield 1"],
    ["@edge_tool\nasync def f(): yield 1"],
    ["@edge_tool\nclass F: pass"],
    ["class F:\n    @edge_tool\n    def f(self): pass"],
    ["@edge_tool\ndef f(): pass\ndel f"],
    ["def plain(g): return lambda: g()\n@plain\n@edge_tool\ndef f(): pass"],
  ])("refuses the definition %j", async (content) => {
    expect(await codesOf(content)).toEqual(["invalid_tool_definition"]);
  });

  it.each([
    ["above", "@edge_tool\n@wrap\ndef f(amount: int): return amount"],
    ["below", "@wrap\n@edge_tool\ndef f(amount: int): return amount"],
  ])("sees through a wrapper made with functools.wraps, our decorator %s it", async (_, content) => {
    const wrap = `import functools
def wrap(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)
    return inner
`;
    const { schema } = await only(wrap + content);
    expect([schema.name, schema.parameters.required]).toEqual(["f", ["amount"]]);
  });

  it.each([
    [
      "a callable instance stands behind it",
      "class C:\n    def __call__(self, a: int): pass\n@edge_tool\n@functools.wraps(C())\ndef f(a: int): pass",
      7,
    ],
    ["it wraps itself", "@edge_tool\ndef f(): pass\nf.__wrapped__ = f", 4],
    ["its docstring is none", "@edge_tool\ndef f(): pass\nf.__doc__ = 5", 4],
    [
      "its name has no form",
      "class N:\n    def __repr__(self): raise KeyError\n@edge_tool(name=N())\ndef f(): pass",
      6,
    ],
    [
      "its attributes raise",
      "class C:\n    def __getattribute__(self, name): raise KeyError\nf = edge_tool(C())",
      5,
    ],
    ["it is an object", "class C: pass\nf = edge_tool(C())", 4],
    ["it is a class", "@edge_tool\nclass F: pass", 3],
  ])("refuses at its line what cannot be read because %s, and reads the next", async (_, content, line) => {
    const file = `import functools\n${content}\n@edge_tool\ndef next(): pass\n`;
    const { tools, problems } = await discover(file);
    expect(problems).toMatchObject([{ code: "invalid_tool_definition", line }]);
    expect(tools.map((tool) => tool.draft !== null)).toEqual([false, true]);
  });

  it("is not disturbed by objects of the file that want no questions", async () => {
    const trap = `class Trap:
    def __getattribute__(self, name): raise KeyError
    def __eq__(self, other): raise KeyError
trap = Trap()
`;
    expect((await only(`${trap}@edge_tool\ndef f(): pass\nf.__module__ = trap`)).schema.name).toBe("f");
  });

  it.each([
    [
      "a hint",
      "hint = int\nfor _ in range(DEPTH): hint = list[hint]\n@edge_tool\ndef f(a: hint): pass",
      "unsupported_type_hint",
      6,
    ],
    [
      "an output_schema",
      `s = {"type": "string"}\nfor _ in range(DEPTH): s = {"type": "array", "items": s}\n@edge_tool(output_schema={"type": "object", "properties": {"a": s}, "required": [], "additionalProperties": False})\ndef f(): pass`,
      "invalid_output_schema",
      6,
    ],
  ])("refuses %s that is nested too deep, at its line", async (_, content, code, line) => {
    const file = (depth: number) => `# a line\n${content.replace("DEPTH", String(depth))}`;
    expect(await codesOf(file(limits.toolSchemaDepth - 5))).toEqual([]);
    for (const depth of [limits.toolSchemaDepth + 1, limits.jsonDepth + 1, 600, 5_000]) {
      expect(await problemsOf(file(depth))).toMatchObject([{ code, tool: "f", line }]);
    }
  });

  it("says so when a file describes more than the channel carries", async () => {
    const large = 'output_schema={"title": "x" * 60_000}';
    const many = Array.from({ length: 20 }, (_, i) => `@edge_tool(${large})\ndef f${i}(): pass\n`).join("");
    const larger = `@edge_tool(output_schema={"title": "x" * 65_000})\ndef g(): pass\n`;
    const problems = await problemsOf(many + larger);
    expect(problems).toMatchObject([{ code: "invalid_tool_definition", tool: "g", line: 43 }]);
    expect(problems[0]?.message).toContain("1048576 bytes");
    const flawed = await problemsOf(`${many}${larger}@edge_tool\ndef h(a, b): pass`);
    expect(flawed.map(({ code, parameter }) => [code, parameter])).toEqual([
      ["missing_parameter_type_hint", "a"],
      ["missing_parameter_type_hint", "b"],
    ]);
  });

  it.each([
    ["a raised SyntaxError", "raise SyntaxError('EVIL')"],
    ["an exception's class", "raise type('EVIL', (Exception,), {})"],
    [
      "a class whose name is asked for",
      "class M(type):\n    @property\n    def __name__(cls): raise ValueError\nclass E(Exception, metaclass=M): pass\nraise E",
    ],
    ["a tool's name", "@edge_tool(name='EVIL')\ndef f(): pass"],
    ["a key of an output_schema", "@edge_tool(output_schema={'EVIL': object()})\ndef f(): pass"],
    ["the class of a value", "@edge_tool(output_schema=type('EVIL', (), {})())\ndef f(): pass"],
    ["a hint", "@edge_tool\ndef f(a: type('EVIL', (), {})): pass"],
    ["a parameter", `@edge_tool\ndef f(**${"p".repeat(5_000)}): pass`],
  ])("keeps %s from breaking out of its message", async (_, content) => {
    const evil = `\\x1b[2J\\x85\\n/etc/passwd:1: ${"x".repeat(5_000)}`;
    const [problem] = await problemsOf(content.replace("EVIL", evil));
    for (const text of [problem?.message, problem?.tool ?? "", problem?.parameter ?? ""]) {
      expect(text).toMatch(/^[ -~]{0,303}$/);
    }
  });

  it("says Python's own words about a syntax error, and no others", async () => {
    const [own] = await problemsOf("def f(:\n");
    expect(own?.message).toMatch(/: SyntaxError: \w/);
    const [raised] = await problemsOf("raise SyntaxError('a secret')\n");
    expect(raised?.message).toMatch(/: SyntaxError$/);
  });

  it("counts only tools that this file declares", async () => {
    const folder = temporaryFolder();
    const { writeFileSync } = await import("node:fs");
    writeFileSync(
      path.join(folder, "sibling.py"),
      "from edgestudio.tools import edge_tool\n@edge_tool\ndef theirs(): pass\ndef plain(x: int): pass\n",
    );
    const file = path.join(folder, "tools.py");
    writeFileSync(
      file,
      "from edgestudio.tools import edge_tool\nfrom sibling import theirs, plain\nours = edge_tool(plain)\n",
    );
    const { tools } = await testRunner().discover(await readToolsSource(file));
    expect(tools.map(({ name, line }) => [name, line])).toEqual([["plain", null]]);
    expect(existsSync(path.join(folder, "__pycache__"))).toBe(false);
  });

  it("A35 A61 reports every problem of a file, each with its code, tool, parameter and line", async () => {
    const problems = await problemsOf(`@edge_tool
def first(
    a,
    b: dict,
): pass

@edge_tool(name="x y", permissions=["net"])
def second(c: int = "1"): pass

@edge_tool(return_direct=True)
def third(): pass
`);
    expect(problems.map(({ code, tool, parameter, line }) => [code, tool, parameter, line])).toEqual([
      ["missing_parameter_type_hint", "first", "a", 4],
      ["unsupported_type_hint", "first", "b", 5],
      ["invalid_tool_name", "second", null, 9],
      ["unsupported_permission", "second", null, 9],
      ["invalid_parameter_default", "second", "c", 9],
      ["return_direct_output_schema_required", "third", null, 12],
    ]);
  });

  it.each([
    ["a syntax error", "def f(:\n", 2],
    ["an exception", "x = 1\n1 / 0\n", 3],
    ["an exit", "import sys\nsys.exit(0)\n", 3],
    ["a wrong keyword of the decorator", "@edge_tool(nme='x')\ndef f(): pass\n", 2],
    ["an import that is not there", "import not_there_at_all\n", 2],
    ["a relative import", "from . import sibling\n", 2],
  ])("refuses a file that fails by %s, at its line", async (_, content, line) => {
    expect(await problemsOf(content)).toMatchObject([{ code: "tools_file_import_failed", line }]);
  });

  it("does not run what a file keeps for its own runs by hand", async () => {
    expect(
      (await only('@edge_tool\ndef f(): pass\nif __name__ == "__main__":\n    raise SystemExit(1)')).schema
        .name,
    ).toBe("f");
  });

  it("A25 takes no schema that the types cannot give, whoever made it", async () => {
    const forged = (schema: string) => `import sys
hints = sys.modules["_edge_runner.parameters"]
hints.schema_of = lambda *_: ${schema}
@edge_tool
def f(a: int): pass
`;
    expect((await only(forged('{"type": ["integer", "null"]}'))).schema.parameters.properties).toEqual({
      a: { type: ["integer", "null"] },
    });
    for (const schema of [
      "{}",
      '{"type": "object"}',
      '{"type": "array"}',
      '{"type": "array", "items": {}}',
      '{"type": ["string", "integer"]}',
      '{"type": "string", "pattern": "^(a+)+$"}',
      '{"anyOf": [{"type": "string"}]}',
    ]) {
      expect([schema, await refusal(discover(forged(schema)))]).toEqual([schema, "runner_failed"]);
    }
  });

  it.each([
    ["a name that is none", 'declare._NAME = re.compile(".*")', "name='a-b'"],
    ["a description that hides", "declare.hides_something = lambda _: False", 'description="a\\u202eb"'],
    [
      "a description that steers",
      "declare.has_control_characters = lambda *_, **k: False",
      'description="\\x1b[2J"',
    ],
    ["half of a character", "declare.is_well_formed = lambda _: True", 'description="\\ud800"'],
    ["a word that hides", 'parameters.schema_of = lambda *_: {"type": "string", "enum": ["a\\u200b"]}', ""],
    [
      "parameters that no schema can have",
      'parameters.closed_object = lambda p, _: {**kept(p, []), "required": ["b"]}',
      "",
    ],
  ])(
    "A25 judges again what the runner has judged, beside the code of the file: %s",
    async (_, forgery, given) => {
      const content = `import re, sys
declare, parameters = sys.modules["_edge_runner.declare"], sys.modules["_edge_runner.parameters"]
kept = parameters.closed_object
${forgery}
@edge_tool(${given})
def f(a: int): pass
`;
      expect(await refusal(discover(content))).toBe("runner_failed");
    },
  );

  it("A25 takes no parameter's name that Python cannot have", async () => {
    const content = `import sys
parameters = sys.modules["_edge_runner.parameters"]
kept = parameters.closed_object
parameters.closed_object = lambda p, _: kept({"a-b": p["a"]}, ["a-b"])
@edge_tool
def f(a: int): pass
`;
    expect(await refusal(discover(content))).toBe("runner_failed");
  });

  it("A61 tells a cause once, and not what follows from it", async () => {
    const direct = `execution_level="prepare", return_direct=1, output_schema=${closed}`;
    for (const content of [
      `@edge_tool(${direct})\ndef f(): pass`,
      "@edge_tool\n@edge_tool\ndef f(): pass",
      "@edge_tool\ndef f(a: int): pass\nimport inspect\nf.__signature__ = inspect.Signature()",
    ]) {
      expect([content, await codesOf(content)]).toEqual([content, ["invalid_tool_definition"]]);
    }
    const unnamed = "@edge_tool(name='a b')\ndef _(): pass\n@edge_tool(name='c d')\ndef _(): pass";
    expect(await codesOf(unnamed)).toEqual(["invalid_tool_name", "invalid_tool_name"]);
  });

  it("A61 reports what is no function with all other problems of the file", async () => {
    const problems = await problemsOf(`a = edge_tool(len)
b = edge_tool("b".upper)
c = edge_tool(5)
@edge_tool
def f(x): pass
`);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ["invalid_tool_definition", 2],
      ["invalid_tool_definition", 3],
      ["invalid_tool_definition", 4],
      ["missing_parameter_type_hint", 6],
    ]);
  });

  it("places nothing at the line of another function that was made by exec", async () => {
    const content = '@edge_tool\ndef a(): pass\nexec("\\n@edge_tool\\ndef b(x): pass")';
    expect(await problemsOf(content)).toMatchObject([
      { code: "missing_parameter_type_hint", tool: "b", line: null },
    ]);
  });

  it("keeps a tag once", async () => {
    expect((await only('@edge_tool(intent_tags=["b", "a", "b"])\ndef f(): pass')).intentTags).toEqual([
      "b",
      "a",
    ]);
  });

  it("sees a coding line behind any end of a line", async () => {
    for (const end of ["\n", "\r", "\r\n"]) {
      const content = Buffer.from(`#${end}# coding: latin-1${end}x = 1${end}`);
      expect([end, await codesOf(content)]).toEqual([end, ["tools_file_import_failed"]]);
    }
  });

  it("A63 runs the top level in the runner and gives the file its real path", async () => {
    const seen = path.join(temporaryFolder(), "seen.txt");
    const file = toolsFile(`import sys
with open(${JSON.stringify(seen)}, "w") as f:
    print(sys.executable, "_edge_runner" in sys.modules, __file__, sep="\\n", file=f)
@edge_tool
def a(): pass
`);
    await testRunner().discover(await readToolsSource(file));
    const [executable = "", runner, where] = readFileSync(seen, "utf8").split("\n");
    expect([runner, where]).toEqual(["True", file]);
    expect(realpathSync(executable)).toBe(realpathSync(python?.path ?? ""));
  });
});
