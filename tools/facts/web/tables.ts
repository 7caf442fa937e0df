import { limits } from "../../../imprint/limits.ts";
import { firstCharacters } from "./first-characters.ts";
import { Prose } from "./prose.ts";
import type { TextBudget } from "./text-budget.ts";

interface Cell {
  readonly isHeader: boolean;
  readonly prose: Prose;
}

interface OpenTable {
  /** Names of its columns: the texts of the first row, when all of it were headers. */
  names: readonly string[] | null;
  hasRows: boolean;
  /** A cell that spans others moves those behind it under names that are not theirs. */
  spans: boolean;
  row: Cell[] | null;
}

/** Rows that are kept: one more than become facts, so that it can be told that there were more. */
const mostRows = limits.webTableRowsCount + 1;

/** Collects the rows of a page's tables while its tags go by; a table in a cell has rows of its own. */
export class Tables {
  /** Each as it can stand alone; none is empty. */
  readonly rows: string[] = [];
  readonly #budget: TextBudget;
  readonly #open: OpenTable[] = [];

  constructor(budget: TextBudget) {
    this.#budget = budget;
  }

  /** The cell that text goes to; null outside of cells. */
  get cell(): Prose | null {
    return this.#isFull ? null : (this.#open.at(-1)?.row?.at(-1)?.prose ?? null);
  }

  onOpen(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#isFull) return;
    const table = this.#open.at(-1);
    if (tag === "table") this.#open.push({ names: null, hasRows: false, spans: false, row: null });
    else if (table === undefined) return;
    else if (tag === "tr") {
      this.#endRow(table);
      table.row = [];
    } else if (tag === "td" || tag === "th") {
      table.spans ||= "colspan" in attributes || "rowspan" in attributes;
      table.row ??= [];
      table.row.push({ isHeader: tag === "th", prose: new Prose(this.#budget) });
    }
  }

  /** @throws web_page_too_large */
  onClose(tag: string): void {
    const table = this.#open.at(-1);
    if (table === undefined || this.#isFull) return;
    if (tag === "tr" || tag === "table") this.#endRow(table);
    if (tag === "table") this.#open.pop();
  }

  get #isFull(): boolean {
    return this.rows.length >= mostRows;
  }

  #endRow(table: OpenTable): void {
    const cells = table.row ?? [];
    table.row = null;
    if (cells.length === 0) return;
    const texts = cells.map(({ prose }) => prose.toString().replaceAll("\n", " "));
    const isHeader = !table.hasRows && cells.every((cell) => cell.isHeader);
    table.hasRows = true;
    if (isHeader) table.names = texts.map((text) => firstCharacters(text, limits.webColumnNameLength));
    else this.#keep(texts, table.spans ? null : table.names);
  }

  /** `Name: Anna | Room: 12`; without names where the row does not have the header's cells. */
  #keep(texts: readonly string[], header: readonly string[] | null): void {
    const names = header?.length === texts.length ? header : [];
    const cells: string[] = [];
    for (const [index, text] of texts.entries()) {
      if (text === "") continue;
      const name = names[index] ? `${names[index]}: ` : "";
      this.#budget.spendText(name.length);
      cells.push(name + text);
    }
    if (cells.length > 0) this.rows.push(cells.join(" | "));
  }
}
