import { limits } from "../imprint/limits.ts";
import { assertBfclAnswer, assertBfclRow } from "../schemas/index.ts";
import type { Invalid } from "../tools/document.ts";
import { expectedCall, type ListedValues } from "./accepted.ts";
import { type BfclFunction, toolNames, toolOf, Unfit } from "./bfcl-tool.ts";
import { onLine, readJsonLines } from "./json-lines.ts";
import type { Question, QuestionSet, UnfitQuestion } from "./question.ts";

/** One row of the Berkeley Function-Calling Leaderboard, v4, single turn. */
interface BfclRow {
  readonly id: string;
  readonly question: readonly [readonly [{ readonly content: string }]];
  readonly function: readonly BfclFunction[];
}

/** The one call that is right, of a function under its own name. */
interface BfclAnswer {
  readonly id: string;
  readonly ground_truth: readonly [Readonly<Record<string, ListedValues>>];
}

/** A category's two files; `answers` is null where no call is right. */
export interface BfclFiles {
  readonly rows: Uint8Array;
  readonly answers: Uint8Array | null;
}

/**
 * A category of the leaderboard as questions. Tool names are made ours one to one; rows whose tools a contract cannot
 * hold come back by name.
 *
 * @throws what `invalid` makes, when the files are not the leaderboard's
 */
export function readBfcl(
  files: BfclFiles,
  invalid: Invalid,
): Pick<QuestionSet, "rows" | "questions" | "unfit"> {
  const answers = files.answers && answersOf(files.answers, invalid);
  const questions: Question[] = [];
  const unfit: UnfitQuestion[] = [];
  const rows = new Set<string>();
  for (const { number, value } of readJsonLines(files.rows, assertBfclRow, invalid)) {
    const row = value as unknown as BfclRow;
    const invalidRow = onLine(invalid, number);
    if (rows.has(row.id)) throw invalidRow("two rows have one id", { id: row.id });
    rows.add(row.id);
    const answer = answers?.get(row.id) ?? null;
    if (answers !== null && answer === null) throw invalidRow("the row has no answer", { id: row.id });
    try {
      questions.push(questionOf(row, answer, invalidRow));
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      unfit.push({ id: row.id, reason: error.message, expectsCall: answer !== null });
    }
  }
  return { rows: [...rows], questions, unfit };
}

function answersOf(bytes: Uint8Array, invalid: Invalid): ReadonlyMap<string, BfclAnswer> {
  const lines = readJsonLines(bytes, assertBfclAnswer, (message, details, cause) =>
    invalid(`the answers, ${message}`, details, cause),
  );
  const answers = lines.map(({ value }) => value as unknown as BfclAnswer);
  return new Map(answers.map((answer) => [answer.id, answer]));
}

/** @throws Unfit, what `invalid` makes */
function questionOf(row: BfclRow, answer: BfclAnswer | null, invalid: Invalid): Question {
  const names = toolNames(row.function);
  if (names.size > limits.activeToolsCount) throw new Unfit(`/function: ${names.size} tools`);
  const tools = row.function.map((described, index) =>
    toolOf(described, names.get(described.name) ?? "", `/function/${index}`),
  );
  const [[{ content: prompt }]] = row.question;
  if (answer === null) return { id: row.id, prompt, tools, expected: null };
  const [[name, listed] = ["", {}]] = Object.entries(answer.ground_truth[0]);
  const wanted = tools.find(({ schema }) => schema.name === names.get(name));
  if (wanted === undefined) throw invalid("the answer is a call of no tool of the row", { id: row.id });
  return { id: row.id, prompt, tools, expected: expectedCall(wanted.schema, listed, invalid) };
}
