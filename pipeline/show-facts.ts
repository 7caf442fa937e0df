import { type Sha256, sha256, sha256OfJson } from "../imprint/hash.ts";
import { assertFactsInspectReport, assertFactsListReport } from "../schemas/index.ts";
import { type Fact, factSha256, factsSha256 } from "../tools/facts/fact.ts";
import { FactsStore } from "../tools/facts/store.ts";
import type { FactsDeps } from "./facts-deps.ts";

/** A fact without its words. */
export interface HashedFact {
  readonly fact_id: string;
  readonly fact_sha256: Sha256;
  readonly topic_sha256: Sha256;
  readonly text_sha256: Sha256;
  /** Characters. */
  readonly text_length: number;
}

/** `edge.demo.facts.list.report.v1`. */
export interface FactsListReport {
  readonly schema_version: "edge.demo.facts.list.report.v1";
  readonly ok: true;
  readonly status: "ok";
  readonly store: string;
  readonly fact_count: number;
  readonly store_facts_sha256: Sha256;
  /** By id. */
  readonly facts: readonly HashedFact[];
  readonly raw_text_included: false;
}

/** `edge.demo.facts.inspect.report.v1`. */
export interface FactsInspectReport {
  readonly schema_version: "edge.demo.facts.inspect.report.v1";
  readonly ok: true;
  readonly status: "ok";
  readonly store: string;
  readonly fact: HashedFact & {
    readonly tags_sha256: Sha256;
    readonly source_label_sha256: Sha256;
  } & Partial<Omit<Fact, "fact_id">>;
  readonly raw_text_included: boolean;
}

/** What a store holds, by hash. @throws what opening a store throws */
export async function listFacts(
  store: string,
  { folders }: Pick<FactsDeps, "folders">,
): Promise<FactsListReport> {
  const facts = await FactsStore.reading(folders.facts, store, (opened) => opened.facts());
  const report: FactsListReport = {
    schema_version: "edge.demo.facts.list.report.v1",
    ok: true,
    status: "ok",
    store,
    fact_count: facts.length,
    store_facts_sha256: factsSha256(facts),
    facts: facts.map(hashed),
    raw_text_included: false,
  };
  assertFactsListReport(report);
  return report;
}

/** One fact, by hash, with its words where they were asked for. @throws fact_not_found, what opening a store throws */
export async function inspectFact(
  request: { readonly store: string; readonly factId: string; readonly includeText: boolean },
  { folders }: Pick<FactsDeps, "folders">,
): Promise<FactsInspectReport> {
  const { store, factId, includeText } = request;
  const fact = await FactsStore.reading(folders.facts, store, (opened) => opened.fact(factId));
  const { fact_id: _, ...words } = fact;
  const report: FactsInspectReport = {
    schema_version: "edge.demo.facts.inspect.report.v1",
    ok: true,
    status: "ok",
    store,
    fact: {
      ...hashed(fact),
      tags_sha256: sha256OfJson([...fact.tags]),
      source_label_sha256: sha256(fact.source_label),
      ...(includeText && words),
    },
    raw_text_included: includeText,
  };
  assertFactsInspectReport(report);
  return report;
}

function hashed(fact: Fact): HashedFact {
  return {
    fact_id: fact.fact_id,
    fact_sha256: factSha256(fact),
    topic_sha256: sha256(fact.topic),
    text_sha256: sha256(fact.text),
    text_length: [...fact.text].length,
  };
}
