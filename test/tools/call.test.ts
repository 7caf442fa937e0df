import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { sha256, sha256OfJson } from "../../imprint/hash.ts";
import { limits } from "../../imprint/limits.ts";
import { systemClock } from "../../system/clock.ts";
import { checkCall, executeCall } from "../../tools/call.ts";
import { loadTools } from "../../tools/load.ts";
import {
  call,
  describeWithPython,
  load,
  type Printed,
  sourceOf,
  temporaryFolder,
  testRunner,
  toolsFile,
} from "./tool-files.ts";

const fees = `from typing import Literal, Optional
@edge_tool
def fee_quote(amount: float, tier: Literal["basic", "pro"] = "basic", note: Optional[str] = None) -> dict:
    return {"fee": amount * (0.003 if tier == "basic" else 0.002), "type": type(amount).__name__}
@edge_tool
def other(): return 1
`;
const deps = { clock: systemClock };
const closed = (properties: string, required = "") =>
  `{"type": "object", "properties": {${properties}}, "required": [${required}], "additionalProperties": False}`;

describeWithPython("checking a call", () => {
  it("A10 refuses a name outside of the active set", async () => {
    const tools = await load(fees, { names: ["fee_quote"] });
    expect(checkCall(tools.contract, { toolName: "other", arguments: {} })).toMatchObject({
      ok: false,
      code: "unknown_tool",
    });
    const outcome = await executeCall(deps, tools, { toolName: "other", arguments: {} });
    expect(outcome).toMatchObject({
      status: "unknown_tool",
      toolName: null,
      toolSchemaSha256: null,
      runnerSecretVerified: false,
      toolsFileSha256Verified: false,
      resultSha256: null,
      argsSha256: sha256OfJson({}),
    });
    expect(outcome).not.toHaveProperty("result");
  });

  it.each([
    ["an unknown argument", { amount: 1, tip: 2 }, [["", "additionalProperties"]]],
    ["a missing argument", {}, [["", "required"]]],
    ["text for a number", { amount: "5" }, [["/amount", "type"]]],
    ["a boolean for a number", { amount: true }, [["/amount", "type"]]],
    ["null for a number", { amount: null }, [["/amount", "type"]]],
    ["a word outside of the enum", { amount: 1, tier: "gold" }, [["/tier", "enum"]]],
    [
      "two faults",
      { tier: 1 },
      [
        ["", "required"],
        ["/tier", "type"],
        ["/tier", "enum"],
      ],
    ],
    ["an array for the arguments", [1], [["", "type"]]],
    ["null for the arguments", null, [["", "type"]]],
    ["a number beyond JSON", { amount: Number.POSITIVE_INFINITY }, []],
    ["an integer beyond 2^53", { amount: 2 ** 60 }, []],
    ["a lone surrogate", { amount: 1, note: "\ud800" }, []],
  ])("A11 refuses %s", async (_, args, places) => {
    const check = checkCall((await load(fees)).contract, { toolName: "fee_quote", arguments: args });
    if (check.ok) throw new Error("accepted");
    expect(check.code).toBe("invalid_tool_args");
    expect(check.mismatches.map(({ pointer, keyword }) => [pointer, keyword])).toEqual(places);
    expect(check.message).not.toMatch(/gold|tip/);
  });

  it("A11 takes what strings look like as strings, and whole floats as integers", async () => {
    const tools = await load(
      "@edge_tool\ndef f(text: str = '', number: int = 0, words: list[str] = []): pass",
    );
    for (const text of ["123", "null", "[1]"]) {
      expect(checkCall(tools.contract, { toolName: "f", arguments: { text } }).ok).toBe(true);
    }
    expect(checkCall(tools.contract, { toolName: "f", arguments: JSON.parse('{"number": 250.0}') }).ok).toBe(
      true,
    );
    for (const bad of [
      { number: 2.5 },
      { number: "5" },
      { number: true },
      { words: "abc" },
      { words: [null] },
      { words: [["a"]] },
    ]) {
      expect(checkCall(tools.contract, { toolName: "f", arguments: bad })).toMatchObject({
        code: "invalid_tool_args",
      });
    }
  });

  it("asks for parameters that are called like members of every object", async () => {
    const tools = await load("@edge_tool\ndef f(constructor: str, toString: int): pass");
    expect(checkCall(tools.contract, { toolName: "f", arguments: {} })).toMatchObject({
      code: "invalid_tool_args",
    });
    expect(
      checkCall(tools.contract, { toolName: "f", arguments: { constructor: "a", toString: 1 } }).ok,
    ).toBe(true);
    const optional = await load("@edge_tool\ndef f(constructor: str = ''): return constructor");
    expect(checkCall(optional.contract, { toolName: "f", arguments: {} }).ok).toBe(true);
  });
});

