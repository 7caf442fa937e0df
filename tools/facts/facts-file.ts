import path from "node:path";
import { ImprintError } from "../../errors/error.ts";
import { type Sha256, sha256 } from "../../imprint/hash.ts";
import { assertFactsFile } from "../../schemas/index.ts";
import { assertDocument, type Invalid, parseDocument, readDocument } from "../document.ts";
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
  const bytes = await readDocument(path.resolve(cwd, file), invalid);
  const document = parseDocument(bytes, assertFactsFile, invalid);
  const { store, facts } = document as unknown as Pick<FactsFile, "store" | "facts">;
  assertDistinctIds(facts);
  return { fileSha256: sha256(bytes), store, facts };
}

/** Facts that this program made itself, held to the same form. @throws invalid_facts_file */
export function assertFacts(store: string, facts: readonly Fact[]): void {
  assertDocument({ schema_version: "edge.demo.facts.v1", store, facts }, assertFactsFile, invalid);
  assertDistinctIds(facts);
}

function assertDistinctIds(facts: readonly Fact[]): void {
  const ids = new Set<string>();
  for (const [index, { fact_id }] of facts.entries()) {
    if (ids.has(fact_id)) throw invalid("two facts have one id", { pointer: `/facts/${index}/fact_id` });
    ids.add(fact_id);
  }
}

const invalid: Invalid = (message, details, cause) =>
  new ImprintError("invalid_facts_file", `the facts are not valid: ${message}`, { details, cause });
