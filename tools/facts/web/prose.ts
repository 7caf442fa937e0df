import type { TextBudget } from "./text-budget.ts";

/** Text in the making: runs of white space become one space, and breaks one line feed. */
export class Prose {
  readonly #parts: string[] = [];
  readonly #budget: TextBudget;
  #gap: "" | " " | "\n" = "";

  constructor(budget: TextBudget) {
    this.#budget = budget;
  }

  /** @throws web_page_too_large */
  add(text: string): void {
    const words = text.replace(/[\s\p{Cc}]+/gu, " ");
    const bare = words.trim();
    if (words.startsWith(" ")) this.#widen(" ");
    if (bare === "") return;
    this.#budget.spendText(bare.length + this.#gap.length);
    if (this.#parts.length > 0) this.#parts.push(this.#gap);
    this.#parts.push(bare);
    this.#gap = words.endsWith(" ") ? " " : "";
  }

  break(): void {
    this.#widen("\n");
  }

  /** A mark between what stands before and what comes next; none at the start of a line. */
  mark(text: string): void {
    if (this.#parts.length === 0 || this.#gap === "\n") return;
    this.#widen(" ");
    this.add(text);
    this.#widen(" ");
  }

  toString(): string {
    return this.#parts.join("");
  }

  #widen(gap: " " | "\n"): void {
    if (this.#gap !== "\n") this.#gap = gap;
  }
}
