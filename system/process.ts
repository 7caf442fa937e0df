import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";

/** One short-lived child process that reads its stdin to the end and answers on one descriptor. */
export interface ProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment; nothing is inherited beside it. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string | undefined;
  readonly input: Uint8Array | string;
  /**
   * 1: stdout. 3: a channel of its own; stdout then goes nowhere, and descriptor 4 is a lifeline: open for as
   * long as this process lives, however it ends.
   */
  readonly replyFd: 1 | 3;
  readonly maxReplyBytes: number;
  /** From spawn to the whole reply. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onStderr?: ((chunk: Uint8Array) => void) | undefined;
  /** True when nothing more is awaited; without it the reply ends with the process. */
  readonly isComplete?: (reply: Buffer) => boolean;
}

/** How it ended: its reply was whole, it went away, or one of our limits was reached. */
export interface ProcessEnd {
  readonly kind: "complete" | "exited" | "timeout" | "overflow" | "aborted" | "not_started";
  readonly reply: Buffer;
  readonly exitCode: number | null;
  readonly exitSignal: NodeJS.Signals | null;
}

/** How long pipes may still drain after the end; a process that left the group can hold them for ever. */
const drainMs = 250;

/**
 * Runs a child as leader of its own process group and settles by our own clock, never by the closing of
 * pipes. Whatever is left of the group is killed at every end. Processes that leave the group (setsid) are
 * not found. Never rejects.
 */
export function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  const neverStarted = { reply: Buffer.alloc(0), exitCode: null, exitSignal: null };
  if (request.signal?.aborted) return Promise.resolve({ kind: "aborted", ...neverStarted });
  let child: ChildProcess;
  try {
    child = spawn(request.command, [...request.args], {
      env: request.env,
      cwd: request.cwd,
      detached: true,
      stdio: request.replyFd === 1 ? ["pipe", "pipe", "pipe"] : ["pipe", "ignore", "pipe", "pipe", "pipe"],
    });
  } catch {
    return Promise.resolve({ kind: "not_started", ...neverStarted });
  }
  return new Promise((resolve) => supervise(child, request, resolve));
}

function supervise(child: ChildProcess, request: ProcessRequest, resolve: (end: ProcessEnd) => void): void {
  let reply = Buffer.alloc(0);
  let ended: ProcessEnd["kind"] | undefined;
  let closed = false;
  let drain: NodeJS.Timeout | undefined;

  const settle = () => {
    clearTimeout(drain);
    for (const stream of child.stdio) stream?.destroy();
    child.unref();
    const kind = ended ?? "exited";
    resolve({ kind, reply, exitCode: child.exitCode, exitSignal: child.signalCode });
  };
  const end = (kind: ProcessEnd["kind"]) => {
    if (ended !== undefined) return;
    ended = kind;
    clearTimeout(deadline);
    clearTimeout(drain);
    request.signal?.removeEventListener("abort", abort);
    killGroup(child);
    if (closed) settle();
    else drain = setTimeout(settle, drainMs);
  };
  const abort = () => end("aborted");
  const deadline = setTimeout(() => end("timeout"), request.timeoutMs);
  request.signal?.addEventListener("abort", abort);

  child.on("error", () => {
    closed = true;
    end("not_started");
  });
  child.on("exit", () => {
    // The reply may still be in its pipe; whoever else holds that pipe is of the group.
    killGroup(child);
    if (ended === undefined) drain = setTimeout(() => end("exited"), drainMs);
  });
  child.on("close", () => {
    closed = true;
    if (ended === undefined) end("exited");
    else settle();
  });
  (child.stdio[request.replyFd] as Readable | null)?.on("data", (chunk: Buffer) => {
    if (ended !== undefined) return;
    reply = Buffer.concat([reply, chunk]);
    if (reply.length > request.maxReplyBytes) end("overflow");
    else if (request.isComplete?.(reply)) end("complete");
  });
  child.stderr?.on("data", (chunk: Buffer) => request.onStderr?.(chunk));
  for (const stream of child.stdio) stream?.on("error", () => {}); // a child may close its ends early
  child.stdin?.end(request.input);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nothing of the group is left.
  }
}
