import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inject } from "vitest";
import { decodeCase, type EvalCase } from "../../eval/case.ts";
import { type EvalRun, type EvaluateOptions, evaluate } from "../../pipeline/evaluate.ts";
import { callText, type Script, ScriptedEngine, type ScriptedEngineOptions } from "../scripted-engine.ts";
import { temporaryFolder, toolsFile } from "../tools/tool-files.ts";
import { scriptedDeps } from "./scripted-chat.ts";

/** Two tools to mix up. */
export const feeTools = `
@edge_tool(description="Compute the service fee for an amount.")
def calculate_fee(amount: float, plan: str = "basic") -> dict:
    return {"fee": amount}

@edge_tool(description="Look up an account by its number.")
def find_account(number: str) -> dict:
    return {"number": number}
`;

/** Four questions: a fee, an account, a fee with a plan, and small talk. */
export const feeQuestions: readonly object[] = [
  {
    id: "fee",
    prompt: "Fee for 250?",
    expected: { tool_name: "calculate_fee", arguments: { amount: [250], plan: ["basic", ""] } },
  },
  {
    id: "account",
    prompt: "Who has account 42?",
    expected: { tool_name: "find_account", arguments: { number: ["42"] } },
  },
  {
    id: "plan",
    prompt: "Fee for 10 on pro?",
    expected: { tool_name: "calculate_fee", arguments: { amount: [10], plan: ["pro"] } },
  },
  { id: "talk", prompt: "Good morning!", expected: null },
];

export const feeCall = callText("calculate_fee", { amount: 250 });

/** Writes questions, a row a line. */
export function questionsFile(rows: readonly object[] = feeQuestions): string {
  const file = path.join(temporaryFolder(), "fees.jsonl");
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return file;
}

export interface ScriptedEval {
  readonly run: EvalRun;
  readonly cases: readonly EvalCase[];
  readonly engine: ScriptedEngine;
}

export type ScriptedEvalOptions = Partial<EvaluateOptions> &
  ScriptedEngineOptions & { readonly signal?: AbortSignal };

/** What stays the same from one run to the next of one test. */
export function feeEvaluation(): Pick<EvaluateOptions, "set" | "tools" | "out"> {
  return {
    set: questionsFile(),
    tools: { surface: "python_file", file: toolsFile(feeTools), names: [], tags: [] },
    out: path.join(temporaryFolder(), "run"),
  };
}

/** Evaluates a model that follows the script; in the prompt and constrained unless said. */
export async function scriptedEval(script: Script, options: ScriptedEvalOptions): Promise<ScriptedEval> {
  const engine = new ScriptedEngine(script, options);
  const deps = { ...scriptedDeps(engine), ...(options.signal && { signal: options.signal }) };
  const run = await evaluate(
    {
      set: "bfcl:multiple",
      modelRef: inject("tinyModelPath"),
      tools: null,
      withImprint: null,
      bfclFolder: null,
      out: null,
      limit: null,
      modes: ["prompt"],
      decodings: ["constrained"],
      maxTokens: 128,
      fresh: false,
      ...options,
    },
    deps,
  );
  return { run, cases: casesIn(run.paths.cases), engine };
}

/** The lines of a case file. */
export function casesIn(file: string): EvalCase[] {
  return readFileSync(file, "utf8").trimEnd().split("\n").map(decodeCase);
}

/** Without what a clock measured. */
export function untimed(cases: readonly EvalCase[]): EvalCase[] {
  return cases.map((evalCase) => ({ ...evalCase, elapsedMs: 0 }));
}
