import { readFileSync, writeFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { systemClock } from "../../system/clock.ts";
import { executeCall } from "../../tools/call.ts";
import { loadTools } from "../../tools/load.ts";
import { createPythonRunner } from "../../tools/python/runner.ts";
import { describeWithPython, python, temporaryFolder, toolsFile } from "../tools/tool-files.ts";

const where = `import edgestudio, edgestudio.tools
@edge_tool
def origin() -> list[str]:
    return [edgestudio.__file__, edgestudio.tools.__file__]
`;
const other = "raise ImportError('another version was taken')\n";
const root = path.resolve(import.meta.dirname, "../..");

/** A folder that holds another version of what tool files import. */
async function otherEdgestudio(parent: string): Promise<void> {
  await mkdir(path.join(parent, "edgestudio"), { recursive: true });
  for (const file of ["__init__.py", "tools.py"]) writeFileSync(path.join(parent, "edgestudio", file), other);
}

/** A virtual environment, as `python3 -m venv` lays one out, and its packages' folder. */
async function virtualEnvironment(): Promise<{ interpreter: string; packages: string }> {
  const folder = temporaryFolder();
  const [major, minor] = String(python?.version).split(".");
  const packages = path.join(folder, "lib", `python${major}.${minor}`, "site-packages");
  const interpreter = path.join(folder, "bin", "python");
  await mkdir(path.dirname(interpreter));
  await mkdir(packages, { recursive: true });
  await symlink(String(python?.path), interpreter);
  writeFileSync(path.join(folder, "pyvenv.cfg"), `home = ${path.dirname(String(python?.path))}\n`);
  writeFileSync(path.join(packages, "installed_there.py"), "here = True\n");
  return { interpreter, packages };
}

async function originOf(file: string, options: Parameters<typeof createPythonRunner>[0]) {
  const tools = await loadTools({ file }, { runner: createPythonRunner(options) });
  return executeCall({ clock: systemClock }, tools, { toolName: "origin", arguments: {} });
}

const ours = ["edgestudio/__init__.py", "edgestudio/tools.py"].map((file) => path.join(root, "python", file));

describeWithPython("edgestudio comes from the package's own tree", () => {
  it("although another version is installed in the virtual environment that runs the file", async () => {
    const { interpreter, packages } = await virtualEnvironment();
    await otherEdgestudio(packages);
    const file = toolsFile(`import installed_there\n${where}`);
    const outcome = await originOf(file, { env: process.env, python: interpreter });
    expect(outcome).toMatchObject({ status: "completed", result: { result: ours } });
  });

  it("although another version is in PYTHONPATH, or lies beside the tools file", async () => {
    const elsewhere = temporaryFolder();
    await otherEdgestudio(elsewhere);
    const file = toolsFile(where);
    await otherEdgestudio(path.dirname(file));
    const env = { ...process.env, PYTHONPATH: elsewhere };
    expect(await originOf(file, { env, python: python?.path })).toMatchObject({ result: { result: ours } });
  });
});

it("the Python package has the version of the npm package", () => {
  const project = readFileSync(path.join(root, "python/pyproject.toml"), "utf8");
  expect(/^version = "(.+)"$/m.exec(project)?.[1]).toBe(packageJson.version);
});
