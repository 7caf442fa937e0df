import { ImprintError } from "../../../errors/error.ts";
import { maskedTail } from "../../../runtime/models/mask.ts";
import { runProcess } from "../../../system/process.ts";

/** The outside of a build. */
export interface BuildDeps {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

interface ToolRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

const maxOutputBytes = 8_388_608;
const keptErrorLength = 16_384;
/** A wheel of 274 MB over a slow line. */
const longestRunMs = 3_600_000;
/** Programs that only say their version. */
const questionMs = 30_000;

/** What a program prints when it ends well. @throws backend_build_failed; the signal's reason */
export async function runTool(run: ToolRun, deps: BuildDeps): Promise<string> {
  const end = await ran(run, deps, longestRunMs);
  deps.signal.throwIfAborted();
  if (end.ok) return end.stdout;
  throw new ImprintError("backend_build_failed", `${run.command} ${end.said}`, {
    details: { program: run.command, exit_code: end.exitCode },
  });
}

/** The first line of what a program says of itself; undefined when it cannot be started or fails. */
export async function versionLine(run: ToolRun, deps: BuildDeps): Promise<string | undefined> {
  const end = await ran(run, deps, questionMs);
  deps.signal.throwIfAborted();
  return end.ok ? end.stdout.trim().split("\n")[0] : undefined;
}

async function ran({ command, args, cwd }: ToolRun, deps: BuildDeps, timeoutMs: number) {
  let stderr = "";
  const end = await runProcess({
    command,
    args,
    env: deps.env,
    cwd,
    input: "",
    replyFd: 1,
    maxReplyBytes: maxOutputBytes,
    timeoutMs,
    signal: deps.signal,
    onStderr: (chunk) => {
      stderr = (stderr + chunk.toString()).slice(-keptErrorLength);
    },
  });
  const ok = end.exitCode === 0 && (end.kind === "exited" || end.kind === "complete");
  const said =
    end.kind === "exited" ? `ended with ${end.exitCode}: ${maskedTail(stderr)}` : endings[end.kind];
  return { ok, stdout: end.reply.toString(), said, exitCode: end.exitCode };
}

const endings = {
  complete: "ended",
  timeout: "did not end in time",
  overflow: "printed more than expected",
  aborted: "was interrupted",
  not_started: "could not be started",
} as const;
