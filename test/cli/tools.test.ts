import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { assertToolsInspectReport, assertToolsValidateReport } from "../../schemas/index.ts";
import { describeWithPython, temporaryFolder, toolsFile } from "../tools/tool-files.ts";

const root = path.resolve(import.meta.dirname, "../..");

function edge(argv: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const tsx = path.join(root, "node_modules/tsx/dist/loader.mjs");
  const run = spawnSync(
    process.execPath,
    ["--import", tsx, path.join(root, "cli/edge.ts"), "tools", ...argv],
    {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      encoding: "utf8",
    },
  );
  return { exit: run.status, stdout: run.stdout, stderr: run.stderr };
}

const bad = "@edge_tool\ndef f(a, b: dict): pass\n@edge_tool\ndef f(): pass\n";
const nine = Array.from({ length: 9 }, (_, i) => `@edge_tool\ndef f${i}(): pass\n`).join("");

describeWithPython("edge tools validate", () => {
  it("A61 accepts the seed's files", () => {
    const { exit, stdout, stderr } = edge(["validate", "samples/tools/orders.py", "--json"]);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    const report = JSON.parse(stdout);
    assertToolsValidateReport(report);
    expect(report).toMatchObject({ ok: true, status: "ok", problems: [] });
    expect(report.tools).toEqual([
      { name: "order_status", line: 5 },
      { name: "fee_quote", line: 14 },
      { name: "prepare_order", line: 35 },
    ]);
    expect(edge(["validate", "samples/tools/first.py"]).stdout).toMatch(
      /first\.py: ok, 2 tools: hello_world, calculate_fee\n$/,
    );
  });

  it("A35 A61 exits 1 with all problems of a file and the first as the error", () => {
    const file = toolsFile(bad);
    const { exit, stdout } = edge(["validate", file, "--json"]);
    expect(exit).toBe(1);
    const report = JSON.parse(stdout);
    assertToolsValidateReport(report);
    expect(report.error).toMatchObject({
      code: "missing_parameter_type_hint",
      detail: { tool: "f", parameter: "a", line: 3 },
    });
    expect(report.problems.map(({ code }: { code: string }) => code)).toEqual([
      "missing_parameter_type_hint",
      "unsupported_type_hint",
      "duplicate_tool_name",
    ]);
  });

  it("prints problems in the form that editors jump to", () => {
    const file = toolsFile(bad);
    const { exit, stdout } = edge(["validate", file]);
    expect(exit).toBe(1);
    const lines = stdout.split("\n");
    expect(lines[0]).toBe(`${file}:3: missing_parameter_type_hint: f: a has no type hint`);
    expect(lines.slice(3)).toEqual(["3 problems", ""]);
  });

  it("A61 A62b A66 holds the limit of 8, and can be narrowed", () => {
    const file = toolsFile(nine);
    const { exit, stdout } = edge(["validate", file, "--json"]);
    expect([exit, JSON.parse(stdout).status]).toEqual([1, "active_tool_limit_exceeded"]);
    expect(edge(["validate", file, "--tool", "f0", "--tool", "f8"]).exit).toBe(0);
    expect(JSON.parse(edge(["validate", file, "--tool", "g", "--json"]).stdout).status).toBe(
      "unknown_tool_selection",
    );
  });

  it("A73 keeps stdout to the one document when the file prints", () => {
    const { stdout, stderr } = edge([
      "validate",
      toolsFile("print('noise')\n@edge_tool\ndef f(): pass\n"),
      "--json",
    ]);
    expect(JSON.parse(stdout).ok).toBe(true);
    expect(stderr).toBe("noise\n");
  });

  it("A86 refuses a folder, a missing file, and never looks for tools by itself", () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, "tools.py"), "raise SystemExit\n");
    const status = (...argv: string[]) => {
      const { exit, stdout } = edge([...argv, "--json"], { cwd: folder });
      return [exit, JSON.parse(stdout).status];
    };
    expect(status("validate", ".")).toEqual([1, "tools_file_unreadable"]);
    expect(status("validate", "none.py")).toEqual([1, "tools_file_not_found"]);
    expect(status("validate")).toEqual([2, "invalid_usage"]);
    expect(status("validate", "tools.py", "--nonsense")).toEqual([2, "invalid_usage"]);
  });

  it("names the missing interpreter", () => {
    const { exit, stderr } = edge(["validate", "samples/tools/first.py", "--python", "/nowhere/python"]);
    expect(exit).toBe(1);
    expect(stderr).toMatch(/^edge: error: python_not_found: /);
    const env = { ...process.env, EDGE_PYTHON: "/nowhere/python" };
    expect(edge(["validate", "samples/tools/first.py"], { env }).stderr).toMatch(/python_not_found/);
  });
});

