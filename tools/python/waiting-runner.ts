import type { RunnerProcess } from "./runner-process.ts";

/** At most one interpreter that is started before it is needed. */
export class WaitingRunner {
  readonly #start: () => RunnerProcess;
  #waiting: RunnerProcess | undefined;

  constructor(start: () => RunnerProcess) {
    this.#start = start;
  }

  /** Starts one if none waits. It keeps no program from ending. */
  prepare(): void {
    if (this.#waiting !== undefined) return;
    this.#waiting = this.#start();
    this.#waiting.hold(false);
  }

  /** The one that waits if it can still serve, for it may have died meanwhile; else one that starts now. */
  async take(): Promise<RunnerProcess> {
    const taken = this.#withdraw();
    await new Promise(setImmediate); // that it died may be known to the system and not yet here
    if (taken?.isUsable) return taken;
    await taken?.end();
    return this.#start();
  }

  /** Ends the one that waits, and waits for that. */
  async dispose(): Promise<void> {
    await this.#withdraw()?.end();
  }

  #withdraw(): RunnerProcess | undefined {
    const withdrawn = this.#waiting;
    this.#waiting = undefined;
    withdrawn?.hold(true);
    return withdrawn;
  }
}
