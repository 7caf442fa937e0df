import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { EngineContext } from "../../runtime/engine/engine.ts";

/** How a stand-in context misbehaves; without any of these it does what an engine does. */
export interface ContextFaults {
  /** What it saves instead of its state. */
  readonly saved?: (tokens: readonly number[]) => Uint8Array;
  readonly saveState?: () => Promise<void>;
  readonly loadState?: () => Promise<void>;
  /** The ids that it says it holds after a load. */
  readonly loadedTokens?: readonly number[];
  /** What its meter counts for a load. */
  readonly loadedCount?: number;
}

/** A context that prefills, saves and loads by the letter of its interface, and cannot decode. */
export class StandInContext implements EngineContext {
  disposedCount = 0;
  /** The state file that it was given to load, and what that file was. */
  loaded: { path: string; bytes: Uint8Array; mode: number } | null = null;
  #tokens: readonly number[] = [];
  #count = 0;

  constructor(
    readonly contextTokens: number,
    readonly faults: ContextFaults = {},
  ) {}

  tokens(): readonly number[] {
    return this.#tokens;
  }

  meter() {
    return { input: this.#count, output: 0 };
  }

  async prefill(tokens: readonly number[], signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.#tokens = [...this.#tokens, ...tokens];
    this.#count += tokens.length;
  }

  async saveState(path: string): Promise<void> {
    await this.faults.saveState?.();
    if (this.faults.saved) writeFileSync(path, this.faults.saved(this.#tokens));
  }

  async loadState(path: string): Promise<void> {
    this.loaded = { path, bytes: readFileSync(path), mode: statSync(path).mode & 0o777 };
    await this.faults.loadState?.();
    this.#tokens = this.faults.loadedTokens ?? [];
    this.#count = this.faults.loadedCount ?? 0;
  }

  /** True when the state file is still there. */
  get leftFileBehind(): boolean {
    return this.loaded !== null && existsSync(this.loaded.path);
  }

  async dispose(): Promise<void> {
    this.disposedCount++;
  }

  distribution(): never {
    throw new Error("a stand-in context does not decode");
  }

  generate(): never {
    throw new Error("a stand-in context does not decode");
  }

  /** Everything is as likely as everything else. */
  async logProbabilities(tokens: readonly number[]): Promise<readonly number[]> {
    await this.prefill(tokens);
    return tokens.slice(1).map(() => -1);
  }

  async truncate(length: number): Promise<void> {
    this.#tokens = this.#tokens.slice(0, length);
  }
}