describeWithPython("edge tools inspect", () => {
  it("A62 A87 prints schemas and every hash, pinned for the seed's second file", () => {
    const { exit, stdout, stderr } = edge(["inspect", "samples/tools/orders.py", "--json"]);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    const report = JSON.parse(stdout);
    assertToolsInspectReport(report);
    expect(report.schema_generator_version).toBe("edge.tools.schema_gen.v1");
    expect(report.tools_file_sha256).toBe(
      "sha256:d7169337b3f0f3022ad8b8344c6a9670285f10ba5eea6f70302cf3f785ba44ff",
    );
    expect(report.active_set_sha256).toBe(
      "sha256:dc78680bf2ea00836e84508d897b4c4ad1839c594895d14a8fbd30a1371212a4",
    );
    expect(
      report.tools.map((tool: { name: string; schema_sha256: string }) => [tool.name, tool.schema_sha256]),
    ).toEqual([
      ["fee_quote", "sha256:e6d6d1cd8963538c2fa91d78f0ee2d21c9845b02dbb072d22adbbc404da3408b"],
      ["order_status", "sha256:933ccb42e9a08df051e337620afb961c8495ccc6f5434ae90101757b4ecf3352"],
      ["prepare_order", "sha256:f27fd9c07fd8226e1e812c72015b095e7f4c3dae4e5ad5d4aa47ae771bea99ba"],
    ]);
    expect(report.tools[2].schema.output_schema.additionalProperties).toBe(false);
  });

  it("A62b narrows by name and tag", () => {
    const { stdout } = edge([
      "inspect",
      "samples/tools/orders.py",
      "--tool",
      "order_status",
      "--tool-tag",
      "quote",
      "--json",
    ]);
    expect(JSON.parse(stdout).tools.map(({ name }: { name: string }) => name)).toEqual([
      "fee_quote",
      "order_status",
    ]);
  });

  it("shows a table with short hashes and each signature", () => {
    const { stdout } = edge(["inspect", "samples/tools/orders.py", "--tool", "fee_quote"]);
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/^TOOL {7}LEVEL {2}DIRECT {2}SCHEMA {8}PERMISSIONS {2}TAGS$/);
    expect(lines[1]).toMatch(/^fee_quote {2}read {3}no {6}[0-9a-f]{12} {2}- {12}billing,quote$/);
    expect(stdout).toContain(
      'fee_quote(amount, note, tier)\n  | Quote the fee for a tier.\n  amount  number           required\n  note    string | null    default null\n  tier    "basic" | "pro"  default "basic"\n',
    );
  });

  it("lets nothing of a file steer the terminal or forge a line", () => {
    const evil = "\\x1b[2J\\x9b2J\\x7f\\n/etc/passwd:1: forged";
    const schema = `{"type": "object", "properties": {"${evil}": {"type": "string", "title": "${evil}"}}, "required": [], "additionalProperties": False}`;
    const tool = `@edge_tool(output_schema=${schema})\ndef f(a: str = "${evil}"): pass\n`;
    const shown = edge(["inspect", toolsFile(tool)]);
    const refused = edge(["validate", toolsFile(`${tool}raise SyntaxError("${evil}")\n`)]);
    const unfit = edge(["inspect", toolsFile(tool.replace('"title"', `"${evil}"`))]);
    expect([shown.exit, refused.exit, unfit.exit]).toEqual([0, 1, 1]);
    for (const text of [shown.stdout, refused.stdout, unfit.stdout, unfit.stderr]) {
      expect(text.replaceAll("\n", "")).toMatch(/^\P{Cc}*$/u);
      expect(text).not.toMatch(/^\/etc/m);
    }
  });

  it("shows a commit tool as any other", () => {
    const schema = `{"type": "object", "properties": {}, "required": [], "additionalProperties": False}`;
    const file = toolsFile(
      `@edge_tool(execution_level="commit", return_direct=True, output_schema=${schema})\ndef send(): pass\n`,
    );
    const { exit, stdout } = edge(["inspect", file, "--json"]);
    expect([exit, JSON.parse(stdout).tools[0].execution_level]).toEqual([0, "commit"]);
  });

  it("A18 fails with the first problem and lists all", () => {
    const { exit, stdout } = edge(["inspect", toolsFile(bad), "--json"]);
    const { ok, error } = JSON.parse(stdout);
    expect([exit, ok, error.code, error.detail.problems.length]).toEqual([
      1,
      false,
      "missing_parameter_type_hint",
      3,
    ]);
  });

  it("runs beside siblings from any folder", () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, "deep"));
    writeFileSync(path.join(folder, "deep", "rates.py"), "rate = 2\n");
    writeFileSync(
      path.join(folder, "deep", "t.py"),
      "from edgestudio.tools import edge_tool\nfrom rates import rate\n@edge_tool\ndef f(x: int = rate): pass\n",
    );
    expect(edge(["inspect", "deep/t.py"], { cwd: folder }).stdout).toContain("default 2");
  });
});

describe("help", () => {
  it.each([["validate"], ["inspect"]])("A64 of %s warns that the file runs and shows examples", (command) => {
    const { exit, stdout } = edge([command, "--help"]);
    expect(exit).toBe(0);
    expect(stdout.replace(/\s+/g, " ")).toContain(
      "Runs the file's top level, in the runner process. This is not a safety check",
    );
    expect(stdout).toContain(`edge tools ${command} ./tools.py`);
  });
});
