import { limits } from "../../../imprint/limits.ts";
import type { Fact } from "../fact.ts";
import { assertFacts } from "../facts-file.ts";
import { addressSha256, sourceLabel } from "./address.ts";
import type { FetchedPage } from "./fetch-page.ts";
import { firstCharacters } from "./first-characters.ts";
import { readHtml } from "./html.ts";
import { pageText } from "./page-text.ts";

/** One fact for the whole page, or one for each row of its tables. */
export type PageSplit = "page" | "html-table-rows";

/** What the facts of a page are called and marked with. */
export interface FactLabels {
  readonly topic: string;
  readonly tags: readonly string[];
  /** Of every id; made of the address's hash when null. */
  readonly idPrefix: string | null;
}

/** What of a page can become facts. */
export interface PageTexts {
  readonly contentType: string;
  /** One of each fact, none empty. */
  readonly texts: readonly string[];
  /** A text was cut, or rows were left out. */
  readonly truncated: boolean;
}

export interface ReadPage extends PageTexts {
  readonly links: readonly URL[];
}

/**
 * The texts of a page, none longer than `maxChars`, and its links.
 * @throws unsupported_web_content, web_page_too_large
 */
export async function readPage(page: FetchedPage, split: PageSplit, maxChars: number): Promise<ReadPage> {
  const { kind, contentType, text } = await pageText(page);
  if (kind === "plain")
    return { contentType, ...shortened(split === "page" ? [plain(text)] : [], maxChars), links: [] };
  const html = await readHtml(text, page.url, { rows: split === "html-table-rows" });
  const whole = [html.title, html.text].filter((part) => part !== "").join("\n");
  return {
    contentType,
    ...shortened(split === "page" ? [whole] : html.rows, maxChars),
    links: html.links,
  };
}

function shortened(all: readonly string[], maxChars: number): { texts: string[]; truncated: boolean } {
  const kept = all.slice(0, limits.webTableRowsCount);
  const cut = kept.map((text) => firstCharacters(text, maxChars));
  const truncated = kept.length < all.length || cut.some((text, index) => text !== kept[index]);
  return { texts: cut.filter((text) => text !== ""), truncated };
}

/** The facts that the texts of a page become. */
export function pageFacts({ texts }: PageTexts, split: PageSplit, url: URL, labels: FactLabels): Fact[] {
  const prefix =
    labels.idPrefix ?? `web-${addressSha256(url).slice("sha256:".length, "sha256:".length + 16)}`;
  return texts.map((text, index) => ({
    fact_id: split === "page" ? prefix : `${prefix}-row-${String(index + 1).padStart(4, "0")}`,
    topic: labels.topic,
    text,
    tags: labels.tags,
    source_label: sourceLabel(url, limits.factLabelLength),
  }));
}

/** Before anything is asked for: what facts are to be marked with fits a fact. @throws invalid_facts_file */
export function assertLabels({ topic, tags }: Pick<FactLabels, "topic" | "tags">): void {
  assertFacts("web", [{ fact_id: "web", topic, text: "web", tags, source_label: "web" }]);
}

/** A text file's own line breaks stay; what is no text goes. */
function plain(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, " ")
    .trim();
}
