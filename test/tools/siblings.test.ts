import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { sha256 } from "../../imprint/hash.ts";
import { systemClock } from "../../system/clock.ts";
import { executeCall } from "../../tools/call.ts";
import { loadTools } from "../../tools/load.ts";
import { describeWithPython, python, temporaryFolder, testRunner, toolsFile } from "./tool-files.ts";

/** Writes modules beside a tools file. */
function filesBeside(content: string, files: Record<string, string>): string {
  const file = toolsFile(content);
  for (const [name, text] of Object.entries(files)) {
    const place = path.join(path.dirname(file), name);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  return file;
}

async function callOf(file: string, options: Parameters<typeof testRunner>[0] = {}) {
  const tools = await loadTools({ file }, { runner: testRunner(options) });
  return executeCall({ clock: systemClock }, tools, { toolName: "f", arguments: {} });
}

const importing = (imports: string, value: string) =>
  `${imports}\n@edge_tool\ndef f() -> str: return str(${value})\n`;
const hashOf = (file: string) => sha256(readFileSync(file));
const python3 = String(python?.path);

describeWithPython("modules beside a tools file", () => {
  it("A14 A88 are in the receipt with the hash of the bytes that ran, sorted by path", async () => {
    const files = {
      "rates.py": "FEE = 3\n",
      "shop/__init__.py": "",
      "shop/deep/orders.py": "from rates import FEE\nCOUNT = 4 * FEE\n",
      "unused.py": "raise SystemError\n",
    };
    const file = filesBeside(importing("import shop.deep.orders", "shop.deep.orders.COUNT"), files);
    const folder = path.dirname(file);
    const outcome = await callOf(file);
    expect(outcome).toMatchObject({ status: "completed", result: { result: "12" } });
    expect(outcome.siblings).toEqual(
      ["rates.py", "shop/__init__.py", "shop/deep/orders.py"].map((name) => ({
        path: name,
        sha256: hashOf(path.join(folder, name)),
      })),
    );
  });

  it("count when the function imports them, and when the call fails", async () => {
    const content = "@edge_tool\ndef f():\n    import late\n    raise ValueError\n";
    const outcome = await callOf(filesBeside(content, { "late.py": "pass\n" }));
    expect(outcome.status).toBe("tool_execution_failed");
    expect(outcome.siblings).toEqual([{ path: "late.py", sha256: sha256(Buffer.from("pass\n")) }]);
  });

  it("count when they make the import fail in the call", async () => {
    const file = filesBeside(importing("import odd", "1"), {
      "odd.py":
        "import pathlib, sys\nmark = pathlib.Path(__file__).with_name('seen')\nif mark.exists(): raise ValueError\nmark.touch()\n",
    });
    const outcome = await callOf(file);
    expect(outcome.status).toBe("tools_file_import_failed");
    expect(outcome.siblings.map(({ path }) => path)).toEqual(["odd.py"]);
  });

  it("A14 never run from a stale .pyc", async () => {
    const file = filesBeside(importing("import rates", "rates.FEE"), { "rates.py": "FEE = 'old'\n" });
    const source = path.join(path.dirname(file), "rates.py");
    // An unchecked hash-based .pyc is what Python itself would run, whatever its source says by now.
    const compile = `import py_compile; py_compile.compile(${JSON.stringify(source)}, doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)`;
    execFileSync(python3, ["-c", compile]);
    writeFileSync(source, "FEE = 'new'\n");
    const plain = execFileSync(python3, ["-c", "import rates; print(rates.FEE)"], {
      cwd: path.dirname(file),
    });
    expect(plain.toString()).toBe("old\n");
    expect(await callOf(file)).toMatchObject({
      result: { result: "new" },
      siblings: [{ path: "rates.py", sha256: hashOf(source) }],
    });
  });

  it("A14 cannot be a .pyc without a source", async () => {
    const content = `@edge_tool
def f() -> str:
    try:
        import hidden
    except ImportError:
        return "not there"
    return "ran"
`;
    const file = filesBeside(content, { "hidden.py": "pass\n" });
    const folder = path.dirname(file);
    const hidden = path.join(folder, "hidden.py");
    execFileSync(python3, ["-m", "compileall", "-b", "-q", hidden]);
    rmSync(hidden);
    execFileSync(python3, ["-c", "import hidden"], { cwd: folder }); // Python itself would run it
    expect(await callOf(file)).toMatchObject({ result: { result: "not there" }, siblings: [] });
  });

  it.each([
    [
      "importlib.util",
      "m = iu.module_from_spec(s := iu.spec_from_file_location('rates', here)); s.loader.exec_module(m)",
    ],
    ["a loader of its own", "m = im.SourceFileLoader('rates', here).load_module()"],
    [
      "a cache of the way to them",
      "sys.path_importer_cache[folder] = im.FileFinder(folder, (im.SourcelessFileLoader, ['.pyc']), (im.SourceFileLoader, ['.py'])); import rates as m",
    ],
  ])("A14 never run from a stale .pyc through %s", async (_, load) => {
    const content = `import importlib.machinery as im, importlib.util as iu, os, sys
folder = os.path.dirname(__file__)
here = os.path.join(folder, "rates.py")
${load.replaceAll("; ", "\n")}
@edge_tool
def f() -> str: return m.FEE
`;
    const file = filesBeside(content, { "rates.py": "FEE = 'old'\n" });
    const source = path.join(path.dirname(file), "rates.py");
    const compile = `import py_compile; py_compile.compile(${JSON.stringify(source)}, doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)`;
    execFileSync(python3, ["-c", compile]);
    writeFileSync(source, "FEE = 'new'\n");
    expect(await callOf(file)).toMatchObject({
      result: { result: "new" },
      siblings: [{ path: "rates.py", sha256: hashOf(source) }],
    });
  });

  it("A14 run from their source in an archive, which is hashed, and not from a .pyc in it", async () => {
    const content = `import os, sys
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "beside.zip"))
import shop.rates
try:
    import hidden
    odd = "ran"
except ImportError:
    odd = "not there"
@edge_tool
def f() -> list[str]: return [shop.rates.FEE, odd]
`;
    const file = filesBeside(content, {});
    const pack = `import marshal, py_compile, zipfile, importlib.util as iu
head = iu.MAGIC_NUMBER + b"\\1" + bytes(11)  # unchecked: run whatever the source says
old = head + marshal.dumps(compile("FEE = 'old'", "x", "exec"))
with zipfile.ZipFile("beside.zip", "w") as archive:
    archive.writestr("shop/__init__.py", "")
    archive.writestr("shop/rates.py", "FEE = 'new'\\n")
    archive.writestr("shop/rates.pyc", old)
    archive.writestr("hidden.pyc", old)
import sys; sys.path.insert(0, "beside.zip")
import hidden, shop.rates; print(shop.rates.FEE)`;
    const plain = execFileSync(python3, ["-c", pack], { cwd: path.dirname(file) });
    expect(plain.toString()).toBe("old\n"); // what Python itself would run
    expect(await callOf(file)).toMatchObject({
      result: { result: ["new", "not there"] },
      siblings: [
        { path: "beside.zip/shop/__init__.py", sha256: sha256(Buffer.from("")) },
        { path: "beside.zip/shop/rates.py", sha256: sha256(Buffer.from("FEE = 'new'\n")) },
      ],
    });
  });

  it("are named without anything that breaks a line or a terminal", async () => {
    const content =
      "import importlib\nimportlib.import_module('odd\\x1b[1m\\nname')\n@edge_tool\ndef f(): pass\n";
    const outcome = await callOf(filesBeside(content, { "odd\x1b[1m\nname.py": "" }));
    expect(outcome.siblings.map(({ path }) => path)).toEqual(["odd\\x1b[1m\\nname.py"]);
  });

  it("are all in the receipt, or are not run: one over the limit is an import that fails", async () => {
    const content = `import importlib, pathlib
folder = pathlib.Path(__file__).parent / "many"
folder.mkdir(exist_ok=True)
for number in range(1001): (folder / f"m{number}.py").touch()
@edge_tool
def f(count: int):
    for number in range(count): importlib.import_module(f"many.m{number}")
    return "imported"
`;
    const tools = await loadTools({ file: filesBeside(content, {}) }, { runner: testRunner() });
    const imported = (count: number) =>
      executeCall({ clock: systemClock }, tools, { toolName: "f", arguments: { count } });
    expect(await imported(1_000)).toMatchObject({ status: "completed" });
    expect(await imported(1_001)).toMatchObject({
      status: "tool_execution_failed",
      message: "the tool raised ImportError",
    });
  });

  it("keep their assertions, and the file its own, whatever the environment says of optimizing", async () => {
    const content = `import rates
@edge_tool
def f() -> str:
    "Look."
    try: assert False
    except AssertionError: return rates.SEEN
    return "left out"
`;
    const file = filesBeside(content, {
      "rates.py": "try:\n    assert False\n    SEEN = 'left out'\nexcept AssertionError: SEEN = 'kept'\n",
    });
    const outcome = await callOf(file, { env: { ...process.env, PYTHONOPTIMIZE: "2" } });
    expect(outcome).toMatchObject({ result: { result: "kept" } });
  });

  it("may be extension modules, which are hashed too", async ({ skip }) => {
    const places = "import sysconfig; print(sysconfig.get_config_var('DESTSHARED') or '')";
    const library = execFileSync(python3, ["-c", places]).toString().trim();
    const find = `import glob; print((glob.glob(${JSON.stringify(`${library}/_lsprof.*so`)}) or [''])[0])`;
    const extension = execFileSync(python3, ["-c", find]).toString().trim();
    if (extension === "") skip("this Python has no extension module to copy");
    const file = filesBeside(importing("import _lsprof", "_lsprof.__file__"), {});
    const copy = path.join(path.dirname(file), path.basename(extension));
    copyFileSync(extension, copy);
    expect(await callOf(file)).toMatchObject({
      result: { result: copy },
      siblings: [{ path: path.basename(copy), sha256: hashOf(copy) }],
    });
  });

  it("are found through links as well, in their folder or to it", async () => {
    const elsewhere = temporaryFolder();
    mkdirSync(path.join(elsewhere, "linked"));
    writeFileSync(path.join(elsewhere, "linked", "part.py"), "PART = 1\n");
    const file = filesBeside(importing("import linked.part, rates", "linked.part.PART"), { "rates.py": "" });
    symlinkSync(path.join(elsewhere, "linked"), path.join(path.dirname(file), "linked"));
    const link = path.join(temporaryFolder(), "project");
    symlinkSync(path.dirname(file), link);
    const env = { ...process.env, PYTHONPATH: path.dirname(file) };
    const outcome = await callOf(path.join(link, "tools.py"), { env });
    expect(outcome).toMatchObject({ status: "completed" });
    expect(outcome.siblings.map(({ path }) => path)).toEqual(["linked/part.py", "rates.py"]);
  });

  it.each([
    ["an encoding that is not UTF-8", "# coding: latin-1\n"],
    ["a syntax error", "def f(:\n"],
  ])("are refused with %s", async (_, text) => {
    const content = "@edge_tool\ndef f():\n    import odd\n";
    const outcome = await callOf(filesBeside(content, { "odd.py": text }));
    expect(outcome).toMatchObject({
      status: "tool_execution_failed",
      message: "the tool raised SyntaxError",
    });
  });

  it("are not what a virtual environment beside the file has installed", async () => {
    const file = filesBeside(importing("import installed_there", "installed_there.HERE"), {});
    const [major, minor] = String(python?.version).split(".");
    const venv = path.join(path.dirname(file), ".venv");
    const packages = path.join(venv, "lib", `python${major}.${minor}`, "site-packages");
    mkdirSync(packages, { recursive: true });
    mkdirSync(path.join(venv, "bin"));
    symlinkSync(python3, path.join(venv, "bin", "python"));
    writeFileSync(path.join(venv, "pyvenv.cfg"), `home = ${path.dirname(python3)}\n`);
    writeFileSync(path.join(packages, "installed_there.py"), "HERE = True\n");
    const outcome = await callOf(file, { python: path.join(venv, "bin", "python") });
    expect(outcome).toMatchObject({ result: { result: "True" }, siblings: [] });
  });

  it("leave no .pyc behind", async () => {
    const file = filesBeside(importing("import rates", "rates.FEE"), { "rates.py": "FEE = 1\n" });
    await callOf(file);
    expect(readdirSync(path.dirname(file))).toEqual(["rates.py", "tools.py"]);
  });
});
