import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, inject } from "vitest";
import { type Script, ScriptedEngine } from "../scripted-engine.ts";
import { python, toolsFile } from "../tools/tool-files.ts";
import {
  edgeHere,
  filesBelow,
  type HereOptions,
  onlyDocument,
  type Transcript,
  testFolder,
} from "./edge-process.ts";

type Json = Record<string, unknown>;

/** What a chat with `--json` came to: its one document, and the receipt where there is one. */
export interface ScriptedRun extends Transcript {
  /** What edge itself wrote there, without what tools print. */
  readonly ownStderr: string;
  readonly data: string;
  readonly report: Json & { readonly error?: Json };
  readonly receipt: (Json & { readonly tool_calls: readonly Json[] }) | null;
  readonly engine: ScriptedEngine;
}

export interface ScriptedEdgeOptions extends Omit<HereOptions, "openEngine"> {
  readonly script?: Script;
  readonly data?: string;
  /** Happens behind the freeze of the tools and before the model is there. */
  readonly whileLoading?: () => void;
}

/** Runs any `edge` command in this process; where it opens an engine, its model follows a script. */
export async function scriptedEdge(
  argv: readonly string[],
  { script = [], data = path.join(testFolder(), "data"), whileLoading, ...outside }: ScriptedEdgeOptions = {},
): Promise<Transcript & { ownStderr: string; data: string; engine: ScriptedEngine }> {
  const engine = new ScriptedEngine(script);
  const openEngine = async () => {
    whileLoading?.();
    return engine;
  };
  const run = await edgeHere(data, argv, { ...outside, openEngine });
  return { ...run, data, engine };
}

/** The arguments of one `edge demo chat` over a tools file: a path, or the content of a new one. */
export function chatArgv(tools: string | null, ...more: string[]): string[] {
  const file = tools?.includes("\n") ? toolsFile(tools) : tools;
  return [
    ...["demo", "chat", "--model", inject("tinyModelPath")],
    ...(python === null ? [] : ["--python", python.path]),
    ...(file === null ? [] : ["--tools", file]),
    ...more,
  ];
}

/** One prompt with `--json` over a tools file, the script being what its model writes. */
export async function scriptedChatRun(
  tools: string | null,
  script: Script,
  { argv = [], ...options }: Omit<ScriptedEdgeOptions, "script"> & { argv?: readonly string[] } = {},
): Promise<ScriptedRun> {
  const run = await scriptedEdge(chatArgv(tools, "--prompt", "Do it.", "--json", ...argv), {
    ...options,
    script,
  });
  const report = onlyDocument(run.stdout);
  return { ...run, report, receipt: onlyReceipt(run.data, report) };
}

/** The receipt that a report names, which must be the only one below the data folder. */
function onlyReceipt(data: string, report: Json): ScriptedRun["receipt"] {
  const receipts = filesBelow(data).filter((file) => file.endsWith("chat_receipt.json"));
  const { receipt_path: named } = report;
  expect(receipts.map((file) => path.join(data, file))).toEqual(named === undefined ? [] : [named]);
  return named === undefined ? null : JSON.parse(readFileSync(String(named), "utf8"));
}
