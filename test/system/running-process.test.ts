import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { RunningProcess } from "../../system/running-process.ts";

const running: RunningProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) await child.discard();
});

/** A shell that answers on descriptor 3 and has its lifeline on 4. */
function shell(script: string): RunningProcess {
  const env = { PATH: process.env.PATH };
  const child = new RunningProcess({ command: "/bin/sh", args: ["-c", script], env, replyFd: 3 });
  running.push(child);
  return child;
}

const line = { maxReplyBytes: 1_000, timeoutMs: 5_000, isComplete: (reply: Buffer) => reply.includes("\n") };

describe("a running process", () => {
  it("answers one thing after the other", async () => {
    const child = shell('read a; echo "first $a" >&3; read b; echo "second $b" >&3; cat >&3');
    expect((await child.exchange({ ...line, input: "one\n", last: false })).reply.toString()).toBe(
      "first one\n",
    );
    expect((await child.exchange({ ...line, input: "two\n", last: false })).reply.toString()).toBe(
      "second two\n",
    );
    const { isComplete, ...rest } = line;
    const end = await child.exchange({ ...rest, input: "the rest", last: true });
    expect([end.kind, end.reply.toString(), child.isGone]).toEqual(["exited", "the rest", true]);
  });

  it("is asked in vain when it is gone already", async () => {
    const child = shell("exit 3");
    await expect.poll(() => child.isGone).toBe(true);
    expect((await child.exchange({ ...line, input: "x\n", last: true })).kind).toBe("exited");
    expect(child.exitCode).toBe(3);
  });

  it("keeps what it says unasked for the next question, and no more than was last allowed", async () => {
    const child = shell("read a; echo 1 >&3; read b; head -c 1000000 /dev/zero >&3");
    expect((await child.exchange({ ...line, input: "\n", last: false })).kind).toBe("complete");
    const flood = await child.exchange({ ...line, input: "\n", last: false });
    expect(flood.kind).toBe("overflow");
    expect(flood.reply.length).toBeLessThan(100_000);
  });

  it("learns by its lifeline that it is to end, and is asked whether it did in time", async () => {
    const obedient = shell("echo up >&3; cat <&4; exit 5");
    await obedient.exchange({ ...line, input: "", last: false });
    expect([await obedient.release(5_000), obedient.exitCode]).toEqual([true, 5]);
    const stubborn = shell("echo up >&3; while :; do sleep 1; done");
    await stubborn.exchange({ ...line, input: "", last: false });
    expect(await stubborn.release(50)).toBe(false);
    await stubborn.discard();
    expect([stubborn.isGone, stubborn.exitSignal]).toEqual([true, "SIGKILL"]);
  });

  it("is one that was not started when this process may open no more files", async () => {
    const program = `import { openSync } from "node:fs";
import { runProcess } from ${JSON.stringify(path.resolve("system/process.ts"))};
const request = { command: "/bin/sh", args: ["-c", "true"], env: {}, input: "", maxReplyBytes: 9, timeoutMs: 5_000 };
try { for (;;) openSync("/dev/null", "r"); } catch {}
for (const replyFd of [1, 3]) {
  const end = await runProcess({ ...request, replyFd });
  process.stdout.write(end.kind + " ");
}`;
    const node = `ulimit -n 256; exec "$0" --import tsx --input-type module --eval "$1"`;
    const { stdout } = await promisify(execFile)("/bin/sh", ["-c", node, process.execPath, program], {
      timeout: 10_000,
    });
    expect(stdout).toBe("not_started not_started ");
  });

  it("does not keep its program from ending while it is not held", async () => {
    const program = `import { RunningProcess } from ${JSON.stringify(path.resolve("system/running-process.ts"))};
const child = new RunningProcess({ command: "/bin/sh", args: ["-c", "cat <&4"], env: {}, replyFd: 3 });
void child.exchange({ input: "", last: false, maxReplyBytes: 1, timeoutMs: 60_000 });
child.hold(false);`;
    const argv = ["--import", "tsx", "--input-type", "module", "--eval", program];
    await promisify(execFile)(process.execPath, argv, { timeout: 10_000 });
  });
});
