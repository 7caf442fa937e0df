import path from "node:path";
import { ImprintError } from "../errors/error.ts";
import { readJsonLines } from "../eval/json-lines.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import { assertPracticeExample } from "../schemas/index.ts";
import { checkCall } from "../tools/call.ts";
import { type Invalid, readDocument } from "../tools/document.ts";
import type { OwnExample } from "../training/practice/set/example-frames.ts";

/** `edge.practice.example.v1` */
type ExampleLine =
  | { readonly prompt: string; readonly tool_name: string; readonly arguments: JsonObject }
  | { readonly prompt: string; readonly answer: string };

/**
 * The user's own examples, one a line. A call must be one that the contract accepts, and no prompt may come twice:
 * two lines that disagree would teach neither.
 *
 * @throws invalid_practice_examples, with the line
 */
export async function loadOwnExamples(
  file: string,
  contract: FrozenContract,
  { cwd }: { readonly cwd: string },
): Promise<OwnExample[]> {
  const bytes = await readDocument(path.resolve(cwd, file), invalid);
  const prompts = new Map<string, number>();
  return readJsonLines(bytes, assertPracticeExample, invalid).map(({ number, value }) => {
    const example = value as unknown as ExampleLine;
    const earlier = prompts.get(example.prompt);
    if (earlier !== undefined)
      throw invalid(`line ${number}: the prompt of line ${earlier} again`, { line: number, earlier });
    prompts.set(example.prompt, number);
    return "answer" in example ? example : checked(example, contract, number);
  });
}

function checked(
  example: Extract<ExampleLine, { tool_name: string }>,
  contract: FrozenContract,
  line: number,
): OwnExample {
  const call = { toolName: example.tool_name, arguments: example.arguments };
  const check = checkCall(contract, call);
  if (check.ok) return { prompt: example.prompt, ...call };
  const pointers = check.mismatches.map(({ pointer }) => `/arguments${pointer}`);
  const message =
    check.code === "unknown_tool"
      ? "the contract has no such tool"
      : `not what the tool takes: ${pointers.join(", ")}`;
  throw invalid(`line ${line}: ${message}`, { line, reason: check.code, pointers });
}

const invalid: Invalid = (message, details, cause) =>
  new ImprintError("invalid_practice_examples", `the examples are not valid: ${message}`, { details, cause });
