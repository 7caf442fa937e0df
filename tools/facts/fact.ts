import { type Sha256, sha256OfJson } from "../../imprint/hash.ts";

/** One fact: what `edge.demo.facts.v1` holds and what a lookup gives. */
export interface Fact {
  readonly fact_id: string;
  readonly topic: string;
  readonly text: string;
  readonly tags: readonly string[];
  /** Where it comes from, in the words of whoever imported it. */
  readonly source_label: string;
}

/** Hash of a fact's canonical JSON. */
export function factSha256({ fact_id, topic, text, tags, source_label }: Fact): Sha256 {
  return sha256OfJson({ fact_id, topic, text, tags: [...tags], source_label });
}

/** Hash of what a store holds, whatever its file looks like: each id with its fact's hash, by id. */
export function factsSha256(facts: readonly Fact[]): Sha256 {
  const sorted = [...facts].sort((a, b) => (a.fact_id < b.fact_id ? -1 : 1));
  return sha256OfJson(sorted.map((fact) => ({ fact_id: fact.fact_id, fact_sha256: factSha256(fact) })));
}
