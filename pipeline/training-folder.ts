import { appendFile, readFile } from "node:fs/promises";
import path from "node:path";
import { ImprintError } from "../errors/error.ts";
import { type Sha256, shortHash } from "../imprint/hash.ts";
import { limits } from "../imprint/limits.ts";
import type { LayerRows } from "../imprint/state/rows.ts";
import {
  ensurePrivateFolder,
  FileRefusal,
  privateFileMode,
  readRegularFile,
  writeFileAtomic,
  writing,
} from "../system/files.ts";
import { withProcessLock } from "../system/process-lock.ts";
import { decodeCheckpoint, encodeCheckpoint } from "../training/prefix/checkpoint.ts";
import { linesUpTo, stepLine } from "../training/prefix/step-log.ts";
import type { TrainingState, TrainingStep } from "../training/prefix/train.ts";

/** The files of one run, which its inputs name. */
export class TrainingFolder {
  readonly folder: string;
  readonly checkpoint: string;
  /** One line a step. */
  readonly log: string;
  readonly #runSha256: Sha256;
  readonly #resume: boolean;
  /** The last whole step that no checkpoint holds. */
  #unsaved: TrainingState | null = null;

  private constructor(folder: string, runSha256: Sha256, resume: boolean) {
    this.folder = folder;
    this.checkpoint = path.join(folder, "checkpoint.safetensors");
    this.log = path.join(folder, "steps.jsonl");
    this.#runSha256 = runSha256;
    this.#resume = resume;
  }

  /**
   * Runs `action` as the only process in a run's folder. However it ends, the last whole step is in the checkpoint.
   * @throws training_run_busy, file_write_failed
   */
  static async with<T>(
    root: string,
    run: { readonly sha256: Sha256; readonly resume: boolean; readonly signal: AbortSignal },
    action: (folder: TrainingFolder) => Promise<T>,
  ): Promise<T> {
    const files = new TrainingFolder(path.join(root, shortHash(run.sha256)), run.sha256, run.resume);
    const onWait = async () => {
      throw new ImprintError("training_run_busy", `another process trains in ${files.folder}`);
    };
    await ensurePrivateFolder(files.folder);
    return withProcessLock(files.checkpoint, { signal: run.signal, onWait }, async () => {
      try {
        return await action(files);
      } finally {
        await files.#save();
      }
    });
  }

  /**
   * Where an earlier run of the same inputs stood; null when this one is to begin anew.
   * @throws invalid_training_checkpoint
   */
  async resumed(start: readonly LayerRows[]): Promise<TrainingState | null> {
    const state = this.#resume ? decodeCheckpoint(await this.#read(), start, this.#runSha256) : null;
    const kept = state === null ? [] : linesUpTo(await this.#readLog(), state.step);
    await writeFileAtomic(this.log, kept.join(""));
    return state;
  }

  /** Writes the step into the log, and every so many steps a checkpoint. @throws file_write_failed */
  async keep(step: TrainingStep, state: TrainingState): Promise<void> {
    await writing(this.log, () => appendFile(this.log, stepLine(step), { mode: privateFileMode }));
    this.#unsaved = state;
    if (state.step % limits.checkpointEverySteps === 0) await this.#save();
  }

  async #save(): Promise<void> {
    if (this.#unsaved === null) return;
    await writeFileAtomic(this.checkpoint, encodeCheckpoint(this.#unsaved, this.#runSha256));
    this.#unsaved = null;
  }

  async #readLog(): Promise<string> {
    return readFile(this.log, "utf8").catch(() => "");
  }

  async #read(): Promise<Uint8Array> {
    try {
      return (await readRegularFile(this.checkpoint, { maxBytes: limits.imprintFileBytes })).bytes;
    } catch (error) {
      if (!(error instanceof FileRefusal)) throw error;
      throw new ImprintError("invalid_training_checkpoint", `no checkpoint to go on from: ${error.message}`, {
        details: { reason: error.reason },
        cause: error,
      });
    }
  }
}
