import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { confinementOf } from "../../tools/python/isolation.ts";
import { hasNamespaces, onLinux, pythonWithoutNamespaces } from "./namespaces.ts";
import {
  call,
  describeWithPython,
  load,
  python,
  refusal,
  sourceOf,
  type TestRunnerOptions,
  temporaryFolder,
  testRunner,
} from "./tool-files.ts";

const net: TestRunnerOptions = { isolate: "net" };
const connecting = (port: number) => `import errno, socket
@edge_tool
def f() -> str:
    try:
        socket.create_connection(("127.0.0.1", ${port}), 2).close()
    except OSError as error:
        return errno.errorcode[error.errno]
    return "connected"
`;

async function listening<T>(action: (port: number, count: () => number) => Promise<T>): Promise<T> {
  let count = 0;
  const server: Server = createServer((socket) => {
    count++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const address = server.address();
    return await action(typeof address === "object" && address ? address.port : 0, () => count);
  } finally {
    server.close();
  }
}

describeWithPython("--isolate net", () => {
  it("A90 runs a call where nothing can be reached, and its proof is in the receipt", async ({ skip }) => {
    if (!hasNamespaces) skip("this system has no namespaces");
    await listening(async (port, count) => {
      const open = await call(connecting(port), "f");
      expect(open).toMatchObject({ result: { result: "connected" }, isolation: { network: "host" } });
      expect(count()).toBe(1);
      const shut = await call(connecting(port), "f", {}, net);
      expect(shut).toMatchObject({ result: { result: "ENETUNREACH" } });
      expect(shut.isolation).toEqual({
        processes: "pid_namespace",
        network: "none",
        networkProofSha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      });
      expect(count()).toBe(1);
    });
  });

  it("proves the same with the same hash, call by call", async ({ skip }) => {
    if (!hasNamespaces) skip("this system has no namespaces");
    const calls = [await call(connecting(1), "f", {}, net), await call(connecting(1), "f", {}, net)];
    expect(new Set(calls.map(({ isolation }) => isolation?.networkProofSha256)).size).toBe(1);
  });

  it("lets nobody back into the user's network", async ({ skip }) => {
    if (!hasNamespaces) skip("this system has no namespaces");
    const body = `import ctypes, os
@edge_tool
def f() -> list[int]:
    libc, own, ways = ctypes.CDLL(None), os.stat("/proc/self/ns/net").st_ino, []
    for pid in os.listdir("/proc"):
        try: ways.append(os.open(f"/proc/{pid}/ns/net", os.O_RDONLY))
        except OSError: pass
    for fd in [*ways, *range(3, 1024)]: libc.setns(fd, 0x40000000)
    return [int(len(ways) > 0), int(os.stat("/proc/self/ns/net").st_ino == own)]
`;
    expect(await call(body, "f", {}, net)).toMatchObject({ result: { result: [1, 1] } });
  });

  it("keeps what user and root may read and write", async ({ skip }) => {
    if (!hasNamespaces) skip("this system has no namespaces");
    const file = path.join(temporaryFolder(), "own");
    writeFileSync(file, "mine", { mode: 0o600 });
    const body = `import os, pathlib
@edge_tool
def f() -> list[str]: return [pathlib.Path(${JSON.stringify(file)}).read_text(), str(os.getuid()), str(os.getgid())]
`;
    const ids = [String(process.getuid?.()), String(process.getgid?.())];
    expect(await call(body, "f", {}, net)).toMatchObject({ result: { result: ["mine", ...ids] } });
  });

  it("A90 runs nothing of the user's before the proof: neither sitecustomize nor what PYTHONPATH replaces", async ({
    skip,
  }) => {
    if (!hasNamespaces) skip("this system has no namespaces");
    const folder = temporaryFolder();
    const home = temporaryFolder();
    const seen = path.join(folder, "seen");
    const say = `import os\nopen(${JSON.stringify(seen)}, "a").write(os.readlink("/proc/self/ns/net") + "\\n")\n`;
    writeFileSync(path.join(folder, "sitecustomize.py"), say);
    writeFileSync(path.join(folder, "base64.py"), `${say}raise SystemExit\n`);
    writeFileSync(path.join(folder, "mine.py"), "HERE = 'on the path'\n");
    const packages = path.join(
      home,
      "lib",
      `python${python?.version.split(".", 2).join(".")}`,
      "site-packages",
    );
    mkdirSync(packages, { recursive: true });
    writeFileSync(path.join(packages, "other.pth"), `import os; exec(${JSON.stringify(say)})\n`);
    const env = { ...process.env, PYTHONPATH: folder, PYTHONUSERBASE: home };
    const body = `import os, sys, mine
@edge_tool
def f() -> list[str]: return [mine.HERE, os.readlink("/proc/self/ns/net")]
`;
    const outcome = await call(body, "f", {}, { ...net, env });
    const [here, namespace] = (outcome.result?.result ?? []) as string[];
    expect(here).toBe("on the path");
    const places = readFileSync(seen, "utf8").trim().split("\n");
    expect(places).toHaveLength(4); // sitecustomize and the .pth file, in discovery and in the call
    expect(places.slice(2)).toEqual([namespace, namespace]);
    expect(places).not.toContain(own("net"));
  });

  it("finds what is installed in a virtual environment", async ({ skip }) => {
    if (!hasNamespaces) skip("this system has no namespaces");
    const venv = temporaryFolder();
    execFileSync(String(python?.path), ["-m", "venv", "--without-pip", venv]);
    const version = python?.version.split(".", 2).join(".");
    const packages = path.join(venv, "lib", `python${version}`, "site-packages");
    writeFileSync(path.join(packages, "installed_there.py"), "HERE = True\n");
    const body = `import installed_there, sys
@edge_tool
def f() -> bool: return installed_there.HERE and sys.prefix != sys.base_prefix
`;
    const env = { ...process.env, VIRTUAL_ENV: venv };
    expect(
      await call(body, "f", {}, { ...net, env, python: path.join(venv, "bin", "python") }),
    ).toMatchObject({
      result: { result: true },
    });
  });

  it("is refused where the system has no namespaces, in discovery too, and nothing of the file runs", async ({
    skip,
  }) => {
    if (!hasNamespaces) skip("this system has no namespaces to take away");
    const seen = path.join(temporaryFolder(), "seen");
    const content = `open(${JSON.stringify(seen)}, "a").write("x")\n@edge_tool\ndef f(): pass\n`;
    expect(await refusal(load(content, {}, { ...net, python: pythonWithoutNamespaces() }))).toBe(
      "isolation_unavailable",
    );
    const tools = await load(content);
    const [tool] = tools.contract.tools;
    if (tool === undefined) throw new Error("no tool");
    const request = { source: sourceOf(tools), tool: tool.schema, arguments: {} };
    const shut = testRunner({ ...net, python: pythonWithoutNamespaces() });
    expect(await shut.call(request)).toEqual({
      ok: false,
      code: "isolation_unavailable",
      message: expect.stringContaining("ENOSPC"),
      isolation: null,
      siblings: [],
      secretVerified: false,
    });
    expect(readFileSync(seen, "utf8")).toBe("x"); // from the discovery that was allowed to run
  });
});

describe("what a runner reports of itself", () => {
  const pid_namespace = "pid:[1]";
  const network_namespace = "net:[1]";
  const network_probes: Record<string, string> = {
    interfaces: "lo",
    interfaces_up: "",
    tcp_canary: "ENETUNREACH",
    tcp_ipv4: "ENETUNREACH",
    tcp_ipv6: "EADDRNOTAVAIL",
    udp_canary: "ENETUNREACH",
    udp_ipv4: "ENETUNREACH",
    udp_ipv6: "EAFNOSUPPORT",
    dns: "ENETUNREACH",
    return: "EPERM",
  };
  const ready = { op: "ready", ok: true, session: 2, pid_namespace, network_namespace } as const;

  it("is an empty network when every way out was refused and nothing reached the canary", ({ skip }) => {
    if (!onLinux) skip("no namespaces to compare with");
    expect(confinementOf({ ...ready, network_probes }, "net", 0)).toMatchObject({
      ok: true,
      isNamespaced: true,
      networkProofSha256: expect.stringMatching(/^sha256:/),
    });
  });

  it.each([
    ["no probes", { ...ready }, 0],
    ["a namespace that is our own", { ...ready, network_namespace: own("net"), network_probes }, 0],
    ["processes of our own namespace", { ...ready, pid_namespace: own("pid"), network_probes }, 0],
    ["no namespace at all", { op: "ready", ok: true, session: 2, network_probes } as const, 0],
    ["a canary that was reached", { ...ready, network_probes }, 1],
    ["no canary", { ...ready, network_probes }, null],
    ...Object.keys(network_probes).flatMap((name) =>
      name === "interfaces"
        ? []
        : (["ok", "ECONNREFUSED", "ETIMEDOUT"] as const).map(
            (outcome) =>
              [
                `${name} that gave ${outcome}`,
                { ...ready, network_probes: { ...network_probes, [name]: outcome } },
                0,
              ] as const,
          ),
    ),
  ] as const)("is no empty network with %s", (_, report, connections) => {
    expect(confinementOf(report, "net", connections)).toMatchObject({ ok: false });
  });

  it("is no PID namespace unless it is another one than ours", () => {
    expect(confinementOf({ ...ready, pid_namespace: own("pid") }, "processes", null)).toMatchObject({
      ok: true,
      isNamespaced: false,
    });
    expect(confinementOf({ op: "ready", ok: true, session: 2 }, "processes", null)).toMatchObject({
      isNamespaced: false,
    });
  });
});

function own(kind: "net" | "pid"): string {
  return onLinux ? readlinkSync(`/proc/self/ns/${kind}`) : `${kind}:[1]`;
}
