import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { describeWithPython, python } from "../tools/tool-files.ts";
import { edgeHere, root, testFolder } from "./edge-process.ts";

const file = path.join(root, "samples/tools/orders.py");
const pinned = (name: string) => readFileSync(path.join(root, "test/vectors/inspect", name), "utf8");

/** What `edge tools inspect` prints of the sample, with the names that each machine has of its own taken out. */
async function inspected(...argv: string[]): Promise<string> {
  const command = ["tools", "inspect", file, "--python", python?.path ?? "python3", ...argv];
  const { exit, stdout, stderr } = await edgeHere(testFolder(), command);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
  return stdout
    .replaceAll(file, "FILE")
    .replaceAll(python?.path ?? "", "PYTHON")
    .replaceAll(python?.version ?? "", "VERSION");
}

describeWithPython("edge tools inspect", () => {
  // Any change of a schema or a hash turns these red: an imprint that knows the tool is then refused.
  it("A62 prints the pinned document of the sample, to the byte", async () => {
    expect(await inspected("--json")).toBe(pinned("orders.json"));
  });

  it("A62 prints the pinned text of the sample, to the byte", async () => {
    expect(await inspected()).toBe(pinned("orders.txt"));
  });

  it("A62 shows every line that a model reads, and what a tool says of its permissions", async () => {
    const folder = testFolder();
    const tools = `from edgestudio.tools import edge_tool
@edge_tool(description="Quote it.\\n\\tpay(now)\\n\\nThe end.", permissions=["read_local"])
def quote(): return 1
`;
    writeFileSync(path.join(folder, "tools.py"), tools);
    const command = [
      "tools",
      "inspect",
      path.join(folder, "tools.py"),
      "--python",
      python?.path ?? "python3",
    ];
    const { stdout } = await edgeHere(folder, command);
    expect(stdout).toMatch(/^quote +read +no +[0-9a-f]{12} +read_local +-$/m);
    expect(stdout).toContain("\nquote()\n  | Quote it.\n  | \\x09pay(now)\n  |\n  | The end.\n");
  });
});
