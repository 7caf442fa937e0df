import { type FileHandle, open, rm } from "node:fs/promises";
import path from "node:path";
import { ImprintError } from "../errors/error.ts";
import { decodeCase, type EvalCase, encodeCase } from "../eval/case.ts";
import { type EvalPlan, parsePlan, planSha256 } from "../eval/plan.ts";
import { documentText } from "../imprint/document-text.ts";
import { limits } from "../imprint/limits.ts";
import {
  ensurePrivateFolder,
  FileRefusal,
  privateFileMode,
  readRegularFile,
  syncFolder,
  writeFileAtomic,
  writing,
} from "../system/files.ts";
import { withProcessLock } from "../system/process-lock.ts";

/** The files of one run. */
export interface EvalPaths {
  readonly folder: string;
  readonly plan: string;
  readonly cases: string;
  readonly summary: string;
  readonly report: string;
}

export function evalPaths(folder: string): EvalPaths {
  const within = (name: string) => path.join(folder, name);
  return {
    folder,
    plan: within("plan.json"),
    cases: within("cases.jsonl"),
    summary: within("summary.json"),
    report: within("report.html"),
  };
}

/** The cases of a run, in the order in which they were asked; each is on its line once `append` is through. */
export class CaseLog {
  readonly #file: string;
  readonly #handle: FileHandle;

  private constructor(
    file: string,
    handle: FileHandle,
    /** What earlier runs of the same plan have left. */
    readonly kept: readonly EvalCase[],
  ) {
    this.#file = file;
    this.#handle = handle;
  }

  /** Cuts off a line that an interrupted run did not finish. @throws invalid_eval_run, file_write_failed */
  static async open(file: string): Promise<CaseLog> {
    const { cases, wholeBytes } = await readCases(file);
    const handle = await writing(file, async () => {
      const handle = await open(file, "a", privateFileMode);
      await handle.truncate(wholeBytes);
      return handle;
    });
    return new CaseLog(file, handle, cases);
  }

  append(evalCase: EvalCase): Promise<void> {
    return writing(this.#file, () => this.#handle.appendFile(encodeCase(evalCase)));
  }

  /** @throws file_write_failed */
  async close(): Promise<void> {
    await writing(this.#file, async () => {
      try {
        await this.#handle.sync();
        await syncFolder(path.dirname(this.#file));
      } finally {
        await this.#handle.close();
      }
    });
  }
}

/**
 * Runs `action` as the only process in a run's folder, which then holds this plan and the cases of earlier runs of
 * it. `fresh` throws away what another run has left.
 *
 * @throws eval_run_busy, eval_run_differs, invalid_eval_run, file_write_failed
 */
export async function withEvalFolder<T>(
  paths: EvalPaths,
  plan: EvalPlan,
  options: { fresh: boolean; signal: AbortSignal },
  action: (log: CaseLog) => Promise<T>,
): Promise<T> {
  const onWait = async () => {
    throw new ImprintError("eval_run_busy", `another process is writing into ${paths.folder}`);
  };
  return withProcessLock(paths.cases, { signal: options.signal, onWait }, async () => {
    if (options.fresh) await removeRun(paths);
    await holdPlan(paths, plan);
    const log = await CaseLog.open(paths.cases);
    try {
      return await action(log);
    } finally {
      await log.close();
    }
  });
}

/** What an earlier run came to, for whoever reads it only. @throws invalid_eval_run */
export async function readRunFiles(
  paths: EvalPaths,
): Promise<{ plan: EvalPlan; cases: readonly EvalCase[]; summary: Uint8Array }> {
  const [plan, summary] = await Promise.all([
    readDocument(paths.plan, limits.jsonDocumentBytes),
    readDocument(paths.summary, limits.jsonDocumentBytes),
  ]);
  if (plan === null || summary === null) {
    throw new ImprintError("invalid_eval_run", `${paths.folder} holds no finished evaluation run`, {
      details: { reason: "not_found" },
    });
  }
  return { plan: parsePlan(plan), summary, cases: (await readCases(paths.cases)).cases };
}

async function holdPlan(paths: EvalPaths, plan: EvalPlan): Promise<void> {
  await ensurePrivateFolder(paths.folder);
  const bytes = await readDocument(paths.plan, limits.jsonDocumentBytes);
  if (bytes === null) {
    // Cases without their plan could be anybody's.
    if ((await readDocument(paths.cases, limits.evalCasesBytes)) !== null) throw differs(paths, plan, null);
    return writeFileAtomic(paths.plan, documentText(plan));
  }
  const there = planSha256(parsePlan(bytes));
  if (there !== planSha256(plan)) throw differs(paths, plan, there);
}

function differs(paths: EvalPaths, plan: EvalPlan, actual: string | null): ImprintError {
  return new ImprintError("eval_run_differs", `${paths.folder} holds an evaluation run of another plan`, {
    details: { expected: planSha256(plan), actual },
  });
}

async function removeRun({ plan, cases, summary, report }: EvalPaths): Promise<void> {
  // The plan goes last: a removal that breaks off leaves a run that is still known as one.
  for (const file of [report, summary, cases, plan]) await writing(file, () => rm(file, { force: true }));
}

/** All whole lines, and how many bytes they take. @throws invalid_eval_run */
async function readCases(file: string): Promise<{ cases: readonly EvalCase[]; wholeBytes: number }> {
  const bytes = await readDocument(file, limits.evalCasesBytes);
  if (bytes === null) return { cases: [], wholeBytes: 0 };
  const wholeBytes = bytes.lastIndexOf("\n") + 1;
  const lines = bytes.subarray(0, wholeBytes).toString("utf8").split("\n").slice(0, -1);
  return { cases: lines.map((line) => decodeCase(line)), wholeBytes };
}

/** Null when there is none. @throws invalid_eval_run */
async function readDocument(file: string, maxBytes: number): Promise<Buffer | null> {
  try {
    return (await readRegularFile(file, { maxBytes })).bytes;
  } catch (cause) {
    if (!(cause instanceof FileRefusal)) throw cause;
    if (cause.reason === "not_found") return null;
    throw new ImprintError("invalid_eval_run", `cannot read ${file}: ${cause.message}`, {
      details: { reason: cause.reason },
      cause,
    });
  }
}
