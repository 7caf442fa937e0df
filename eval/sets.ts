import path from "node:path";
import { ImprintError } from "../errors/error.ts";
import { printable } from "../errors/printable.ts";
import { sha256 } from "../imprint/hash.ts";
import { type Invalid, readDocument } from "../tools/document.ts";
import type { FrozenTools } from "../tools/frozen-tools.ts";
import { readBfcl } from "./bfcl.ts";
import type { QuestionSet } from "./question.ts";
import { readSampleSet } from "./sample-set.ts";

/** The leaderboard's categories that can be asked, as `bfcl:<category>`, and whether a call is wanted in them. */
const bfclCategories: ReadonlyMap<string, { readonly wantsCalls: boolean }> = new Map([
  ["simple_python", { wantsCalls: true }],
  ["multiple", { wantsCalls: true }],
  ["irrelevance", { wantsCalls: false }],
]);

const bfclPrefix = "bfcl:";

export interface QuestionSources {
  /** What the questions of a file are asked with; null for a set that brings its own tools. */
  readonly tools: Pick<FrozenTools, "contract" | "active"> | null;
  /** Where the leaderboard's files lie, named as in its package. */
  readonly bfclFolder: string;
  /** Where a relative path starts; the process's own folder when left out. */
  readonly cwd?: string;
}

/** True for a set that brings its own tools, question by question. */
export function bringsItsOwnTools(reference: string): boolean {
  return reference.startsWith(bfclPrefix);
}

/**
 * Reads `bfcl:<category>`, or a file of questions about the tools of one contract.
 *
 * @throws eval_set_not_found, invalid_eval_set, invalid_usage (a file without tools, tools beside a set that has its own)
 */
export async function loadQuestionSet(reference: string, sources: QuestionSources): Promise<QuestionSet> {
  if (bringsItsOwnTools(reference) === (sources.tools !== null)) {
    const message =
      sources.tools === null
        ? "a file of questions needs the tools that they are about"
        : "a set of the leaderboard brings its own tools";
    throw new ImprintError("invalid_usage", message);
  }
  return sources.tools === null
    ? bfclSet(reference, sources)
    : fileSet(reference, sources.tools, sources.cwd);
}

async function bfclSet(name: string, { bfclFolder, cwd = "." }: QuestionSources): Promise<QuestionSet> {
  const category = name.slice(bfclPrefix.length);
  const known = bfclCategories.get(category);
  if (known === undefined) {
    const names = [...bfclCategories.keys()].map((known) => bfclPrefix + known).join(", ");
    throw new ImprintError("eval_set_not_found", `no such set; there are: ${names}, and files`);
  }
  const folder = path.resolve(cwd, bfclFolder);
  const file = `BFCL_v4_${category}.json`;
  const rows = await readDocument(path.join(folder, file), invalidIn(name));
  const answersFile = path.join(folder, "possible_answer", file);
  const answers = known.wantsCalls ? await readDocument(answersFile, invalidIn(name)) : null;
  const read = readBfcl({ rows, answers }, invalidIn(name));
  const digest = sha256(answers === null ? rows : Buffer.concat([rows, answers]));
  return { name, sha256: digest, toolNames: null, ...read };
}

async function fileSet(
  file: string,
  tools: NonNullable<QuestionSources["tools"]>,
  cwd = ".",
): Promise<QuestionSet> {
  const name = path.basename(file);
  const bytes = await readDocument(path.resolve(cwd, file), invalidIn(name));
  const read = readSampleSet(bytes, tools, invalidIn(name));
  const toolNames = tools.contract.tools.map(({ schema }) => schema.name);
  return { name, sha256: sha256(bytes), toolNames, ...read };
}

/** A file that is not there has a code of its own. */
function invalidIn(name: string): Invalid {
  return (message, details, cause) => {
    const code = details.reason === "not_found" ? "eval_set_not_found" : "invalid_eval_set";
    return new ImprintError(code, `${printable(name)}: ${message}`, { details, cause });
  };
}
