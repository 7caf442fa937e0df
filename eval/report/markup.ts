import { printable, printableLines } from "../../errors/printable.ts";

/** Text that is markup already; everything else is escaped on its way into a page. */
export class Markup {
  constructor(readonly text: string) {}
}

type Content = Markup | string | number | null | readonly Content[];

/** Builds markup; what is put in is escaped, unless it is markup. A list is written out, null is nothing. */
export function markup(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => part + written(contents[index] ?? null)).join(""));
}

/** Foreign text of several lines: line breaks stay, nothing steers and nothing hides. */
export function foreignLines(text: string): Markup {
  return new Markup(escaped(printableLines(text)));
}

function written(content: Content): string {
  if (content === null) return "";
  if (content instanceof Markup) return content.text;
  if (typeof content === "number") return String(content);
  if (typeof content === "string") return escaped(printable(content));
  return content.map(written).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
