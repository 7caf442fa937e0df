import path from "node:path";
import { ImprintError } from "../../errors/error.ts";
import { runProcess } from "../../system/process.ts";
import type { PythonInfo } from "../runner.ts";

/** Which Python runs tools: the first that was named decides, a named one has no fallback. */
export interface PythonChoice {
  readonly env: NodeJS.ProcessEnv;
  /** The value of `--python`: a command or a path. */
  readonly python?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const oldest = [3, 11] as const;
/** A cold start on a slow disk takes under a second. */
const probeTimeoutMs = 10_000;
const probeReplyBytes = 65_536;
const probe = 'import sys; print("%d.%d.%d" % sys.version_info[:3]); print(sys.executable)';

/**
 * `--python`, `EDGE_PYTHON`, the active virtual environment, `python3`, asked for its version and its own
 * path, so that a shim on the PATH is passed only once.
 *
 * @throws python_not_found, interrupted
 */
export async function findPython(choice: PythonChoice): Promise<PythonInfo> {
  const command = pythonCommand(choice);
  const end = await runProcess({
    command,
    args: ["-B", "-c", probe],
    env: choice.env,
    input: "",
    replyFd: 1,
    maxReplyBytes: probeReplyBytes,
    timeoutMs: probeTimeoutMs,
    signal: choice.signal,
  });
  if (end.kind === "aborted") throw new ImprintError("interrupted", "interrupted while looking for Python");
  const [version = "", executable = ""] = end.reply.toString("utf8").trim().split("\n").slice(-2);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (end.kind !== "exited" || end.exitCode !== 0 || !/^\d+\.\d+\.\d+$/.test(version)) {
    throw notFound(command, `${command} cannot be run as Python`);
  }
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    throw notFound(command, `${command} is Python ${version}, 3.11 or newer is needed`);
  }
  return { path: path.isAbsolute(executable) ? executable : command, version };
}

function pythonCommand({ env, python }: PythonChoice): string {
  if (python) return python;
  if (env.EDGE_PYTHON) return env.EDGE_PYTHON;
  if (env.VIRTUAL_ENV) return path.join(env.VIRTUAL_ENV, "bin", "python");
  return "python3";
}

function notFound(command: string, message: string): ImprintError {
  return new ImprintError("python_not_found", message, { details: { python: command } });
}
