import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { hostileFile, hostileSign, hostileTools } from "./hostile-tools.ts";
import { hasNamespaces, onLinux, pythonThrough, pythonWithoutNamespaces, runs } from "./namespaces.ts";
import { newMark, processesWith, zombieChildren } from "./processes.ts";
import { call, describeWithPython, type Printed, python } from "./tool-files.ts";

const ways = [
  ["in a PID namespace", "processes", "pid_namespace", hasNamespaces],
  ["without namespaces", "none", "process_tree", onLinux],
] as const;

for (const [where, isolate, level, isPossible] of ways) {
  describeWithPython(`hostile tools ${where}`, () => {
    it.for(hostileTools.map((tool) => [tool.name, tool] as const))(
      "A14 A74 A88 leave nothing behind, and the call has ended in time: %s",
      async ([_, tool], { skip }) => {
        if (!isPossible) skip("this system has no namespaces, or no /proc");
        const mark = newMark();
        const env = { ...process.env, EDGE_TEST_MARK: mark };
        const outlastsAnything = tool.ends.every((end) => end === "runner_timeout");
        const timeoutMs = outlastsAnything ? 1_500 : 6_000;
        const printed: Printed = { stderr: "" };
        const outcome = await call(hostileFile(tool), "f", {}, { env, isolate, timeoutMs, printed });
        expect(printed.stderr).toContain(hostileSign);
        expect([processesWith(mark), zombieChildren()]).toEqual([[], []]);
        expect(tool.ends).toContain(outcome.status);
        const processes = isolate === "none" && tool.breaksTree ? "process_group" : level;
        expect(outcome.isolation).toEqual({ processes, network: "host", networkProofSha256: null });
        expect(outcome.elapsedMs).toBeLessThan(timeoutMs + 1_000);
      },
    );
  });
}

describeWithPython("a tool in a PID namespace", () => {
  it("A13 A88 sees its own processes only, and the receipt's level is what was found", async ({ skip }) => {
    if (!hasNamespaces) skip("this system has no namespaces");
    const body = `import os
@edge_tool
def f() -> list[int]: return [os.getpid(), int(os.readlink("/proc/self")), os.getppid()]
`;
    expect(await call(body, "f")).toMatchObject({
      status: "completed",
      result: { result: [2, 2, 1] },
      isolation: { processes: "pid_namespace" },
    });
  });

  it("A13 A88 is held together as a process tree where the system refuses namespaces", async ({ skip }) => {
    if (!hasNamespaces) skip("this system has no namespaces");
    const body = `import os
@edge_tool
def f() -> bool: return os.path.exists(f"/proc/{os.getppid()}/stat")
`;
    expect(await call(body, "f", {}, { python: pythonWithoutNamespaces() })).toMatchObject({
      status: "completed",
      result: { result: true },
      isolation: { processes: "process_tree", network: "host" },
    });
  });

  it("has the user's rights and no more: a read-only file of the user's stays read-only", async ({
    skip,
  }) => {
    if (!hasNamespaces || process.getuid?.() === 0) skip("needs namespaces, and a user that is not root");
    const body = `import os, tempfile
@edge_tool
def f() -> bool:
    with tempfile.NamedTemporaryFile() as file:
        os.chmod(file.name, 0o400)
        return os.access(file.name, os.W_OK)
`;
    expect(await call(body, "f")).toMatchObject({ result: { result: false } });
  });
});

/** Permitted and bounding capabilities: the tool's own, and those of a program that it starts. */
const capabilities = `import re, subprocess
def held(status): return [re.search(name + r":\\s*(\\w+)", status)[1] for name in ("CapPrm", "CapEff")]
@edge_tool
def f() -> list[str]:
    other = subprocess.run(["cat", "/proc/self/status"], capture_output=True, text=True).stdout
    return [*held(open("/proc/self/status").read()), *held(other)]
`;

describeWithPython("what a user namespace gives to whoever enters it", () => {
  it.for(["processes", "net"] as const)(
    "A90 is not given to root who lacks it outside, nor to what root starts (--isolate %s)",
    async (isolate, { skip }) => {
      const less = ["--bounding-set", "-sys_admin,-dac_override,-dac_read_search"];
      if (process.getuid?.() !== 0 || !runs("setpriv", ...less, "true")) skip("needs root and setpriv");
      if (!runs("setpriv", ...less, "unshare", "-Upnf", "--map-current-user", "true")) skip("no namespaces");
      const limited = pythonThrough(`setpriv ${less.join(" ")}`);
      const outside = await call(capabilities, "f", {}, { isolate: "none", python: limited });
      const inside = await call(capabilities, "f", {}, { isolate, python: limited });
      expect(inside).toMatchObject({ status: "completed", isolation: { processes: "pid_namespace" } });
      expect(inside.result).toEqual(outside.result);
    },
  );

  it.for(["processes", "net"] as const)(
    "is given up by a user who is not root (--isolate %s)",
    async (isolate, { skip }) => {
      const nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"];
      const reachable = "/usr/bin/python3";
      const isNew = "import sys; sys.exit(sys.version_info < (3, 11))";
      if (process.getuid?.() !== 0) skip("needs root, to become another user");
      if (!runs("setpriv", ...nobody, reachable, "-c", isNew))
        skip("needs setpriv and a Python for everyone");
      if (!runs("setpriv", ...nobody, "unshare", "-Upnf", "--map-current-user", "true"))
        skip("no namespaces");
      const options = { isolate, python: pythonThrough(`setpriv ${nobody.join(" ")}`, reachable) };
      const none = "0".repeat(16);
      expect(await call(capabilities, "f", {}, options)).toMatchObject({
        result: { result: [none, none, none, none] },
        isolation: { processes: "pid_namespace" },
      });
    },
  );
});

describeWithPython("the end of what descends from a process", () => {
  it("A74 leaves nothing stopped when its time is over before it could be sure", ({ skip }) => {
    if (!onLinux) skip("looks for processes in /proc");
    const folder = path.resolve("python/runner");
    const program = `import subprocess, sys
sys.path.insert(0, ${JSON.stringify(folder)})
from process_tree import end_descendants
child = subprocess.Popen(["sleep", "60"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    end_descendants(-1)
    print(child.wait(5))
finally:
    child.kill()`;
    expect(execFileSync(String(python?.path), ["-B", "-c", program]).toString()).toBe("-9\n");
  });
});

it("has a list of hostile tools that covers what tools are known to do", () => {
  expect(hostileTools.length).toBeGreaterThanOrEqual(12);
  expect(new Set(hostileTools.map(({ name }) => name)).size).toBe(hostileTools.length);
});
