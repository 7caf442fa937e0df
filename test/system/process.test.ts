import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ProcessRequest, runProcess } from "../../system/process.ts";

const sh = (script: string, more: Partial<ProcessRequest> = {}) =>
  runProcess({
    command: "/bin/sh",
    args: ["-c", script],
    env: { PATH: process.env.PATH },
    input: "",
    replyFd: 1,
    maxReplyBytes: 1_000,
    timeoutMs: 5_000,
    ...more,
  });

async function timed<T>(action: Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  return { value: await action, ms: performance.now() - start };
}

describe("a child process", () => {
  it("reads its input and answers on the descriptor asked for", async () => {
    const stdout = await sh("cat; exit 3", { input: "hello" });
    expect(stdout).toMatchObject({ kind: "exited", exitCode: 3, exitSignal: null });
    expect(stdout.reply.toString()).toBe("hello");
    const channel = await sh("echo out; echo err >&2; echo reply >&3", { replyFd: 3 });
    expect(channel.reply.toString()).toBe("reply\n");
  });

  it("hands its stderr over as it comes", async () => {
    const chunks: Uint8Array[] = [];
    await sh("echo one >&2; echo two >&2", { onStderr: (chunk) => chunks.push(chunk) });
    expect(Buffer.concat(chunks).toString()).toBe("one\ntwo\n");
  });

  it("has the environment and folder given, and no others", async () => {
    const { reply } = await sh('echo "$CANARY:$HOME:$(pwd)"', { env: { CANARY: "x" }, cwd: "/" });
    expect(reply.toString()).toBe("x::/\n");
  });

  it("ends with a complete reply, without waiting for the exit", async () => {
    const { value, ms } = await timed(
      sh("echo done; sleep 5", { isComplete: (reply) => reply.includes("\n") }),
    );
    expect(value.kind).toBe("complete");
    expect(ms).toBeLessThan(2_000);
  });

  it("ends at its deadline, also when it ignores signals", async () => {
    const { value, ms } = await timed(
      sh("trap '' TERM INT HUP; while :; do sleep 1; done", { timeoutMs: 300 }),
    );
    expect(value).toMatchObject({ kind: "timeout" });
    expect(ms).toBeLessThan(2_000);
  });

  it("ends when it says too much, and keeps what was said up to then", async () => {
    const end = await sh("yes", { maxReplyBytes: 100 });
    expect(end.kind).toBe("overflow");
    expect(end.reply.length).toBeGreaterThan(100);
  });

  it("ends when it is interrupted, before and after its start", async () => {
    expect((await sh("sleep 5", { signal: AbortSignal.abort() })).kind).toBe("aborted");
    const { value, ms } = await timed(sh("sleep 5", { signal: AbortSignal.timeout(200) }));
    expect(value.kind).toBe("aborted");
    expect(ms).toBeLessThan(2_000);
  });

  it("is not waited for when something else holds its pipes", async () => {
    const { value, ms } = await timed(sh("setsid sleep 3 & echo here; sleep 0.2"));
    expect([value.kind, value.reply.toString()]).toEqual(["exited", "here\n"]);
    expect(ms).toBeLessThan(2_000);
  });

  it("takes the rest of its group with it", async () => {
    const { reply } = await sh("sleep 30 >/dev/null 2>&1 & echo $!");
    const pid = Number(reply.toString());
    expect(pid).toBeGreaterThan(1);
    await expect.poll(() => isRunning(pid), { timeout: 2_000 }).toBe(false);
  });

  it("reports a program that cannot be started", async () => {
    expect((await sh("", { command: "/nowhere/program" })).kind).toBe("not_started");
    expect((await sh("", { command: "/bin/sh", cwd: "/nowhere" })).kind).toBe("not_started");
    expect((await sh("", { env: { BAD: "a\0b" } })).kind).toBe("not_started");
  });

  it("may close its input unread", async () => {
    const end = await sh("exec 0<&-; sleep 0.1; echo ok", { input: "x".repeat(1_000_000) });
    expect(end.reply.toString()).toBe("ok\n");
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync("/proc") || existsSync(`/proc/${pid}/exe`);
  } catch {
    return false;
  }
}
