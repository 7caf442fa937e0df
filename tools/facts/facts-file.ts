import path from "node:path";
import { ImprintError, isImprintError } from "../../errors/error.ts";
import { type Sha256, sha256 } from "../../imprint/hash.ts";
import { parseJsonStrict } from "../../imprint/json-text.ts";
import { limits } from "../../imprint/limits.ts";
import { assertFactsFile } from "../../schemas/index.ts";
import { FileRefusal, readRegularFile } from "../../system/files.ts";
import type { Fact } from "./fact.ts";

/** An `edge.demo.facts.v1` document as it was read. */
export interface FactsFile {
  readonly fileSha256: Sha256;
  /** The store that the file says it is for. */
  readonly store: string;
  readonly facts: readonly Fact[];
}

/** Reads a facts file, once. @throws invalid_facts_file */
export async function readFactsFile(file: string, cwd: string): Promise<FactsFile> {
  const bytes = await readBytes(file, cwd);
  return { fileSha256: sha256(bytes), ...parseFacts(() => parseJsonStrict(bytes)) };
}

/** Facts that this program made itself, held to the same form. @throws invalid_facts_file */
export function checkedFacts(store: string, facts: readonly Fact[]): readonly Fact[] {
  return parseFacts(() => ({ schema_version: "edge.demo.facts.v1", store, facts })).facts;
}

async function readBytes(file: string, cwd: string): Promise<Buffer> {
  try {
    return (await readRegularFile(path.resolve(cwd, file), { maxBytes: limits.jsonDocumentBytes })).bytes;
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    throw invalid(`cannot read ${file}: ${error.message}`, { reason: error.reason }, error);
  }
}

function parseFacts(read: () => unknown): { store: string; facts: readonly Fact[] } {
  let document: unknown;
  try {
    document = read();
    assertFactsFile(document);
  } catch (error) {
    if (!isImprintError(error)) throw error;
    throw invalid(error.message, error.details, error);
  }
  const { store, facts } = document as { store: string; facts: readonly Fact[] };
  const ids = new Set<string>();
  for (const [index, { fact_id }] of facts.entries()) {
    if (ids.has(fact_id)) throw invalid("two facts have one id", { pointer: `/facts/${index}/fact_id` });
    ids.add(fact_id);
  }
  return { store, facts };
}

function invalid(message: string, details: Record<string, unknown>, cause?: unknown): ImprintError {
  return new ImprintError("invalid_facts_file", `the facts are not valid: ${message}`, { details, cause });
}
