import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { peerPython } from "../../scripts/peers.ts";
import { root } from "./installed-package.ts";
import { installPython, type PythonInstall, run } from "./python-install.ts";

const name = "neural-imprint-tools";
const peer = peerPython();
const folder = mkdtempSync(path.join(os.tmpdir(), "python-package-"));
let installed: PythonInstall;

beforeAll(() => {
  installed = installPython(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the environment's interpreter in its folder; fails the test when it fails. */
function python(argv: readonly string[], env = {}): string {
  if ("why" in installed) throw new Error(installed.why);
  const { exit, stdout, stderr } = run(installed.python, argv, folder, env);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
  return stdout;
}

describe("pip install ./python", () => {
  beforeEach(({ skip }) => {
    if ("why" in installed) skip(installed.why);
  });

  it("installs what tool files import, under the version of the npm package, and not the runner", () => {
    const listed = python([
      "-c",
      `from importlib import metadata
d = metadata.distribution("${name}")
print(d.version, d.metadata["Requires-Python"], d.metadata["License-Expression"])
print(sorted({str(f).split("/")[0] for f in d.files if ".dist-info" not in str(f)}))
print(sorted(str(f) for f in d.files if f.name == "py.typed"))`,
    ]);
    expect(listed.trim().split("\n")).toEqual([
      `${packageJson.version} >=3.11 ${packageJson.license}`,
      "['edgestudio', 'keryx']",
      "['edgestudio/py.typed', 'keryx/py.typed']",
    ]);
  });

  it("needs no other package, and has httpx, numpy and pydantic as the extra [keryx]", () => {
    const script = `from importlib import metadata; print("\\n".join(metadata.requires("${name}")))`;
    expect(python(["-c", script]).trim().split("\n")).toEqual([
      'httpx; extra == "keryx"',
      'numpy; extra == "keryx"',
      'pydantic; extra == "keryx"',
    ]);
  });

  it("A20 lets a tools file be imported and its functions be called", () => {
    cpSync(path.join(root, "samples/tools/first.py"), path.join(folder, "tools.py"));
    const script = "import tools; print(tools.calculate_fee(100), tools.hello_world())";
    expect(python(["-c", script])).toBe("{'fee': 0.3} hello world\n");
  });

  it("lets the handler of a keryx tool be run by hand", () => {
    const tools = path.join(folder, ".local/share/keryx/tools");
    cpSync(path.join(root, "samples/keryx"), tools, { recursive: true });
    const script = `import runpy, pathlib; \\
  tool = runpy.run_path(str(pathlib.Path('~/.local/share/keryx/tools/countdown.py').expanduser()))['days_until']; \\
  print(tool.handler(None, {'event': 'the trip'})); print(tool.handler(None, {'event': 'easter'}))`;
    const today = new Date().toISOString().slice(0, 10);
    const days = Math.round((Date.parse("2026-11-14") - Date.parse(today)) / 86_400_000);
    expect(python(["-c", script], { HOME: folder, TZ: "UTC" }).trim().split("\n")).toEqual([
      `{'event': 'trip', 'days': ${days}}`,
      "{'error': 'There is no date called easter. I know: trip, tax-return.'}",
    ]);
  });

  it("keeps what a keryx file declares, with the documented defaults, and ToolUnavailable its message", () => {
    const script = `from keryx.tools.custom import ToolUnavailable, custom_tool
@custom_tool(description="Tells the tide.")
def tide(ctx, args):
    return 1
print(tide.name, tide.description, dict(tide.parameters), tide.needs_pin, tide.timeout_s, tide.silent)
@custom_tool("next-train", description="x", needs_pin=False, timeout_s=5, silent=True)
async def train(ctx, args):
    return {}
print(train.name, train.needs_pin, train.timeout_s, train.silent)
tide.parameters["properties"]["height"] = {}
print(train.parameters)
try:
    raise ToolUnavailable("no key")
except ToolUnavailable as reason:
    print(reason)`;
    expect(python(["-c", script]).trim().split("\n")).toEqual([
      "tide Tells the tide. {'type': 'object', 'properties': {}} True 20.0 False",
      "next-train False 5 True",
      "{'type': 'object', 'properties': {}}",
      "no key",
    ]);
  });
});

describe("the types of what tool files import", () => {
  beforeEach(({ skip }) => {
    if (peer === undefined) skip("mypy and ruff are not installed: npx tsx scripts/peers.ts");
  });

  /** mypy sees the modules as an editor does: installed, marked by py.typed. */
  function mypy(source: string) {
    if ("why" in installed) throw new Error(installed.why);
    const file = path.join(folder, "typed_tools.py");
    writeFileSync(file, source);
    const strict = ["-m", "mypy", "--strict", "--cache-dir", path.join(folder, "mypy")];
    return run(String(peer), [...strict, "--python-executable", installed.python, file], folder);
  }

  it("serve tool files that are checked strictly, and keep the functions' own types", ({ skip }) => {
    if ("why" in installed) skip(installed.why);
    expect(mypy(typedTools)).toEqual({
      exit: 0,
      stdout: "Success: no issues found in 1 source file\n",
      stderr: "",
    });
  });

  it.for([
    ["a call with the wrong type", 'fee_quote(amount="much")', "arg-type"],
    [
      "a level that does not exist",
      '@edge_tool(execution_level="admin")\ndef f() -> str: return ""',
      "call-overload",
    ],
    [
      "a permission that does not exist",
      '@edge_tool(permissions=["write"])\ndef f() -> str: return ""',
      "list-item|call-overload",
    ],
    [
      "a keryx tool without a description",
      "@custom_tool()\ndef f(ctx: ToolContext, args: Args) -> int: return 1",
      "call-arg",
    ],
    [
      "a PIN gate that is no yes or no",
      '@custom_tool(description="x", needs_pin="no")\ndef f(ctx: ToolContext, args: Args) -> int: return 1',
      "arg-type",
    ],
  ])("refuse %s", ([, addition, kind], { skip }) => {
    if ("why" in installed) skip(installed.why);
    const { exit, stdout } = mypy(`${typedTools}\n${addition}\n`);
    expect(exit).toBe(1);
    expect(stdout).toMatch(new RegExp(`error: .*\\[(${kind})\\]`));
  });

  it("and the whole Python tree, runner included, pass mypy --strict and ruff", () => {
    const tree = path.join(root, "python");
    const cache = ["--cache-dir", path.join(folder, "tree-cache")];
    const packages = ["edgestudio", "keryx", "runner"];
    const checked = run(String(peer), ["-m", "mypy", ...cache, ...packages], tree);
    expect(checked.stdout + checked.stderr).toMatch(/^Success: no issues found in \d+ source files\n$/);
    const linted = run(String(peer), ["-m", "ruff", "check", "--no-cache", "."], tree);
    expect(linted.stdout).toBe("All checks passed!\n");
    const formatted = run(String(peer), ["-m", "ruff", "format", "--no-cache", "--check", "."], tree);
    expect(formatted.stdout).toMatch(/^\d+ files already formatted\n$/);
  });
});

it("the Python package carries the licence of the npm package", () => {
  const text = (file: string) => readFileSync(path.join(root, file), "utf8");
  expect(text("python/LICENSE")).toBe(text("LICENSE"));
});

const typedTools = `from typing import Any, Literal
from edgestudio.tools import edge_tool
from keryx.tools.custom import ToolContext, ToolUnavailable, Trust, custom_tool

Args = dict[str, Any]

@edge_tool
def hello_world() -> str:
    return "hello world"

@edge_tool(description="Quote the fee for a tier.", intent_tags=["billing"], permissions=["read_local"])
def fee_quote(amount: float, tier: Literal["basic", "pro"] = "basic") -> dict[str, float]:
    return {"fee": amount * (0.003 if tier == "basic" else 0.002)}

quoted: dict[str, float] = fee_quote(400, tier="pro")
greeting: str = hello_world()

@custom_tool(description="Who is calling, if it may be said.", needs_pin=False)
async def who_is_calling(ctx: ToolContext, args: Args) -> dict[str, str | None]:
    if ctx.trust < Trust.FULL and ctx.channel == "phone":
        return {"error": f"Not on call {ctx.session.session_id}."}
    if not args:
        raise ToolUnavailable("nothing was asked")
    return {"caller": ctx.caller}

pin: bool = who_is_calling.needs_pin
`;
