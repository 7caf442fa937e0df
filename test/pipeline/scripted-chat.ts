import path from "node:path";
import { inject } from "vitest";
import { createStore } from "../../artifacts/store.ts";
import { type ChatOptions, type ChatSession, openChat } from "../../pipeline/chat.ts";
import type { PipelineDeps } from "../../pipeline/deps.ts";
import type { CallRecord, TurnEvents, TurnRecord } from "../../pipeline/turn.ts";
import { systemClock } from "../../system/clock.ts";
import { dataFolders } from "../../system/data-folders.ts";
import { watchNetwork } from "../../system/network-watch.ts";
import { type Script, ScriptedEngine, type ScriptedEngineOptions } from "../scripted-engine.ts";
import { type Printed, temporaryFolder, testRunner, toolsFile } from "../tools/tool-files.ts";

/** The pipeline's outside with a data folder of its own, real files and the real runner; only the engine is scripted. */
export function scriptedDeps(engine: ScriptedEngine, options: { printed?: Printed } = {}): PipelineDeps {
  const folders = dataFolders({ EDGE_DATA_DIR: path.join(temporaryFolder(), "data") });
  let runs = 0;
  return {
    clock: systemClock,
    cwd: temporaryFolder(),
    env: process.env,
    signal: new AbortController().signal,
    folders,
    store: createStore(folders.store),
    runner: testRunner(options),
    network: watchNetwork(),
    openEngine: async () => engine,
    newRunId: (kind) => `${kind}-${++runs}`,
  };
}

export interface ScriptedChat {
  readonly session: ChatSession;
  readonly engine: ScriptedEngine;
  /** The tools file, null for a chat without tools. */
  readonly file: string | null;
  /** Asks once, collecting what was streamed and which calls were reported. */
  ask(prompt: string): Promise<{ turn: TurnRecord; shown: string; chunks: string[]; reported: CallRecord[] }>;
}

export type ScriptedChatOptions = Partial<ChatOptions> & ScriptedEngineOptions & { names?: string[] };

/** Opens a chat over a tools file (its content, or null) with a model that follows the script. */
export async function scriptedChat(
  content: string | null,
  script: Script,
  options: ScriptedChatOptions = {},
): Promise<ScriptedChat> {
  const file = content === null ? null : toolsFile(content);
  const engine = new ScriptedEngine(script, options);
  const session = await openChat(scriptedOptions(file, options), scriptedDeps(engine));
  return {
    session,
    engine,
    file,
    ask: async (prompt) => {
      const chunks: string[] = [];
      const reported: CallRecord[] = [];
      const events: TurnEvents = {
        onText: (chunk) => void chunks.push(chunk),
        onOutcome: (record) => void reported.push(record),
      };
      const turn = await session.ask(prompt, events);
      return { turn, shown: chunks.join(""), chunks, reported };
    },
  };
}

export function scriptedOptions(file: string | null, options: ScriptedChatOptions = {}): ChatOptions {
  return {
    modelRef: options.modelRef ?? inject("tinyModelPath"),
    tools: file === null ? null : { surface: "python_file", file, names: options.names ?? [], tags: [] },
    withImprint: options.withImprint ?? null,
    decoding: options.decoding ?? "constrained",
    maxTokens: options.maxTokens ?? null,
  };
}
