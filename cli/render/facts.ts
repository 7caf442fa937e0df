import { printable } from "../../errors/printable.ts";
import type { FactsCrawlUrlReceipt } from "../../pipeline/crawl-url.ts";
import type { FactsImportReceipt } from "../../pipeline/import-facts.ts";
import type { FactsImportUrlReceipt } from "../../pipeline/import-url.ts";
import type { FactsInspectReport, FactsListReport } from "../../pipeline/show-facts.ts";
import type { ImportFrame, StoredDocument } from "../../pipeline/store-facts.ts";
import { bytesText } from "./bytes.ts";
import { shortHash } from "./short-hash.ts";

export function importText(receipt: FactsImportReceipt): string {
  return lined([["file", shortHash(receipt.facts_file_sha256)], ...storedRows(receipt)]);
}

export function importUrlText(receipt: FactsImportUrlReceipt): string {
  return lined([
    ["page", `${receipt.content_type}, ${bytesText(receipt.bytes)}, ${shortHash(receipt.raw_sha256)}`],
    ["truncated", receipt.truncated ? "yes" : "no"],
    ...storedRows(receipt),
  ]);
}

export function crawlText(receipt: FactsCrawlUrlReceipt): string {
  const { asked, stored, failed, bytes } = receipt.totals;
  const { other_origin: away, beyond_max_depth: deep, beyond_max_urls: over } = receipt.links_skipped;
  return lined([
    ["pages", `${asked} asked, ${stored} stored, ${failed} failed, ${bytesText(bytes)}`],
    ["stopped by", receipt.stopped_by ?? "no bound"],
    ["not asked", `${away} of other origins, ${deep} beyond the depth, ${over} beyond the number of pages`],
    ...storedRows(receipt),
  ]);
}

/** Ids and hashes, one fact a line. */
export function factsListText({ store, fact_count, store_facts_sha256, facts }: FactsListReport): string {
  const width = Math.max(0, ...facts.map((fact) => fact.fact_id.length));
  const head = `${store}: ${fact_count} facts, ${shortHash(store_facts_sha256)}`;
  return [
    head,
    ...facts.map((fact) => `  ${fact.fact_id.padEnd(width)}  ${shortHash(fact.fact_sha256)}`),
  ].join("\n");
}

/** Hashes; the text, and where it comes from, only when the report has them. */
export function inspectFactText({ store, fact }: FactsInspectReport): string {
  const { topic, tags, text, source_label: source } = fact;
  const words = [
    ...(topic === undefined ? [] : [["topic", topic] as const]),
    ...(tags === undefined ? [] : [["tags", tags.join(", ") || "-"] as const]),
    ...(source === undefined ? [] : [["source", source] as const]),
  ];
  const rows = lined([
    ["fact", `${fact.fact_id} in ${store}`],
    ["hash", fact.fact_sha256],
    ["text", `${fact.text_length} characters, ${shortHash(fact.text_sha256)}`],
    ...words,
  ]);
  // More than `printableLines` does: whoever looks a fact up here wants to see all that a model reads.
  return text === undefined ? rows : `${rows}\n\n${text.replace(/[^\n\t]+/g, (run) => printable(run))}`;
}

function storedRows(receipt: ImportFrame & StoredDocument): (readonly [string, string])[] {
  const { added, updated, unchanged } = receipt.imported;
  return [
    ["facts", `${added} added, ${updated} updated, ${unchanged} unchanged`],
    [
      "store",
      `${receipt.store}: ${receipt.store_fact_count} facts, ${shortHash(receipt.store_facts_sha256)}`,
    ],
    ["receipt", receipt.receipt_path],
  ];
}

function lined(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`).join("\n");
}
