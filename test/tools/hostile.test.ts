import { chmodSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { systemClock } from "../../system/clock.ts";
import { executeCall } from "../../tools/call.ts";
import { loadTools } from "../../tools/load.ts";
import { createPythonRunner } from "../../tools/python/runner.ts";
import { readToolsSource } from "../../tools/source.ts";
import { hasNamespaces } from "./namespaces.ts";
import { newMark, processesWith } from "./processes.ts";
import {
  call,
  codesOf,
  describeWithPython,
  discover,
  load,
  type Printed,
  python,
  refusal,
  sourceOf,
  type TestRunnerOptions,
  temporaryFolder,
  testRunner,
  toolsFile,
} from "./tool-files.ts";

const tool = (body: string, preamble = "import os, sys, threading, time, subprocess, signal") =>
  `${preamble}\n@edge_tool\ndef f():\n${body.replace(/^/gm, "    ")}\n    return "fine"\n`;
const fine = { status: "completed", result: { result: "fine" }, runnerSecretVerified: true };

/** Makes a call in an environment that marks every process of it. */
async function markedCall(body: string, options: TestRunnerOptions = {}) {
  const mark = newMark();
  const outcome = await call(
    tool(body),
    "f",
    {},
    { ...options, env: { ...process.env, EDGE_TEST_MARK: mark } },
  );
  return { outcome, left: processesWith(mark) };
}

describeWithPython("tools that write where they should not", () => {
  it.each([
    ["print", "print('noise')"],
    ["sys.__stdout__", "sys.__stdout__.write('noise')"],
    ["descriptor 1", "os.write(1, b'noise')"],
    ["a child process", "subprocess.run(['sh', '-c', 'echo noise'])"],
  ])("A73 sends %s to stderr", async (_, body) => {
    const printed: Printed = { stderr: "" };
    expect(await call(tool(body), "f", {}, { printed })).toMatchObject(fine);
    expect(printed.stderr).toContain("noise");
  });

  it("A73 shows a print that comes before the deadline kills it", async () => {
    const printed: Printed = { stderr: "" };
    const outcome = await call(
      tool("print('noise')\ntime.sleep(60)"),
      "f",
      {},
      { printed, timeoutMs: 1_000 },
    );
    expect([outcome.status, printed.stderr]).toEqual(["runner_timeout", "noise\n"]);
  });

  it("prints at import to stderr as well", async () => {
    const printed: Printed = { stderr: "" };
    const source = await readToolsSource(toolsFile("print('noise')\n@edge_tool\ndef f(): pass\n"));
    expect((await testRunner({ printed }).discover(source)).tools).toHaveLength(1);
    expect(printed.stderr).toBe("noise\n");
  });

  it("has nothing of ours on descriptor 3", async () => {
    expect(await call(tool("os.write(3, b'noise')"), "f")).toMatchObject({
      status: "tool_execution_failed",
      runnerSecretVerified: true,
    });
  });

  it("gets nowhere with a frame that it forges on the channel itself", async () => {
    const forged = `payload = b'{"op":"call","ok":true,"result":{"forged":1}}'
frame = b"edge.runner.v1 " + b"0" * 64 + b" %d\\n" % len(payload) + payload
for fd in range(3, 1000):
    try: os.write(fd, frame)
    except OSError: pass`;
    const outcome = await call(tool(forged), "f");
    expect(outcome).toMatchObject({
      status: "runner_failed",
      runnerSecretVerified: false,
      resultSha256: null,
    });
    expect(outcome).not.toHaveProperty("result");
  });

  it("gets nowhere by filling the channel", async () => {
    const flood = `for fd in range(3, 1000):
    try:
        for _ in range(100): os.write(fd, b"x" * 65536)
    except OSError: pass`;
    expect(await call(tool(flood), "f")).toMatchObject({
      status: "runner_failed",
      runnerSecretVerified: false,
    });
  });

  it("fails when it closes every descriptor", async () => {
    expect(await call(tool("os.closerange(3, 1024)"), "f")).toMatchObject({
      status: "runner_failed",
      runnerSecretVerified: false,
    });
  });

  it.each([
    ["os.close(1)"],
    ["sys.stdout.close()"],
    ["os.close(0); os.close(1); os.close(2)"],
    ["sys.stdout = None"],
  ])("answers after `%s`", async (body) => {
    expect(await call(tool(body), "f")).toMatchObject(fine);
  });
});

describeWithPython("tools that raise when nothing can be said about it", () => {
  it.each([["os.close(2)"], ["sys.stderr.close()"], ["sys.stderr = None"], ["os.closerange(0, 3)"]])(
    "fails the call after `%s`",
    async (body) => {
      expect(await call(tool(`${body}\nraise ValueError`), "f")).toMatchObject({
        status: "tool_execution_failed",
        message: "the tool raised ValueError",
        runnerSecretVerified: true,
      });
    },
  );
});

describeWithPython("files that a tool left open", () => {
  it.each([
    ["a text file", "open(file, 'w').write('x' * 10)", 10],
    ["a buffered one", "open(file, 'wb').write(b'x' * 10)", 10],
    ["one that is read as well", "open(file, 'w+b').write(b'x' * 10)", 10],
  ])("have on the disk what was written to %s when the call has completed", async (_, write, size) => {
    const file = path.join(temporaryFolder(), "out");
    const body = `file = ${JSON.stringify(file)}\nopen_writer = ${write.replace(/\.write.*/, "")}
sys.kept = open_writer
sys.kept${write.replace(/^.*(\.write.*)$/, "$1")}`;
    expect(await call(tool(body), "f")).toMatchObject(fine);
    expect(statSync(file).size).toBe(size);
  });

  it("do not fail it when nobody reads them any more", async () => {
    const body = `read, write = os.pipe()
sys.kept = os.fdopen(write, "w")
sys.kept.write("x")
os.close(read)`;
    expect(await call(tool(body), "f")).toMatchObject(fine);
  });
});

describeWithPython("tools in narrow surroundings", () => {
  it.for(["processes", "net", "none"] as const)(
    "A90 have nothing of what another program left open (--isolate %s)",
    async (isolate, { skip }) => {
      if (isolate === "net" && !hasNamespaces) skip("this system has no namespaces");
      const leaky = path.join(temporaryFolder(), "python");
      const script = `import os, socket, sys
here, there = socket.socketpair()
for fd, end in ((50, here), (5, here), (400, there)): os.dup2(end.fileno(), fd)
os.execv(${JSON.stringify(python?.path)}, [${JSON.stringify(python?.path)}, *sys.argv[1:]])`;
      writeFileSync(leaky, `#!${python?.path}\n${script}\n`);
      chmodSync(leaky, 0o755);
      const content = `import os, stat
@edge_tool
def f() -> list[int]:
    found = []
    for fd in range(3, 1024):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode): found.append(fd)
        except OSError: pass
    return found
`;
      const outcome = await call(content, "f", {}, { python: leaky, isolate });
      expect(outcome.status).toBe("completed");
      const sockets = outcome.result?.result as number[];
      // The reply's own channel is one, at a number that is not told.
      expect(sockets.filter((fd) => [5, 50, 400].includes(fd))).toEqual([]);
      expect(sockets.length).toBeLessThanOrEqual(1);
    },
  );

  it("run where few files may be open", async () => {
    const folder = temporaryFolder();
    const narrow = path.join(folder, "python");
    writeFileSync(narrow, `#!/bin/sh\nulimit -n 40\nexec ${JSON.stringify(python?.path)} "$@"\n`);
    chmodSync(narrow, 0o755);
    const file = toolsFile("import resource\n@edge_tool\ndef f() -> int: return resource.getrlimit(7)[0]\n");
    const runner = createPythonRunner({ env: process.env, python: narrow });
    const tools = await loadTools({ file }, { runner });
    const outcome = await executeCall({ clock: systemClock }, tools, {
      toolName: "f",
      arguments: {},
    });
    expect(outcome).toMatchObject({ status: "completed", result: { result: 40 } });
  });

  it("run with a standard encoding that is not ours, and beside noise from the interpreter's start", async () => {
    const noisy = temporaryFolder();
    writeFileSync(
      path.join(noisy, "sitecustomize.py"),
      "import atexit\nprint('noise', end='')\natexit.register(print, 'bye')\n",
    );
    const env = { ...process.env, PYTHONIOENCODING: "utf-16", PYTHONPATH: noisy };
    const runner = createPythonRunner({ env });
    const file = toolsFile("@edge_tool\ndef f() -> str: return 'ü'\n");
    const tools = await loadTools({ file }, { runner });
    const outcome = await executeCall({ clock: systemClock }, tools, {
      toolName: "f",
      arguments: {},
    });
    expect(outcome).toMatchObject({ status: "completed", result: { result: "ü" } });
  });
});

describeWithPython("tools that end or outlive their process", () => {
  it.each([["os._exit(0)"], ["os._exit(7)"], ["os.kill(os.getpid(), signal.SIGKILL)"], ["os.abort()"]])(
    "fails by `%s`: no frame, no result",
    async (body) => {
      expect(await call(tool(body), "f")).toMatchObject({
        status: "runner_failed",
        runnerSecretVerified: false,
      });
    },
  );

  it("does not wait for threads or for what was left for the exit", async () => {
    const body = `import atexit
atexit.register(time.sleep, 60)
threading.Thread(target=time.sleep, args=(60,)).start()`;
    expect(await call(tool(body), "f")).toMatchObject(fine);
  });

  it("answers once when a fork comes back out of the tool", async () => {
    expect(await call(tool("os.fork()"), "f")).toMatchObject(fine);
  });

  it("A74 kills a tool at its deadline, and its children with it", async () => {
    const body = `signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen(["sleep", "60"])
time.sleep(60)`;
    const { outcome, left } = await markedCall(body, { timeoutMs: 1_500 });
    expect(outcome).toMatchObject({
      status: "runner_timeout",
      runnerSecretVerified: false,
      resultSha256: null,
    });
    expect(left).toEqual([]);
  });

  it.each([
    ["stops itself", "os.kill(os.getpid(), signal.SIGSTOP)"],
    ["never ends", "while True: pass"],
    ["prints without end", "while True: print('x' * 1000)"],
  ])("A74 kills a tool that %s", async (_, body) => {
    expect(await call(tool(body), "f", {}, { timeoutMs: 1_000 })).toMatchObject({ status: "runner_timeout" });
  });

  it.each([
    ["a child", `subprocess.Popen(["sleep", "60"], close_fds=False)`, fine],
    [
      "a grandchild that left the group, of a dead runner",
      `subprocess.Popen(["setsid", "sleep", "60"], close_fds=False)\ntime.sleep(0.3)\nos._exit(0)`,
      { status: "runner_failed" },
    ],
  ])("does not wait for %s that holds the pipes, and leaves none behind", async (_, body, ending) => {
    const { outcome, left } = await markedCall(body);
    expect(outcome).toMatchObject(ending);
    expect(left).toEqual([]);
  });

  it("gives the exit code of the tool's process, 128 and its signal for one that was killed", async () => {
    expect(await call(tool("os._exit(7)"), "f")).toMatchObject({ message: expect.stringContaining("(7)") });
    const killed = await call(tool("os.kill(os.getpid(), signal.SIGKILL)"), "f");
    expect(killed).toMatchObject({ message: expect.stringContaining("(137)") });
  });

  it("are ordinary processes: not the first one of a system, and a group that they may signal", async () => {
    const body = `signal.signal(signal.SIGTERM, lambda *_: None)
os.kill(0, signal.SIGTERM)
assert os.getpid() != 1 and os.getpid() == os.getsid(0)`;
    for (const isolate of ["processes", "none"] as const) {
      expect(await call(tool(body), "f", {}, { isolate })).toMatchObject(fine);
    }
  });

  it("ends discovery at its deadline, and when the file ends the process", async () => {
    const sleeping = await readToolsSource(toolsFile("import time\ntime.sleep(60)\n"));
    expect(await refusal(testRunner({ timeoutMs: 800 }).discover(sleeping))).toBe("runner_timeout");
    const leaving = await readToolsSource(toolsFile("import os\nos._exit(0)\n"));
    expect(await refusal(testRunner().discover(leaving))).toBe("runner_failed");
  });

  it("stops at an interruption, before and during a run", async () => {
    const source = await readToolsSource(toolsFile("import time\ntime.sleep(60)\n"));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 700);
    expect(await refusal(testRunner().discover(source, { signal: controller.signal }))).toBe("interrupted");
    expect(await refusal(testRunner().discover(source, { signal: controller.signal }))).toBe("interrupted");
  });
});

