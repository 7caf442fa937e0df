import { accessSync, constants } from "node:fs";
import path from "node:path";
import { ImprintError } from "../../errors/error.ts";
import { runProcess } from "../../system/process.ts";
import type { PythonInfo } from "../runner.ts";

/** Which Python runs tools: the first that was named decides, a named one has no fallback. */
export interface PythonChoice {
  readonly env: NodeJS.ProcessEnv;
  /** The value of `--python`: a command or a path. */
  readonly python?: string | undefined;
  /** Where a relative path of it starts; this process's own folder when left out. */
  readonly cwd?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** It is asked without running anything of the user's: no `sitecustomize`, no PYTHONPATH. */
  readonly isBare?: boolean;
}

const oldest = [3, 11] as const;
/** A cold start on a slow disk takes under a second. */
const probeTimeoutMs = 10_000;
const probeReplyBytes = 65_536;
/** One marked line, past whatever encodes or decorates stdout; Python 2 can say its version too. */
const probe = [
  "import os, sys",
  'version = ("%d.%d.%d" % sys.version_info[:3]).encode("ascii")',
  'executable = getattr(os, "fsencode", str)(sys.executable or "")',
  'os.write(1, b"\\nedge.python " + version + b" " + executable + b"\\n")',
].join("\n");
const answer = /^edge\.python (\d+\.\d+\.\d+) (.*)$/m;

/**
 * `--python`, `EDGE_PYTHON`, the active virtual environment, `python3`. One that was named is run as it was
 * named, for it may be a wrapper; the `python3` of the PATH is asked for its own path, so that a shim is
 * passed only once.
 *
 * @throws python_not_found, interrupted
 */
export async function findPython(choice: PythonChoice): Promise<PythonInfo> {
  const named = namedPython(choice);
  const command = named ?? "python3";
  const end = await runProcess({
    command,
    args: [choice.isBare ? "-BEsS" : "-B", "-c", probe],
    env: choice.env,
    cwd: choice.cwd,
    input: "",
    replyFd: 1,
    maxReplyBytes: probeReplyBytes,
    timeoutMs: probeTimeoutMs,
    signal: choice.signal,
  });
  if (end.kind === "aborted") throw new ImprintError("interrupted", "interrupted while looking for Python");
  const [, version, executable = ""] = answer.exec(end.reply.toString("utf8")) ?? [];
  if (end.kind !== "exited" || end.exitCode !== 0 || version === undefined) {
    throw notFound(command, `${command} cannot be run as Python`);
  }
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    throw notFound(command, `${command} is Python ${version}, 3.11 or newer is needed`);
  }
  return { path: named ?? (path.isAbsolute(executable) ? executable : command), version };
}

/**
 * Where a plain word is found, for a process whose environment has no PATH to look on. What is on no PATH stays
 * as it is.
 */
export function locatePython(command: string, { PATH = "" }: NodeJS.ProcessEnv): string {
  if (command.includes("/")) return command;
  const places = PATH.split(path.delimiter).map((folder) => path.join(folder || ".", command));
  return places.find((file) => isExecutable(file)) ?? command;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A path is made absolute; a plain word is looked for on the PATH at each run. */
function namedPython({ env, python, cwd = "." }: PythonChoice): string | undefined {
  const named = python || env.EDGE_PYTHON;
  if (named) return named.includes("/") ? path.resolve(cwd, named) : named;
  return env.VIRTUAL_ENV ? path.join(env.VIRTUAL_ENV, "bin", "python") : undefined;
}

function notFound(command: string, message: string): ImprintError {
  return new ImprintError("python_not_found", message, { details: { python: command } });
}
