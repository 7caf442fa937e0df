import { ImprintError } from "../../../errors/error.ts";
import { limits } from "../../../imprint/limits.ts";

/** What may still be made of one page: a few bytes of it may stand for many characters. */
export class TextBudget {
  #characters: number = limits.webPageTextLength;
  #links: number = limits.webLinksCount;

  /** @throws web_page_too_large */
  spendText(length: number): void {
    this.#characters -= length;
    if (this.#characters < 0) throw tooLarge("characters of text", limits.webPageTextLength);
  }

  /** @throws web_page_too_large */
  spendLink(): void {
    this.#links--;
    if (this.#links < 0) throw tooLarge("links", limits.webLinksCount);
  }
}

function tooLarge(what: string, limit: number): ImprintError {
  return new ImprintError("web_page_too_large", `the page has more than ${limit} ${what}`, {
    details: { limit },
  });
}
