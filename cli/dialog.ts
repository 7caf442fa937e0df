import { createInterface } from "node:readline";
import { isImprintError } from "../errors/error.ts";
import { printable, printableLines } from "../errors/printable.ts";
import type { ChatOptions, ChatSession } from "../pipeline/chat.ts";
import type { PipelineDeps } from "../pipeline/deps.ts";
import type { TurnRecord } from "../pipeline/turn-record.ts";
import type { CliIo } from "./command.ts";
import { callLine } from "./render/chat.ts";
import { proposalLines } from "./render/confirmation.ts";

const endings = ["/exit", "/quit"];

/**
 * A conversation on the terminal: streamed answers, one receipt a turn. A failing imprint ends it before the
 * first turn; there is no silent way back to the bare model. A prompt that does not fit is refused and forgotten.
 */
export async function runDialog(
  io: CliIo,
  options: ChatOptions,
  includeText: boolean,
  deps: PipelineDeps,
): Promise<void> {
  const [{ openChat }, { assertNotInterrupted, recordInteractiveTurn }] = await Promise.all([
    import("../pipeline/chat.ts"),
    import("../pipeline/run-chat.ts"),
  ]);
  const session = await openChat(
    options,
    deps,
    (stage, note) => void io.stderr.write(`[chat:${stage}] ${printable(note)}\n`),
  );
  const sessionId = deps.newRunId("edge-chat-session");
  try {
    let turnIndex = 1;
    for await (const prompt of prompts(io)) {
      const turn = await answer(io, session, prompt);
      if (turn === null) continue;
      for (const line of proposalLines(turn)) io.stdout.write(`${line}\n`);
      const receipt = await recordInteractiveTurn(
        session,
        turn,
        { prompt, includeText, sessionId, turnIndex },
        deps,
      );
      io.stderr.write(`[chat:receipt] ${receipt}\n`);
      assertNotInterrupted(turn, receipt);
      turnIndex++;
    }
  } finally {
    await session.dispose();
  }
}

/** Null for a prompt that does not fit behind what was said before; stderr has said so. */
async function answer(io: CliIo, session: ChatSession, prompt: string): Promise<TurnRecord | null> {
  io.stdout.write("assistant> ");
  try {
    return await session.ask(prompt, {
      onText: (chunk) => void io.stdout.write(printableLines(chunk)),
      onOutcome: (record) => void io.stderr.write(`[chat:call] ${callLine(record)}\n`),
    });
  } catch (error) {
    if (!isImprintError(error, "context_too_small")) throw error;
    io.stderr.write(`[chat:refused] ${error.code}: ${printable(error.message)}\n`);
    return null;
  } finally {
    io.stdout.write("\n");
  }
}

/** Lines that are prompts, until an ending, the end of input, nobody to read the answers, or an interruption. */
async function* prompts(io: CliIo): AsyncGenerator<string> {
  const terminal = (io.stdin as NodeJS.ReadStream).isTTY === true;
  const lines = createInterface({ input: io.stdin, output: io.stdout, prompt: "you> ", terminal });
  const stop = () => lines.close();
  io.signal.addEventListener("abort", stop, { once: true });
  io.stdout.on("error", stop);
  // On a terminal readline takes Ctrl-C for itself; hand it back to the process.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    lines.prompt();
    for await (const line of lines) {
      const prompt = line.trim();
      if (endings.includes(prompt)) return;
      if (prompt !== "") yield prompt;
      lines.prompt();
    }
    io.signal.throwIfAborted();
  } finally {
    io.signal.removeEventListener("abort", stop);
    io.stdout.off("error", stop);
    lines.close();
  }
}
