import type { Command } from "commander";
import { errorTable } from "../errors/codes.ts";
import { ImprintError, isImprintError, messageOf } from "../errors/error.ts";
import { exitCodes, exitOf } from "../errors/exit.ts";
import type { Clock } from "../system/clock.ts";

/** The outside of one command run: streams, environment, interruption. Tests hand in their own. */
export interface CliIo {
  /** Whose name stands before an error; `edge` unless said. */
  readonly program?: "edge" | "keryx";
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly clock: Clock;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** Adds one command below its noun; `finish` receives the exit code of the command that ran. */
export type RegisterCommand = (parent: Command, io: CliIo, finish: (exit: number) => void) => void;

/** What a command computed: one document for `--json`, one text for people. */
export interface CommandResult {
  readonly document: object;
  readonly text: string;
  /** Exit code when the result itself is not a plain success. */
  readonly exit?: number;
}

/** Runs one command and prints exactly one result. Resolves to the exit code; never throws. */
export async function runCommand(
  io: CliIo,
  options: { json?: boolean | undefined },
  action: () => Promise<CommandResult>,
): Promise<number> {
  try {
    const result = await action();
    io.stdout.write(
      options.json ? `${JSON.stringify(result.document, null, 2)}\n` : ensureNewline(result.text),
    );
    return result.exit ?? exitCodes.ok;
  } catch (thrown) {
    const error = io.signal.aborted ? interruption(thrown) : thrown;
    if (options.json) io.stdout.write(`${JSON.stringify(errorDocument(error), null, 2)}\n`);
    else io.stderr.write(errorText(error, io.program ?? "edge"));
    return exitOf(error);
  }
}

/** The JSON form of a failure: `ok:false`, `status`, `error{code,message,remediation,detail}`. */
export function errorDocument(thrown: unknown): object {
  const error = named(thrown);
  return {
    ok: false,
    status: error.code,
    error: {
      code: error.code,
      message: error.message,
      remediation: errorTable[error.code].fix,
      detail: error.details,
    },
  };
}

function errorText(thrown: unknown, program: string): string {
  const error = named(thrown);
  return `${program}: error: ${error.code}: ${error.message}\nremediation: ${errorTable[error.code].fix}\n`;
}

function named(thrown: unknown): ImprintError {
  if (isImprintError(thrown)) return thrown;
  return new ImprintError("internal_error", messageOf(thrown), { cause: thrown });
}

function interruption(cause: unknown): ImprintError {
  if (isImprintError(cause, "interrupted")) return cause;
  return new ImprintError("interrupted", "interrupted", { cause });
}

function ensureNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
