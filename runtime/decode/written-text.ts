import type { EngineModel } from "../engine/engine.ts";

/** Tokens behind some others, and their text, which can be taken back and gone on with differently. */
export class WrittenText {
  readonly #model: EngineModel;
  readonly #before: readonly number[];
  readonly #tokens: number[] = [];
  /** The text behind each token. */
  readonly #texts: string[] = [];
  /** Tokens whose text was given and not read from them: a tokenizer may put a space before a text. */
  #settled = 0;

  constructor(model: EngineModel, before: readonly number[]) {
    this.#model = model;
    this.#before = before;
  }

  get tokens(): readonly number[] {
    return this.#tokens;
  }

  get text(): string {
    return this.#texts.at(-1) ?? "";
  }

  push(token: number): void {
    this.#tokens.push(token);
    const settled = this.#tokens.slice(0, this.#settled);
    const text = this.#model.detokenize(this.#tokens.slice(this.#settled), [...this.#before, ...settled]);
    this.#texts.push((this.#texts[this.#settled - 1] ?? "") + text);
  }

  /** How many tokens it took to write what stands behind the first `length` characters. */
  tokensBehind(length: number): number {
    return this.#texts.filter((text) => text.length > length).length;
  }

  /** Tokens of another text that begins like this one: those written already as far as they serve, then others. */
  tokensOf(text: string): { readonly kept: number; readonly tokens: readonly number[] } {
    const kept = this.#texts.findLastIndex((written) => text.startsWith(written)) + 1;
    const rest = text.slice(this.#texts[kept - 1]?.length ?? 0);
    return { kept, tokens: [...this.#tokens.slice(0, kept), ...this.#model.tokenize(rest)] };
  }

  /** Goes on from another text. Gives the number of tokens that stayed. */
  rewrite(text: string): number {
    const { kept, tokens } = this.tokensOf(text);
    this.#tokens.splice(kept, Number.POSITIVE_INFINITY, ...tokens.slice(kept));
    this.#texts.splice(kept, Number.POSITIVE_INFINITY, ...tokens.slice(kept).map(() => text));
    this.#settled = tokens.length;
    return kept;
  }
}
