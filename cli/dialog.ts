import { createInterface } from "node:readline";
import type { ChatOptions, ChatSession } from "../pipeline/chat.ts";
import type { PipelineDeps } from "../pipeline/deps.ts";
import type { CliIo } from "./command.ts";
import { callLine } from "./render/chat.ts";

const endings = ["/exit", "/quit"];

/**
 * A conversation on the terminal: streamed answers, one receipt a turn. A failing imprint ends it before the
 * first turn; there is no silent way back to the bare model.
 */
export async function runDialog(
  io: CliIo,
  options: ChatOptions,
  includeText: boolean,
  deps: PipelineDeps,
): Promise<void> {
  const [{ openChat }, { recordInteractiveTurn }] = await Promise.all([
    import("../pipeline/chat.ts"),
    import("../pipeline/run-chat.ts"),
  ]);
  const session = await openChat(
    options,
    deps,
    (stage, note) => void io.stderr.write(`[chat:${stage}] ${note}\n`),
  );
  const sessionId = deps.newRunId("edge-chat-session");
  try {
    let turnIndex = 0;
    for await (const prompt of prompts(io)) {
      turnIndex++;
      const turn = await answer(io, session, prompt);
      const receipt = await recordInteractiveTurn(
        session,
        turn,
        { prompt, includeText, sessionId, turnIndex },
        deps,
      );
      io.stderr.write(`[chat:receipt] ${receipt}\n`);
    }
  } finally {
    await session.dispose();
  }
}

async function answer(io: CliIo, session: ChatSession, prompt: string) {
  io.stdout.write("assistant> ");
  const turn = await session.ask(prompt, {
    onText: (chunk) => void io.stdout.write(chunk),
    onOutcome: (record) => void io.stderr.write(`[chat:call] ${callLine(record)}\n`),
  });
  io.stdout.write("\n");
  return turn;
}

/** Lines that are prompts, until an ending, the end of input, or an interruption. */
async function* prompts(io: CliIo): AsyncGenerator<string> {
  const terminal = (io.stdin as NodeJS.ReadStream).isTTY === true;
  const lines = createInterface({ input: io.stdin, output: io.stdout, prompt: "you> ", terminal });
  const stop = () => lines.close();
  io.signal.addEventListener("abort", stop, { once: true });
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
    lines.close();
  }
}
