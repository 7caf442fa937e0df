import type { CatalogEntry, ModelCatalog } from "./catalog.ts";

/** How a name was matched, best first. */
export type MatchRank = "exact" | "normalized" | "prefix" | "substring";

export interface ModelMatch {
  readonly entry: CatalogEntry;
  readonly matchedBy: MatchRank;
  /** Other entries that the name fits, best first, at most 5. */
  readonly alternates: readonly CatalogEntry[];
  /** True when another entry fits a partial name equally well: good for a hint, not for a decision. */
  readonly ambiguous: boolean;
}

const ranks: readonly MatchRank[] = ["exact", "normalized", "prefix", "substring"];
const maxAlternates = 5;

/** Finds a catalog entry by id or alias; within one rank the catalog's order decides. Null when nothing fits. */
export function matchModel(catalog: ModelCatalog, name: string): ModelMatch | null {
  const found = catalog.models
    .flatMap((entry) => {
      const rank = bestRank(entry, name);
      return rank === null ? [] : [{ entry, rank }];
    })
    .sort((a, b) => a.rank - b.rank);
  const [best, ...others] = found;
  const matchedBy = best === undefined ? undefined : ranks[best.rank];
  if (best === undefined || matchedBy === undefined) return null;
  return {
    entry: best.entry,
    matchedBy,
    alternates: others.slice(0, maxAlternates).map((other) => other.entry),
    ambiguous:
      (matchedBy === "prefix" || matchedBy === "substring") &&
      others.some((other) => other.rank === best.rank),
  };
}

function bestRank(entry: CatalogEntry, name: string): number | null {
  const scores = [entry.id, ...entry.aliases].map((known) => rankOf(known, name)).filter((rank) => rank >= 0);
  return scores.length === 0 ? null : Math.min(...scores);
}

/** Index in `ranks`, or -1. */
function rankOf(known: string, name: string): number {
  if (known === name) return 0;
  const wanted = normalized(name);
  const given = normalized(known);
  if (wanted === "") return -1;
  if (given === wanted) return 1;
  if (given.startsWith(wanted)) return 2;
  return given.includes(wanted) ? 3 : -1;
}

function normalized(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
