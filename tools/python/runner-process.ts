import { randomBytes } from "node:crypto";
import type { JsonValue } from "../../imprint/canonical.ts";
import { limits } from "../../imprint/limits.ts";
import { isRunnerReady } from "../../schemas/index.ts";
import { endFamily, type KnownProcess } from "../../system/process-family.ts";
import { processStat } from "../../system/process-stat.ts";
import { type Answer, RunningProcess } from "../../system/running-process.ts";
import type { Isolation, ProcessIsolation } from "../executor.ts";
import type { IsolationMode } from "../runner.ts";
import type { ToolsSource } from "../source.ts";
import { openCanary } from "./canary.ts";
import { type Confinement, confinementOf } from "./isolation.ts";
import {
  encodeGreeting,
  encodeRequest,
  isFrameComplete,
  maxFrameHeaderBytes,
  newSecret,
  openFrame,
  type RunnerOperation,
} from "./protocol.ts";

export interface RunnerStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string | undefined;
  readonly isolate: IsolationMode;
  readonly onStderr: (chunk: Uint8Array) => void;
  /** From the start until it is ready; whoever waits for that has a deadline of their own. */
  readonly readyTimeoutMs: number;
}

/** How one run went, as far as it went. */
export interface Run {
  readonly kind: Answer["kind"];
  readonly exitCode: number | null;
  readonly exitSignal: NodeJS.Signals | null;
  /** Why the isolation that was asked for is not there; nothing of the user's was run then. */
  readonly refusal: string | null;
  /** What came back under this run's secret. */
  readonly payload: JsonValue | undefined;
  /** Null when the runner never said where it is. */
  readonly isolation: Isolation | null;
}

interface Readiness {
  readonly kind: Answer["kind"];
  readonly confinement: Confinement | undefined;
}

/** The supervisor ends its own within a quarter of a second; one that does not was stopped or killed by the tool. */
const releaseGraceMs = 350;
/** With the grace before it, and the draining of pipes behind it, under the second in which a call has settled. */
const familyBoundMs = 300;
const maxReplyBytes = limits.runnerReplyBytes + maxFrameHeaderBytes;

/** One interpreter: started, perhaps ahead of its use, given one request, and ended with all that came of it. */
export class RunnerProcess {
  readonly #secret = newSecret();
  /** In the environment of whatever the call starts; a run inside of a run leaves the outer one's in place. */
  readonly #marker = `EDGE_RUN_${randomBytes(8).toString("hex").toUpperCase()}`;
  readonly #isolate: IsolationMode;
  readonly #process: RunningProcess;
  readonly #leader: KnownProcess | undefined;
  /** The process that runs user code, first of its own session. */
  #session: KnownProcess | undefined;
  readonly #ready: Promise<Readiness>;
  #confinement: Confinement | undefined;
  #hasFailed = false;

  constructor(start: RunnerStart) {
    this.#isolate = start.isolate;
    const env = { ...start.env, [this.#marker]: "1" };
    this.#process = new RunningProcess({ ...start, env, replyFd: 3 });
    this.#leader = this.#process.pid === undefined ? undefined : processStat(this.#process.pid);
    this.#ready = this.#greet(start.readyTimeoutMs);
  }

  /** False when it cannot serve any more; `end` it then. */
  get isUsable(): boolean {
    return !this.#process.isGone && !this.#hasFailed;
  }

  /** While it is not held, it does not keep this process from ending; and it ends with this process. */
  hold(isHeld: boolean): void {
    this.#process.hold(isHeld);
  }

  /** Hands over one request, awaits the reply, and ends the process. The deadline counts from here. */
  async serve(
    source: ToolsSource,
    operation: RunnerOperation,
    { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
  ): Promise<Run> {
    const deadline = performance.now() + timeoutMs;
    const { kind, confinement } = await readyInTime(this.#ready, timeoutMs, signal);
    if (!confinement?.ok) return this.#over(kind, confinement?.message ?? null);
    const answer = await this.#process.exchange({
      input: encodeRequest(source, operation),
      last: true,
      maxReplyBytes,
      timeoutMs: Math.max(0, deadline - performance.now()),
      signal,
      isComplete: isFrameComplete,
    });
    const isReply = answer.kind === "complete" || answer.kind === "exited";
    return this.#over(answer.kind, null, isReply ? openFrame(answer.reply, this.#secret) : undefined);
  }

  /** Ends it and everything that it started. Resolves to what held these together, as it turned out. */
  async end(): Promise<ProcessIsolation> {
    const hasEnded = await this.#process.release(releaseGraceMs);
    const wasKilled = this.#process.exitSignal !== null;
    const isNamespaced = this.#confinement?.ok === true && this.#confinement.isNamespaced;
    const allEnded = (isNamespaced && hasEnded && !wasKilled) || (await this.#endFamily());
    await this.#process.discard();
    if (!allEnded) return "process_group";
    if (isNamespaced) return "pid_namespace";
    // Without it an orphan belongs to nobody: one without the marker, in a session of its own, is not found.
    return wasKilled ? "process_group" : "process_tree";
  }

  async #greet(timeoutMs: number): Promise<Readiness> {
    const canary = this.#isolate === "net" ? await openCanary() : null;
    const answer = await this.#process.exchange({
      input: encodeGreeting({
        secret: this.#secret,
        isolate: this.#isolate,
        canaryPort: canary?.port ?? 0,
      }),
      last: false,
      maxReplyBytes,
      timeoutMs,
      isComplete: isFrameComplete,
    });
    await new Promise(setImmediate); // a connection that was made meanwhile is counted now
    const ready = answer.kind === "complete" ? openFrame(answer.reply, this.#secret) : undefined;
    if (isRunnerReady(ready)) {
      const confinement = confinementOf(ready, this.#isolate, canary?.connectionCount() ?? null);
      // Inside of a PID namespace the session has a number that means another one here.
      if (confinement.ok && !confinement.isNamespaced) this.#session = processStat(confinement.session);
      this.#confinement = confinement;
    }
    canary?.close();
    this.#hasFailed = this.#confinement?.ok !== true;
    return { kind: answer.kind, confinement: this.#confinement };
  }

  async #over(kind: Answer["kind"], refusal: string | null, payload?: JsonValue): Promise<Run> {
    const processes = await this.end();
    const { exitCode, exitSignal } = this.#process;
    return { kind, exitCode, exitSignal, refusal, payload, isolation: this.#isolation(processes) };
  }

  #isolation(processes: ProcessIsolation): Isolation | null {
    if (this.#confinement?.ok !== true) return null;
    const { networkProofSha256 } = this.#confinement;
    return { processes, network: networkProofSha256 === null ? "host" : "none", networkProofSha256 };
  }

  /** False when that cannot be known here: without /proc only the group was ended. */
  async #endFamily(): Promise<boolean> {
    if (this.#leader === undefined) return false;
    const sessions = this.#session === undefined ? [this.#leader] : [this.#leader, this.#session];
    return endFamily({ leader: this.#leader, sessions, marker: this.#marker }, familyBoundMs);
  }
}

/** A runner that is not ready when the time of its first request is over has not answered that in time. */
function readyInTime(
  ready: Promise<Readiness>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Readiness> {
  return new Promise((resolve) => {
    const settle = (readiness: Readiness) => {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", abort);
      resolve(readiness);
    };
    const abort = () => settle({ kind: "aborted", confinement: undefined });
    const deadline = setTimeout(() => settle({ kind: "timeout", confinement: undefined }), timeoutMs);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    void ready.then(settle);
  });
}
