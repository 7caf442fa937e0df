import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { findPython } from "../../tools/python/interpreter.ts";
import { describeWithPython, python, refusal, temporaryFolder } from "../tools/tool-files.ts";

/** A folder with a stand-in for Python that prints what it is told. */
function fakePython(version: string, exit = 0, name = "python"): string {
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, `#!/bin/sh\necho edge.python ${version} /opt/python\nexit ${exit}\n`);
  chmodSync(file, 0o755);
  return file;
}
const env = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, ...more });

describeWithPython("the interpreter", () => {
  it("is --python, else EDGE_PYTHON, else the virtual environment's, else python3", async () => {
    const [option, variable] = [fakePython("3.12.1"), fakePython("3.13.2")];
    const virtual = temporaryFolder();
    mkdirSync(path.join(virtual, "bin"));
    symlinkSync(fakePython("3.14.3"), path.join(virtual, "bin", "python"));
    const all = env({ EDGE_PYTHON: variable, VIRTUAL_ENV: virtual });
    const version = async (choice: Parameters<typeof findPython>[0]) => (await findPython(choice)).version;
    expect(await version({ env: all, python: option })).toBe("3.12.1");
    expect(await version({ env: all })).toBe("3.13.2");
    expect(await version({ env: env({ VIRTUAL_ENV: virtual }) })).toBe("3.14.3");
    expect(await findPython({ env: env() })).toEqual(python);
  });

  it("is run as it was named, for it may be a wrapper; only python3 is run by its own path", async () => {
    const named = fakePython("3.11.0");
    const pathOf = async (choice: Parameters<typeof findPython>[0]) => (await findPython(choice)).path;
    expect(await pathOf({ env: env(), python: named })).toBe(named);
    expect(await pathOf({ env: env({ EDGE_PYTHON: named }) })).toBe(named);
    expect(await pathOf({ env: env(), python: "./python", cwd: path.dirname(named) })).toBe(named);
    const shim = fakePython("3.11.0", 0, "python3");
    const onPath = env({ PATH: `${path.dirname(shim)}:${process.env.PATH}` });
    expect(await pathOf({ env: onPath })).toBe("/opt/python");
    expect(await pathOf({ env: onPath, python: "python3" })).toBe("python3");
  });

  it("is heard through a wrapper that says more, in whatever encoding", async () => {
    const wrapper = path.join(temporaryFolder(), "python");
    writeFileSync(wrapper, `#!/bin/sh\nprintf 'starting'\n"${python?.path}" "$@"\necho done\n`);
    chmodSync(wrapper, 0o755);
    const choice = { env: env({ PYTHONIOENCODING: "utf-16" }), python: wrapper };
    expect(await findPython(choice)).toEqual({ path: wrapper, version: python?.version });
  });

  it.each([
    ["older than 3.11", () => fakePython("3.10.9")],
    ["of the last major version", () => fakePython("2.7.18")],
    ["failing", () => fakePython("3.12.0", 1)],
    ["another program", () => "true"],
    ["not there", () => "/nowhere/python3"],
    ["a folder", () => temporaryFolder()],
  ])("is refused when it is %s, without falling back", async (_, make) => {
    expect(await refusal(findPython({ env: env(), python: make() }))).toBe("python_not_found");
    expect(await refusal(findPython({ env: env({ EDGE_PYTHON: make() }) }))).toBe("python_not_found");
  });

  it("is not looked for after an interruption", async () => {
    expect(await refusal(findPython({ env: env(), signal: AbortSignal.abort() }))).toBe("interrupted");
  });
});