describeWithPython("calling", () => {
  it("A3 A13 A88 runs the tool in a process of its own and says what it measured", async () => {
    const outcome = await call(
      `import os, sys
@edge_tool
def where() -> dict:
    return {"pid": os.getpid(), "parent": os.getppid(), "argv": sys.argv, "name": __name__, "stdin": sys.stdin.read()}
`,
      "where",
      {},
      { isolate: "none" },
    );
    const { pid, parent } = outcome.result ?? {};
    expect([pid, parent]).not.toContain(process.pid); // its parent is the supervisor
    expect(outcome).toMatchObject({
      status: "completed",
      toolName: "where",
      message: null,
      runnerSecretVerified: true,
      toolsFileSha256Verified: true,
      networkUsedByEdge: false,
      returnDirect: false,
      argsSha256: sha256OfJson({}),
      resultSha256: sha256OfJson(outcome.result),
      result: {
        argv: [expect.stringMatching(/tools\.py$/)],
        name: "edge_tools_file",
        stdin: "",
      },
    });
    expect(outcome.toolSchemaSha256).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(outcome.elapsedMs).toBeGreaterThan(0);
  });

  it("A30 gives a parameter that is left out its default, and a float parameter a float", async () => {
    expect((await call(fees, "fee_quote", { amount: 400 })).result).toEqual({ fee: 1.2, type: "float" });
    expect((await call(fees, "fee_quote", { amount: 400, tier: "pro", note: null })).result).toEqual({
      fee: 0.8,
      type: "float",
    });
  });

  it("gives every argument the Python type that its hint promises", async () => {
    const content = `from typing import Optional
@edge_tool
def types(a: int, b: list[float], c: Optional[float], d: bool, e: str) -> list:
    return [type(v).__name__ for v in (a, b[0], c, d, e)]
`;
    const { result } = await call(content, "types", { a: 250.0, b: [1], c: 2, d: true, e: "5" });
    expect(result).toEqual({ result: ["int", "float", "float", "bool", "str"] });
  });

  it("A15 A72 runs one function in a fresh process; the top level runs anew and keeps no state", async () => {
    const log = path.join(temporaryFolder(), "log.txt");
    const content = `count = 0
def note(word):
    with open(${JSON.stringify(log)}, "a") as f: f.write(word + "\\n")
note("top")
@edge_tool
def a() -> int:
    global count
    count += 1
    note("a")
    return count
@edge_tool
def b() -> int:
    note("b")
    return 0
`;
    const tools = await load(content);
    for (let i = 0; i < 2; i++) {
      const { result } = await executeCall(deps, tools, { toolName: "a", arguments: {} });
      expect(result).toEqual({ result: 1 });
    }
    expect(readFileSync(log, "utf8")).toBe("top\ntop\na\ntop\na\n");
  });

  it("A14 A75 runs nothing once the file is another, also when the file did it itself", async () => {
    const content = `@edge_tool
def twice() -> int:
    with open(__file__, "a") as f: f.write("# grown\\n")
    return 1
`;
    const tools = await load(content);
    const request = { toolName: "twice", arguments: {} };
    expect((await executeCall(deps, tools, request)).status).toBe("completed");
    const second = await executeCall(deps, tools, request);
    expect(second).toMatchObject({
      status: "tools_file_changed",
      toolsFileSha256Verified: false,
      runnerSecretVerified: false,
    });
    expect(readFileSync(sourceOf(tools).path, "utf8").match(/grown/g)).toHaveLength(2);
    const again = await loadTools({ file: sourceOf(tools).path }, { runner: testRunner() });
    expect((await executeCall(deps, again, request)).status).toBe("completed");
  });

  it("A14 runs the frozen bytes, not what lies at the path when the interpreter starts", async () => {
    const file = toolsFile("@edge_tool\ndef f() -> str: return 'frozen'\n");
    const tools = await loadTools({ file }, { runner: testRunner() });
    writeFileSync(
      file,
      "from edgestudio.tools import edge_tool\n@edge_tool\ndef f() -> str: return 'swapped'\n",
    );
    const schema = tools.contract.tool("f")?.schema;
    if (!schema) throw new Error("no tool");
    const outcome = await testRunner().call({ source: sourceOf(tools), tool: schema, arguments: {} });
    expect(outcome).toMatchObject({ ok: true, result: { result: "frozen" } });
  });

  it("A14 refuses a file that no longer declares the tool as it was frozen, before the tool runs", async () => {
    const folder = temporaryFolder();
    const mark = path.join(folder, "mark");
    const content = `import os
@edge_tool(description="seen" if os.path.exists(${JSON.stringify(mark)}) else "new")
def f() -> int:
    open(${JSON.stringify(path.join(folder, "ran"))}, "w").close()
    return 1
`;
    const tools = await load(content);
    appendFileSync(mark, "");
    const outcome = await executeCall(deps, tools, { toolName: "f", arguments: {} });
    expect(outcome).toMatchObject({ status: "tools_file_changed", runnerSecretVerified: true });
    expect(() => readFileSync(path.join(folder, "ran"))).toThrow();
  });

  it("imports siblings, one called runner among them, and writes no .pyc", async () => {
    const file = toolsFile("import runner\n@edge_tool\ndef f() -> str: return runner.word\n");
    writeFileSync(path.join(path.dirname(file), "runner.py"), "word = 'sibling'\n");
    const tools = await loadTools({ file }, { runner: testRunner() });
    const { result } = await executeCall(deps, tools, { toolName: "f", arguments: {} });
    expect(result).toEqual({ result: "sibling" });
    expect(() => readFileSync(path.join(path.dirname(file), "__pycache__"))).toThrow(/ENOENT/);
  });

  it("A60 leaves commit tools unexecuted", async () => {
    const content = `@edge_tool(execution_level="commit", return_direct=True, output_schema=${closed("")})
def f() -> dict: raise RuntimeError
`;
    expect(await call(content, "f")).toMatchObject({
      status: "tool_confirmation_required",
      runnerSecretVerified: false,
    });
  });
});

