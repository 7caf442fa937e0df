import { ImprintError } from "../errors/error.ts";
import type { ToolDraft } from "../imprint/contract.ts";

/** `--tool` and `--tool-tag`, each as often as given. Nothing selected means all. */
export interface ToolSelection {
  readonly names?: readonly string[];
  readonly tags?: readonly string[];
}

/**
 * The tools that were named, or that carry one of the tags; the union of both, in order of definition.
 * @throws unknown_tool_selection naming every name and tag that the file does not have
 */
export function selectTools(drafts: readonly ToolDraft[], selection: ToolSelection): readonly ToolDraft[] {
  const names = new Set(selection.names);
  const tags = new Set(selection.tags);
  if (names.size === 0 && tags.size === 0) return drafts;
  assertKnown([
    unknownWords("tool", names, new Set(drafts.map((draft) => draft.schema.name))),
    unknownWords("tool tag", tags, new Set(drafts.flatMap((draft) => draft.intentTags))),
  ]);
  return drafts.filter(
    ({ schema, intentTags }) => names.has(schema.name) || intentTags.some((tag) => tags.has(tag)),
  );
}

interface UnknownWords {
  readonly what: string;
  readonly unknown: readonly string[];
  readonly known: readonly string[];
}

function unknownWords(what: string, wanted: ReadonlySet<string>, known: ReadonlySet<string>): UnknownWords {
  return { what, unknown: [...wanted].filter((word) => !known.has(word)), known: [...known].sort() };
}

function assertKnown(checked: readonly UnknownWords[]): void {
  const missed = checked.filter(({ unknown }) => unknown.length > 0);
  if (missed.length === 0) return;
  const texts = missed.map(
    ({ what, unknown, known }) =>
      `no ${what} is called ${unknown.join(", ")} (there are: ${known.join(", ") || "none"})`,
  );
  const details = {
    unknown: missed.flatMap(({ unknown }) => unknown),
    known: missed.flatMap(({ known }) => known),
  };
  throw new ImprintError("unknown_tool_selection", texts.join("; "), { details });
}
