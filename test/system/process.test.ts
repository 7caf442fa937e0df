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
    const end = await sh("echo done; sleep 60", { isComplete: (reply) => reply.includes("\n") });
    expect(end.kind).toBe("complete");
  });

  it("ends at its deadline, also when it ignores signals", async () => {
    const script = "trap '' TERM INT HUP; echo $$; while :; do sleep 1; done";
    const { kind, reply } = await sh(script, { timeoutMs: 300 });
    expect(kind).toBe("timeout");
    await expect.poll(() => isRunning(Number(reply.toString()))).toBe(false);
  });

  it("ends when it says too much, and keeps what was said up to then", async () => {
    const end = await sh("yes", { maxReplyBytes: 100 });
    expect(end.kind).toBe("overflow");
    expect(end.reply.length).toBeGreaterThan(100);
  });

  it("ends when it is interrupted, before and after its start", async () => {
    expect((await sh("sleep 5", { signal: AbortSignal.abort() })).kind).toBe("aborted");
    expect((await sh("sleep 60", { signal: AbortSignal.timeout(200) })).kind).toBe("aborted");
  });

  it("is not waited for when something else holds its pipes", async () => {
    const { kind, reply } = await sh("setsid sleep 60 & echo $!; sleep 0.2");
    expect(kind).toBe("exited");
    process.kill(Number(reply.toString()), "SIGKILL"); // it is still there
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

  it.each([
    ["after its reply", "echo x >&3; cat <&4", true],
    ["while it runs", "cat <&4 & wait", false],
  ])("holds a lifeline that carries nothing, %s", async (_, script, complete) => {
    const end = await sh(script, { replyFd: 3, timeoutMs: 500, isComplete: () => complete });
    expect(end.kind).toBe(complete ? "complete" : "timeout");
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