describeWithPython("results", () => {
  const returning = (expression: string, preamble = "") =>
    call(`${preamble}\n@edge_tool\ndef f():\n    return ${expression}\n`, "f");

  it.each([
    ['{"a": [1, {"b": None}]}', { a: [1, { b: null }] }],
    ["{}", {}],
    ['{"matches": []}', { matches: [] }],
    ['{"__proto__": 1, "constructor": 2}', JSON.parse('{"__proto__": 1, "constructor": 2}')],
    ['__import__("collections").OrderedDict(a=1)', { a: 1 }],
  ])("A36 A44 gives the dict %s as it is", async (expression, result) => {
    const outcome = await returning(expression);
    expect(outcome.status).toBe("completed");
    expect(JSON.stringify(outcome.result)).toBe(JSON.stringify(result));
    expect(outcome.resultSha256).toBe(sha256OfJson(result));
  });

  it.each([
    ['"text"', "text"],
    ["7", 7],
    ["0.1", 0.1],
    ["True", true],
    ["None", null],
    ["[1, [2]]", [1, [2]]],
    ["(1, 2)", [1, 2]],
    ["9007199254740991", 9007199254740991],
    ["0.1 + 0.2", 0.30000000000000004],
    ['"\\u2028é😀"', "\u2028é😀"],
  ])("A37 wraps %s", async (expression, value) => {
    expect(await returning(expression)).toMatchObject({ status: "completed", result: { result: value } });
  });

  it.each([
    ["{1, 2}"],
    ["object()"],
    ['float("nan")'],
    ['float("inf")'],
    ['{"a": float("-inf")}'],
    ['b"bytes"'],
    ["{1: 2}"],
    ['{"a": 1, 2: 3}'],
    ["{None: 1}"],
    ['"\\ud800"'],
    ['{"\\udc00": 1}'],
    ["9007199254740992"],
    ["-9007199254740992"],
    ["10**5000"],
    ["1e300"],
    ["f"],
    ["(x for x in [])"],
    ['__import__("datetime").date(2024, 1, 1)'],
    ['__import__("decimal").Decimal(1)'],
    ["type"],
    ["1j"],
  ])("A39 refuses %s", async (expression) => {
    const outcome = await returning(expression);
    expect(outcome).toMatchObject({
      status: "unsupported_tool_result",
      runnerSecretVerified: true,
      resultSha256: null,
    });
    expect(outcome).not.toHaveProperty("result");
  });

  it("A39b names an integer that JSON cannot carry, with its place and the advice", async () => {
    const printed: Printed = { stderr: "" };
    const content = '@edge_tool\ndef f(): return {"rows": [{"id": 9007199254740993}]}\n';
    const outcome = await call(content, "f", {}, { printed });
    expect(outcome.status).toBe("unsupported_tool_result");
    expect(outcome.message).toMatch(/"\/\*\/0\/\*".*as a string/);
    expect(printed.stderr).toContain("('rows', 0, 'id')");
  });

  it.each([
    ["a value below a key", '{KEY: float("nan")}'],
    ["a key beside it", "{KEY: 1, 2: 3}"],
    ["a text that is no text", '{KEY: "\\ud800"}'],
    ["a class", "type(KEY, (), {})()"],
    ["a key's class", "{type(KEY, (), {})(): 1}"],
    ["an exception's class", "(_ for _ in ()).throw(type(KEY, (Exception,), {}))"],
    ["an integer beyond JSON in a float", "{KEY: 1e300}"],
    ["depth", "__import__('functools').reduce(lambda v, _: {KEY[:80]: v}, range(64), [1])"],
    [
      "a class whose name is asked for",
      "type('M', (type,), {'__name__': property(lambda c: 1 / 0)})('C', (), {})()",
    ],
  ])("puts no text of a tool into the message: %s", async (_, expression) => {
    const outcome = await returning(expression, "KEY = 'a secret\\n\\x1b' + 'x' * 5_000");
    expect(outcome.status).toMatch(/^(unsupported_tool_result|tool_execution_failed)$/);
    expect(outcome.message).toMatch(/^[ -~]{1,303}$/);
    expect(JSON.stringify(outcome)).not.toContain("secret");
  });

  it("keeps the message about many mismatches short", async () => {
    const items = Array.from({ length: 10_000 }, () => 1);
    const asked = await call("@edge_tool\ndef f(a: list[str]): return a\n", "f", { a: items });
    expect(asked.status).toBe("invalid_tool_args");
    expect(asked.message).toMatch(/; and 9996 more$/);
  });

  it("A16 tells the first mismatch of a result only", async () => {
    const schema = closed('"a": {"type": "array", "items": {"type": "string"}}');
    const outcome = await call(
      `@edge_tool(output_schema=${schema})\ndef f(): return {"a": [1] * 10_000}\n`,
      "f",
    );
    expect(outcome.status).toBe("tool_result_schema_mismatch");
    expect(outcome.mismatches).toMatchObject([{ pointer: "/a/0", keyword: "type" }]);
  });

  it("takes no message that breaks out of a line, authenticated or not", async () => {
    const forge = `import sys
serve = sys.modules["_edge_runner.serve"]
serve.encode = lambda reply: b'{"op":"call","ok":false,"siblings":[],"code":"tool_execution_failed","message":"a\\\\n/etc/passwd:1: b"}'
@edge_tool
def f(): pass
`;
    const tools = await load(forge.replace("serve.encode", "if sys.argv[1:]: serve.encode"));
    const schema = tools.contract.tool("f")?.schema;
    if (!schema) throw new Error("no tool");
    const bytes = Buffer.from(`from edgestudio.tools import edge_tool\n${forge}`);
    const source = { ...sourceOf(tools), bytes, sha256: sha256(bytes) };
    expect(await testRunner().call({ source, tool: schema, arguments: {} })).toMatchObject({
      code: "runner_failed",
    });
  });

  it.each([
    ["a list that contains itself", "value = []\nvalue.append(value)"],
    ["a structure deeper than any document may be", "value = 1\nfor _ in range(200): value = [value]"],
    ["a structure deeper than Python's stack", "value = 1\nfor _ in range(5000): value = [value]"],
    [
      "a dict whose reading raises",
      "class Trap(dict):\n    def items(self): raise RuntimeError\nvalue = {1: Trap(a=1)}",
    ],
  ])("A39 refuses %s", async (_, preamble) => {
    expect(await returning("value", preamble)).toMatchObject({ status: "unsupported_tool_result" });
  });

  it("A38 takes 65,536 bytes of canonical JSON and not one more", async () => {
    const text = (bytes: number) => `{"t": "x" * ${bytes - '{"t":""}'.length}}`;
    expect((await returning(text(limits.toolResultBytes))).status).toBe("completed");
    expect(await returning(text(limits.toolResultBytes + 1))).toMatchObject({
      status: "tool_result_oversized",
      runnerSecretVerified: true,
      resultSha256: null,
    });
  });

  it("A38 counts canonical bytes: text whose escapes are longer passes", async () => {
    const emoji = Math.floor((limits.toolResultBytes - '{"t":""}'.length) / 4);
    expect((await returning(`{"t": "😀" * ${emoji}}`)).status).toBe("completed");
    expect((await returning(`{"t": "😀" * ${emoji + 1}}`)).status).toBe("tool_result_oversized");
  });

  it("A38 refuses what does not fit the channel either", async () => {
    expect(await returning('"x" * 5_000_000')).toMatchObject({
      status: "tool_result_oversized",
      runnerSecretVerified: true,
    });
  });

  it.each([
    ["an exception", "raise ValueError('secret word')", "ValueError"],
    ["an exit", "sys.exit(0)", "SystemExit"],
    ["an interruption", "raise KeyboardInterrupt", "KeyboardInterrupt"],
    ["a bare BaseException", "raise BaseException('secret word')", "BaseException"],
    ["a group of exceptions", "raise ExceptionGroup('secret word', [ValueError()])", "ExceptionGroup"],
    ["an exception that cannot be shown", "raise Trap", "Trap"],
    ["endless recursion", "return f()", "RecursionError"],
  ])("A43 ends in tool_execution_failed by %s, its message on stderr only", async (_, statement, type) => {
    const printed: Printed = { stderr: "" };
    const content = `import sys
class Trap(Exception):
    def __str__(self): raise RuntimeError
@edge_tool
def f():
    ${statement}
`;
    const outcome = await call(content, "f", {}, { printed });
    expect(outcome).toMatchObject({
      status: "tool_execution_failed",
      runnerSecretVerified: true,
      message: `the tool raised ${type}`,
    });
    expect(JSON.stringify(outcome)).not.toContain("secret word");
    expect(printed.stderr).toContain(type);
    expect(printed.stderr).not.toContain("_edge_runner");
  });

  it("fails the call when importing fails in the call itself", async () => {
    const mark = path.join(temporaryFolder(), "mark");
    const tools = await load(
      `import os\nassert not os.path.exists(${JSON.stringify(mark)})\n@edge_tool\ndef f(): pass\n`,
    );
    appendFileSync(mark, "");
    const outcome = await executeCall(deps, tools, { toolName: "f", arguments: {} });
    expect(outcome).toMatchObject({ status: "tools_file_import_failed", runnerSecretVerified: true });
    expect(outcome.message).toContain("AssertionError");
  });

  it.each([
    ["a wrong type", '{"id": 1}', [["/id", "type"]]],
    ["a missing key", "{}", [["", "required"]]],
    ["an undeclared key", '{"id": "1", "more": 1}', [["", "additionalProperties"]]],
    ["a wrapped scalar", '"1"', [["", "required"]]],
  ])(
    "A16 A41 does not use a result with %s, of a read tool or a direct one",
    async (_, expression, places) => {
      for (const decorator of [
        "",
        "return_direct=True, ",
        'execution_level="prepare", return_direct=True, ',
      ]) {
        const schema = closed('"id": {"type": "string"}', '"id"');
        const outcome = await call(
          `@edge_tool(${decorator}output_schema=${schema})\ndef f(): return ${expression}\n`,
          "f",
        );
        expect(outcome.status).toBe("tool_result_schema_mismatch");
        expect(outcome.mismatches?.map(({ pointer, keyword }) => [pointer, keyword])).toEqual(places);
        expect(outcome).not.toHaveProperty("result");
      }
    },
  );

  it("A42 A45 A46 gives a valid direct result as it is", async () => {
    const schema = closed('"id": {"type": "string"}', '"id"');
    const content = `@edge_tool(execution_level="prepare", return_direct=True, output_schema=${schema})\ndef f(id: str): return {"id": id}\n`;
    expect(await call(content, "f", { id: "7" })).toMatchObject({
      status: "completed",
      returnDirect: true,
      result: { id: "7" },
    });
  });
});
