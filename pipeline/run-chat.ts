import path from "node:path";
import { ImprintError } from "../errors/error.ts";
import { type ChatOptions, type ChatSession, type ChatStage, openChat } from "./chat.ts";
import type { PipelineDeps } from "./deps.ts";
import { chatReceipt, chatReport, writeReceipt } from "./record.ts";
import type { TurnEvents } from "./turn.ts";
import type { TurnRecord } from "./turn-record.ts";

export interface ChatRun {
  /** `edge.demo.chat.run.v1` */
  readonly report: object;
  readonly receiptPath: string;
  readonly session: ChatSession;
  readonly turn: TurnRecord;
}

/**
 * One prompt, from files to receipt. Interrupted after a tool was called it still leaves its receipt.
 * @throws interrupted, with the receipt's path in that case; every code of `openChat`; file_write_failed
 */
export async function runChat(
  options: ChatOptions & { prompt: string; includeText: boolean },
  deps: PipelineDeps,
  events: TurnEvents & { onStage?: (stage: ChatStage, note: string) => void } = {},
): Promise<ChatRun> {
  const start = deps.clock.elapsedMs();
  const session = await openChat(options, deps, events.onStage);
  try {
    const turn = await session.ask(options.prompt, events);
    const runId = deps.newRunId("edge-chat");
    const input = receiptInput(session, turn, runId, options, deps);
    const receiptPath = await writeReceipt(receiptFile(runId, deps), chatReceipt(input, deps));
    assertNotInterrupted(turn, receiptPath);
    const elapsedSeconds = seconds(deps.clock.elapsedMs() - start);
    return { report: chatReport({ ...input, receiptPath, elapsedSeconds }), receiptPath, session, turn };
  } finally {
    await session.dispose();
  }
}

/** Writes the receipt of one interactive turn and says where. */
export async function recordInteractiveTurn(
  session: ChatSession,
  turn: TurnRecord,
  place: { prompt: string; includeText: boolean; sessionId: string; turnIndex: number },
  deps: PipelineDeps,
): Promise<string> {
  const runId = `${place.sessionId}-turn-${String(place.turnIndex).padStart(3, "0")}`;
  const input = { ...receiptInput(session, turn, runId, place, deps), interactive: place };
  return writeReceipt(receiptFile(runId, deps), chatReceipt(input, deps));
}

/** Ends a run that Ctrl-C broke off behind a call, now that the receipt is written. @throws interrupted */
export function assertNotInterrupted({ status, error }: TurnRecord, receiptPath: string): void {
  if (status !== "interrupted") return;
  throw new ImprintError("interrupted", `interrupted; a tool was called, see ${receiptPath}`, {
    details: { receipt_path: receiptPath },
    cause: error,
  });
}

function receiptInput(
  session: ChatSession,
  turn: TurnRecord,
  runId: string,
  said: { prompt: string; includeText: boolean },
  deps: PipelineDeps,
) {
  const { prompt, includeText } = said;
  return { session, turn, prompt, runId, includeText, networkUsed: deps.network.socketCount() > 0 };
}

function receiptFile(runId: string, deps: PipelineDeps): string {
  return path.join(deps.folders.runs, runId, "chat_receipt.json");
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds) / 1000;
}
