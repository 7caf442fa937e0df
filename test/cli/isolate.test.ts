import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { hasNamespaces, pythonWithoutNamespaces } from "../tools/namespaces.ts";
import { describeWithPython, temporaryFolder, toolsFile } from "../tools/tool-files.ts";
import { edge, testFolder } from "./edge-process.ts";

const networks = `import pathlib
networks = [line.split(":")[0].strip() for line in pathlib.Path("/proc/self/net/route").read_text().splitlines()[1:]]
print(f"routes: {len(networks)}")
@edge_tool
def f(): pass
`;

describeWithPython("edge tools validate --isolate", () => {
  it("net runs the file's top level where there is no network", async ({ skip }) => {
    if (!hasNamespaces) skip("this system has no namespaces");
    const argv = ["tools", "validate", toolsFile(networks), "--isolate", "net"];
    const { exit, stderr } = await edge(testFolder(), argv);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "routes: 0\n" });
  });

  it("net is refused with isolation_unavailable where the system forbids it, and nothing runs", async ({
    skip,
  }) => {
    if (!hasNamespaces) skip("this system has no namespaces to take away");
    const seen = path.join(temporaryFolder(), "seen");
    const file = toolsFile(`open(${JSON.stringify(seen)}, "w")\n@edge_tool\ndef f(): pass\n`);
    const options = ["--isolate", "net", "--python", pythonWithoutNamespaces(), "--json"];
    const { exit, stdout } = await edge(testFolder(), ["tools", "inspect", file, ...options]);
    expect(exit).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, status: "isolation_unavailable" });
    expect(existsSync(seen)).toBe(false);
  });

  it("takes what it knows, and nothing else", async () => {
    const argv = ["tools", "validate", toolsFile(networks), "--isolate", "everything", "--json"];
    const { exit, stdout } = await edge(testFolder(), argv);
    expect([exit, JSON.parse(stdout).status]).toEqual([2, "invalid_usage"]);
  });
});

describeWithPython("edge tools validate --clean-env", () => {
  it("keeps the user's environment from the file", async () => {
    const content = `import os
print("canary" if "SECRET_CANARY" in os.environ else "nothing")
@edge_tool
def f(): pass
`;
    const env = { SECRET_CANARY: "x" };
    const file = toolsFile(content);
    const open = await edge(testFolder(), ["tools", "validate", file], { env });
    expect(open.stderr).toBe("canary\n");
    const clean = await edge(testFolder(), ["tools", "validate", file, "--clean-env"], { env });
    expect([clean.exit, clean.stderr]).toEqual([0, "nothing\n"]);
  });
});
