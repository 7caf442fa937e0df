import type { Command } from "commander";
import { errorTable } from "../errors/codes.ts";
import { failureDocument } from "../errors/document.ts";
import { ImprintError, isImprintError, messageOf } from "../errors/error.ts";
import { exitCodes, exitOf } from "../errors/exit.ts";
import { printable } from "../errors/printable.ts";
import type { PipelineDeps } from "../pipeline/deps.ts";
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
  /** What runs models; llama.cpp unless said. */
  readonly openEngine?: PipelineDeps["openEngine"];
  /** Deadline of one tool call; the documented one unless said. */
  readonly callTimeoutMs?: number;
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

/** Messages quote files; what is longer helps nobody. */
const longestMessage = 4_000;

/** Runs one command and prints exactly one result. Resolves to the exit code; never throws. */
export async function runCommand(
  io: CliIo,
  options: { json?: boolean | undefined },
  action: () => Promise<CommandResult>,
): Promise<number> {
  try {
    const result = await action();
    io.stdout.write(options.json ? jsonText(result.document) : ensureNewline(result.text));
    return result.exit ?? exitCodes.ok;
  } catch (thrown) {
    const error = io.signal.aborted ? interruption(thrown) : thrown;
    if (options.json) io.stdout.write(jsonText(errorDocument(error)));
    else io.stderr.write(errorText(error, io.program ?? "edge"));
    return exitOf(error);
  }
}

/** The JSON form of a failure: `ok:false`, `status`, `error{code,message,remediation,detail}`. */
export function errorDocument(thrown: unknown): object {
  const error = named(thrown);
  return { ok: false, status: error.code, error: failureDocument(error) };
}

function errorText(thrown: unknown, program: string): string {
  const error = named(thrown);
  const message = printable(error.message, longestMessage);
  return `${program}: error: ${error.code}: ${message}\nremediation: ${errorTable[error.code].fix}\n`;
}

function named(thrown: unknown): ImprintError {
  if (isImprintError(thrown)) return thrown;
  return new ImprintError("internal_error", messageOf(thrown), { cause: thrown });
}

function interruption(cause: unknown): ImprintError {
  if (isImprintError(cause, "interrupted")) return cause;
  return new ImprintError("interrupted", "interrupted", { cause });
}

/**
 * JSON leaves many characters as they are that a terminal may obey or a reader does not see; all that `printable`
 * escapes is escaped here too, in JSON's own way, so that the document says what it said.
 */
function jsonText(document: object): string {
  const text = JSON.stringify(document, null, 2);
  const escaped = text.replace(/[\u007f-\u009f\p{Cf}\p{DI}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => jsonEscape(character.charCodeAt(unit))).join(""),
  );
  return `${escaped}\n`;
}

function jsonEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

function ensureNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
