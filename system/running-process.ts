import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import type { Socket } from "node:net";

export interface ProcessStart {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment; nothing is inherited beside it. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string | undefined;
  /**
   * 1: stdout. 3: a channel of its own; stdout then goes nowhere, and descriptor 4 is a lifeline: open until
   * `release`, or for as long as this process lives, however it ends.
   */
  readonly replyFd: 1 | 3;
  readonly onStderr?: ((chunk: Uint8Array) => void) | undefined;
}

/** Something said, and an answer awaited. */
export interface Exchange {
  readonly input: Uint8Array | string;
  /** Nothing more will be said: the child's stdin ends. */
  readonly last: boolean;
  readonly maxReplyBytes: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** True when nothing more is awaited; without it the answer ends with the process. */
  readonly isComplete?: ((reply: Buffer) => boolean) | undefined;
}

export interface Answer {
  readonly kind: "complete" | "exited" | "timeout" | "overflow" | "aborted" | "not_started";
  readonly reply: Buffer;
}

/** How long pipes may still drain after the process is gone; what it left behind can hold them for ever. */
const drainMs = 250;
const lifelineFd = 4;
const stdoutReplies: StdioOptions = ["pipe", "pipe", "pipe"];
const channelReplies: StdioOptions = ["pipe", "ignore", "pipe", "pipe", "pipe"];
const nothing = () => {};

/**
 * A child process as leader of its own session. It settles by our own clock, never by the closing of pipes.
 * Nothing here rejects. Whoever makes one must `discard` it.
 */
export class RunningProcess {
  readonly #child: ChildProcess | undefined;
  readonly #exited = signalOnce();
  /** Gone, and its pipes have drained. */
  readonly #ended = signalOnce();
  #reply: Buffer = Buffer.alloc(0);
  #maxReplyBytes = Number.POSITIVE_INFINITY;
  #onChange = nothing;
  #deadline: NodeJS.Timeout | undefined;
  #drain: NodeJS.Timeout | undefined;
  #isHeld = true;

  constructor(start: ProcessStart) {
    this.#child = spawned(start);
    const child = this.#child;
    if (child === undefined) {
      this.#end();
      return;
    }
    child.on("error", () => this.#end());
    child.on("close", () => this.#end());
    child.on("exit", () => {
      this.#killGroup();
      this.#exited.give();
      this.#drain = this.#hold(setTimeout(() => this.#end(), drainMs));
    });
    (child.stdio[start.replyFd] as Socket | null)?.on("data", (chunk: Buffer) => {
      if (this.#reply.length <= this.#maxReplyBytes) this.#reply = Buffer.concat([this.#reply, chunk]);
      this.#onChange();
    });
    child.stderr?.on("data", (chunk: Buffer) => start.onStderr?.(chunk));
    for (const stream of this.#streams()) stream.on("error", nothing); // a child may close its ends early
  }

  /** Undefined when it could not be started. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get exitCode(): number | null {
    return this.#child?.exitCode ?? null;
  }

  get exitSignal(): NodeJS.Signals | null {
    return this.#child?.signalCode ?? null;
  }

  get isGone(): boolean {
    return this.#ended.given || this.#exited.given;
  }

  /** Says something and awaits the answer, one at a time. What comes unasked is taken for the next answer. */
  exchange({ input, last, maxReplyBytes, timeoutMs, signal, isComplete }: Exchange): Promise<Answer> {
    return new Promise((resolve) => {
      const settle = (kind: Answer["kind"]) => {
        clearTimeout(this.#deadline);
        signal?.removeEventListener("abort", look);
        this.#onChange = nothing;
        resolve({ kind, reply: this.#reply });
        this.#reply = Buffer.alloc(0);
      };
      const look = () => {
        if (signal?.aborted) settle("aborted");
        else if (this.#reply.length > maxReplyBytes) settle("overflow");
        else if (isComplete?.(this.#reply)) settle("complete");
        else if (this.#ended.given) settle(this.pid === undefined ? "not_started" : "exited");
      };
      this.#deadline = this.#hold(setTimeout(() => settle("timeout"), timeoutMs));
      signal?.addEventListener("abort", look);
      this.#maxReplyBytes = maxReplyBytes;
      this.#onChange = look;
      if (last) this.#child?.stdin?.end(input);
      else this.#child?.stdin?.write(input);
      look();
    });
  }

  /** One that is not held does not keep this process from ending. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    for (const handle of [this.#child, this.#deadline, ...this.#streams()]) {
      if (isHeld) handle?.ref();
      else handle?.unref();
    }
  }

  /** Lets go of the lifeline. Resolves to true when the process ended in time, to false when it is still there. */
  async release(graceMs: number): Promise<boolean> {
    (this.#child?.stdio[lifelineFd] as Socket | null | undefined)?.destroy();
    await within(graceMs, this.#exited.promise, this.#ended.promise);
    return this.isGone;
  }

  /** Kills its group if it is still there, lets the pipes drain and closes them. */
  async discard(): Promise<void> {
    if (!this.isGone) this.#killGroup();
    await within(2 * drainMs, this.#ended.promise);
    for (const stream of this.#streams()) stream.destroy();
    this.hold(false);
  }

  #streams(): Socket[] {
    return (this.#child?.stdio ?? []).filter((stream) => stream !== null) as Socket[];
  }

  #end(): void {
    clearTimeout(this.#drain);
    this.#ended.give();
    this.#onChange();
  }

  #hold(timer: NodeJS.Timeout): NodeJS.Timeout {
    return this.#isHeld ? timer : timer.unref();
  }

  #killGroup(): void {
    if (this.pid === undefined) return;
    try {
      process.kill(-this.pid, "SIGKILL");
    } catch {
      // Nothing of the group is left.
    }
  }
}

function spawned({ command, args, env, cwd, replyFd }: ProcessStart): ChildProcess | undefined {
  const stdio = replyFd === 1 ? stdoutReplies : channelReplies;
  try {
    const child = spawn(command, [...args], { env, cwd, detached: true, stdio });
    // Against its type: it has no pipes when this process may open no more files.
    if ((child.stdio as unknown) !== undefined) return child;
    child.on("error", nothing);
    return undefined;
  } catch {
    return undefined; // an argument that no system call can take
  }
}

function signalOnce() {
  let resolve = nothing;
  const promise = new Promise<void>((given) => {
    resolve = given;
  });
  const once = {
    promise,
    given: false,
    give() {
      once.given = true;
      resolve();
    },
  };
  return once;
}

/** Resolves with the first of them, or when the time is over. */
async function within(milliseconds: number, ...awaited: Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([...awaited, timeout]);
  clearTimeout(timer);
}
