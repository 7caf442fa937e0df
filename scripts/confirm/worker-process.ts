import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import type { Order, WorkerMessage } from "./worker.ts";

type Kind = WorkerMessage["kind"];
type Of<K extends Kind> = Extract<WorkerMessage, { kind: K }>;

/** A worker as its parent sees it. */
export class Worker {
  readonly child: ChildProcess;
  /** Resolves to true when it ended, however. */
  readonly ended: Promise<true>;

  constructor(env: NodeJS.ProcessEnv = {}) {
    this.child = fork(path.join(import.meta.dirname, "worker.ts"), {
      execArgv: ["--import", "tsx"],
      env: { ...process.env, ...env },
    });
    this.child.setMaxListeners(0);
    this.ended = new Promise((resolve) => this.child.once("exit", () => resolve(true)));
  }

  /** The next message of a kind; null when the worker ended without it. */
  next<K extends Kind>(kind: K): Promise<Of<K> | null> {
    const { exitCode, signalCode } = this.child;
    if (exitCode !== null || signalCode !== null) return Promise.resolve(null);
    return new Promise((resolve) => {
      const settle = (message: Of<K> | null) => {
        this.child.off("message", onMessage);
        this.child.off("exit", onExit);
        resolve(message);
      };
      const onMessage = (message: WorkerMessage) => {
        if (message.kind === kind) settle(message as Of<K>);
      };
      const onExit = () => settle(null);
      this.child.on("message", onMessage);
      this.child.once("exit", onExit);
    });
  }

  order(order: Order): void {
    this.#send(order);
  }

  goAt(at: number): void {
    this.#send({ goAt: at });
  }

  /** One that has ended meanwhile is told of by `next`. */
  #send(message: object): void {
    this.child.send(message, () => {});
  }

  async end(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
  }
}
