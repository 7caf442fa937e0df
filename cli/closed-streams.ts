import { exitCodes } from "../errors/exit.ts";

/**
 * Keeps a run alive when nobody reads its output any more (`edge … | head`): what is written goes nowhere, and the
 * run ends with its own exit code. An output that fails in another way (a full disk) has lost something, so that
 * success becomes failure.
 */
export function outliveReaders(program: NodeJS.Process): void {
  let lost = false;
  for (const stream of [program.stdout, program.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") lost = true;
    });
  }
  program.on("exit", () => {
    if (lost) program.exitCode ||= exitCodes.failure;
  });
}
