import { ImprintError } from "../../../errors/error.ts";
import { linkedAddress } from "./address.ts";
import { Prose } from "./prose.ts";
import { Tables } from "./tables.ts";
import { TextBudget } from "./text-budget.ts";

/** What a page of HTML says to a reader who sees no pictures and runs no scripts. */
export interface HtmlPage {
  readonly title: string;
  /** Blocks on lines of their own; a link is its text and, behind it, its absolute address. */
  readonly text: string;
  /** Of its tables, where they were asked for, as many as could become facts and one more. */
  readonly rows: readonly string[];
  /** Where its links lead, in order, each once. */
  readonly links: readonly URL[];
}

/** The parser's own work grows with the square of the depth; no real page comes near. */
const deepest = 512;

/**
 * Reads HTML as browsers do: nothing is an error but absurd depth and absurd length.
 * @throws unsupported_web_content, web_page_too_large
 */
export async function readHtml(source: string, address: URL, wants: { rows: boolean }): Promise<HtmlPage> {
  const { Parser } = await import("htmlparser2");
  const reader = new HtmlReader(address, wants.rows);
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => reader.onOpen(tag, attributes),
      ontext: (text) => reader.onText(text),
      onclosetag: (tag) => reader.onClose(tag),
    },
    { decodeEntities: true },
  );
  parser.write(source);
  parser.end();
  return reader.page();
}

const unseen = new Set(
  "script style noscript template svg math iframe object canvas audio video select datalist".split(" "),
);
const blocks = new Set(
  (
    "address article aside blockquote br caption dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 " +
    "h5 h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul"
  ).split(" "),
);

class HtmlReader {
  readonly #budget = new TextBudget();
  readonly #title = new Prose(this.#budget);
  readonly #text = new Prose(this.#budget);
  readonly #tables: Tables | null;
  readonly #links = new Map<string, URL>();
  /** Addresses of the open `a` elements; null for one that leads nowhere. */
  readonly #anchors: (URL | null)[] = [];
  readonly #address: URL;
  /** Where links start from: the first `base` that has an address. */
  #base: URL | null = null;
  #depth = 0;
  /** Depth of the outermost element that is not shown. */
  #unseenFrom: number | null = null;
  #inTitle = false;

  constructor(address: URL, wantsRows: boolean) {
    this.#address = address;
    this.#tables = wantsRows ? new Tables(new TextBudget()) : null;
  }

  onOpen(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.#depth > deepest) {
      throw new ImprintError("unsupported_web_content", "the page cannot be read as text: too_deep", {
        details: { reason: "too_deep", limit: deepest },
      });
    }
    if (tag === "title") this.#inTitle = this.#unseenFrom === null;
    if (tag === "base" && attributes.href !== undefined) this.#openBase(attributes.href);
    if (unseen.has(tag) || "hidden" in attributes) this.#unseenFrom ??= this.#depth;
    if (this.#unseenFrom !== null) return;
    if (blocks.has(tag)) this.#break();
    if (tag === "td" || tag === "th") this.#text.mark("|");
    if (tag === "a") this.#openAnchor(attributes.href);
    this.#tables?.onOpen(tag, attributes);
  }

  onText(text: string): void {
    if (this.#inTitle) this.#title.add(text);
    else if (this.#unseenFrom === null) this.#add(text);
  }

  onClose(tag: string): void {
    if (tag === "title") this.#inTitle = false;
    if (this.#unseenFrom === null) {
      if (tag === "a") this.#closeAnchor();
      this.#tables?.onClose(tag);
      if (blocks.has(tag)) this.#break();
    }
    if (this.#unseenFrom === this.#depth) this.#unseenFrom = null;
    this.#depth--;
  }

  page(): HtmlPage {
    return {
      title: this.#title.toString(),
      text: this.#text.toString(),
      rows: this.#tables?.rows ?? [],
      links: [...this.#links.values()],
    };
  }

  #openBase(href: string): void {
    this.#base ??= linkedAddress(href, this.#address) ?? this.#address;
  }

  #openAnchor(href: string | undefined): void {
    if (href !== undefined) this.#budget.spendLink();
    const url = href === undefined ? null : linkedAddress(href, this.#base ?? this.#address);
    this.#anchors.push(url);
    if (url !== null) this.#links.set(url.href, url);
  }

  #closeAnchor(): void {
    const url = this.#anchors.pop();
    if (url) this.#add(` (${url.href})`);
  }

  #add(text: string): void {
    this.#text.add(text);
    this.#tables?.cell?.add(text);
  }

  #break(): void {
    this.#text.break();
    this.#tables?.cell?.break();
  }
}
