import { ImprintError } from "../../errors/error.ts";
import { limits } from "../../imprint/limits.ts";
import { type Fact, factSha256 } from "./fact.ts";
import { indexText, matchExpression } from "./search-text.ts";
import { invalidStore, type Sqlite, type SqliteValue } from "./sqlite.ts";
import { readingStore, writingStore } from "./store-file.ts";

/** What one import changed. */
export interface ImportCounts {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
}

export interface FactsQuery {
  readonly query: string;
  /** Only facts of this topic, in whatever case; a topic that the store does not have is no condition. */
  readonly topic: string | null;
  readonly rows: number;
}

/** One open store of facts. */
export class FactsStore {
  readonly #sqlite: Sqlite;

  private constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
  }

  /** Runs `action` on a store that is there. @throws what readingStore throws */
  static reading<T>(folder: string, name: string, action: (store: FactsStore) => T): Promise<T> {
    return readingStore(folder, name, (sqlite) => action(new FactsStore(sqlite)));
  }

  /** Runs `action` on a store, new or known: all of it or, if it throws, nothing. @throws what writingStore throws */
  static writing<T>(folder: string, name: string, action: (store: FactsStore) => T): Promise<T> {
    return writingStore(folder, name, (sqlite) => action(new FactsStore(sqlite)));
  }

  /** Adds facts; one with a known id replaces it. @throws facts_store_full */
  put(facts: readonly Fact[], mostFacts: number = limits.factsPerStoreCount): ImportCounts {
    const counts = { added: 0, updated: 0, unchanged: 0 };
    for (const fact of facts) counts[this.#putOne(fact)]++;
    const count = this.count();
    if (count > mostFacts) {
      throw new ImprintError("facts_store_full", `the store would hold ${count} facts`, {
        details: { count, limit: mostFacts },
      });
    }
    return counts;
  }

  count(): number {
    return Number(this.#sqlite.rows("SELECT count(*) AS count FROM facts")[0]?.count);
  }

  /** Every fact, by id. */
  facts(): Fact[] {
    return this.#sqlite.rows("SELECT * FROM facts ORDER BY fact_id").map((row) => this.#factOf(row));
  }

  /** @throws fact_not_found */
  fact(factId: string): Fact {
    const [row] = this.#sqlite.rows("SELECT * FROM facts WHERE fact_id = ?", factId);
    if (row === undefined) throw new ImprintError("fact_not_found", "the store holds no fact under this id");
    return this.#factOf(row);
  }

  /** Facts that share a word with the query, the best first; equally good ones by id. */
  search({ query, topic, rows }: FactsQuery): Fact[] {
    const expression = matchExpression(query);
    if (expression === null) return [];
    const found = this.#sqlite.rows(
      `SELECT facts.* FROM words JOIN facts ON facts.id = words.rowid
       WHERE words MATCH ?1 AND (?2 IS NULL OR facts.topic_key = ?2)
       ORDER BY bm25(words, 2.0, 1.0, 1.0), facts.fact_id LIMIT ?3`,
      expression,
      this.#knownTopic(topic),
      rows,
    );
    return found.map((row) => this.#factOf(row));
  }

  /** Models invent topics: one that no fact has would hide them all. */
  #knownTopic(topic: string | null): string | null {
    const key = topicKey(topic ?? "");
    return this.#sqlite.rows("SELECT 1 FROM facts WHERE topic_key = ? LIMIT 1", key).length > 0 ? key : null;
  }

  #putOne(fact: Fact): keyof ImportCounts {
    const [known] = this.#sqlite.rows("SELECT * FROM facts WHERE fact_id = ?", fact.fact_id);
    if (known && factSha256(this.#factOf(known)) === factSha256(fact)) return "unchanged";
    const { fact_id, topic, text, source_label } = fact;
    if (known) this.#sqlite.run("DELETE FROM words WHERE rowid = ?", known.id ?? null);
    this.#sqlite.run(
      `INSERT INTO facts (fact_id, topic, topic_key, text, tags, source_label) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (fact_id) DO UPDATE SET topic = excluded.topic, topic_key = excluded.topic_key,
         text = excluded.text, tags = excluded.tags, source_label = excluded.source_label`,
      ...[fact_id, topic, topicKey(topic), text, JSON.stringify(fact.tags), source_label],
    );
    this.#sqlite.run(
      "INSERT INTO words (rowid, topic, tags, text) SELECT id, ?, ?, ? FROM facts WHERE fact_id = ?",
      ...[topic, fact.tags.join(" "), text].map(indexText),
      fact_id,
    );
    return known ? "updated" : "added";
  }

  #factOf(row: Record<string, SqliteValue>): Fact {
    return {
      fact_id: String(row.fact_id),
      topic: String(row.topic),
      text: String(row.text),
      tags: this.#tagsOf(row),
      source_label: String(row.source_label),
    };
  }

  #tagsOf(row: Record<string, SqliteValue>): string[] {
    const tags = parsed(String(row.tags));
    if (Array.isArray(tags) && tags.every((tag) => typeof tag === "string")) return tags;
    throw invalidStore(this.#sqlite.file, "damaged_fact");
  }
}

function topicKey(topic: string): string {
  return topic.normalize("NFKC").trim().toLowerCase();
}

/** Undefined for what is no JSON: the parser's own error quotes it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