describeWithPython("tools files that are not what they seem", () => {
  const plain = "from edgestudio.tools import edge_tool\n@edge_tool\ndef f():\n    'Look.'\n    return 1\n";

  it("reads LF, CRLF and a BOM as the same tool in different files", async () => {
    const forms = [plain, plain.replaceAll("\n", "\r\n"), `\ufeff${plain}`].map((text) => Buffer.from(text));
    const loaded = [];
    for (const form of forms) loaded.push(await load(form));
    expect(new Set(loaded.map((tools) => sourceOf(tools).sha256)).size).toBe(3);
    expect(new Set(loaded.map((tools) => tools.contract.activeSetSha256)).size).toBe(1);
  });

  it.each([
    ["utf-7", "# coding: utf-7\n"],
    ["latin-1", "# -*- coding: latin-1 -*-\n"],
    ["utf-7 in line 2", "#!/usr/bin/python\n# coding=utf-7\n"],
    ["utf-7 behind a lone carriage return", "\r# coding: utf-7\n"],
    ["an unknown one", "# coding: nonsense\n"],
    ["latin-1 behind a BOM", "\ufeff# coding: latin-1\n"],
  ])("refuses the source encoding %s", async (_, head) => {
    expect(await codesOf(Buffer.from(head + plain))).toEqual(["tools_file_import_failed"]);
  });

  it("takes a declared utf-8", async () => {
    expect(await codesOf(Buffer.from(`# -*- coding: utf-8 -*-\n${plain}`))).toEqual([]);
  });

  it.each([
    ["bytes that are not UTF-8", Buffer.concat([Buffer.from(plain), Buffer.from([0x23, 0xff, 0xfe, 0x0a])])],
    ["a null byte", Buffer.from(`${plain}\0`)],
    ["a program nested beyond the parser", Buffer.from(`x = ${"(".repeat(5000)}`)],
  ])("refuses %s", async (_, bytes) => {
    expect(await codesOf(bytes)).toEqual(["tools_file_import_failed"]);
  });

  it("finds no tools in an empty file", async () => {
    expect(await discover(new Uint8Array())).toMatchObject({ tools: [], problems: [] });
    expect(await refusal(load(new Uint8Array()))).toBe("no_tools_found");
  });

  it("cannot be misled by a file that imports under names of the runner", async () => {
    const content =
      "import sys\nsys.modules.pop('edgestudio.tools', None)\nimport json, hmac, os\njson.dumps = json.encoder.JSONEncoder.encode = lambda *a, **k: '{}'\nhmac.new = os.write = os._exit = None\n@edge_tool\ndef f(): pass\n";
    expect((await load(content)).contract.tools).toHaveLength(1);
  });
});
