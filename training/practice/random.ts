import { sha256 } from "../../imprint/hash.ts";

/** A seeded source of choices: the same seed gives the same choices on every machine. */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: string) {
    const hex = sha256(seed).slice("sha256:".length);
    this.#state = Uint32Array.from({ length: 4 }, (_, n) => Number.parseInt(hex.slice(8 * n, 8 * n + 8), 16));
  }

  /** An integer from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor((this.#next() / 2 ** 32) * count);
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.#next() / 2 ** 32 < probability;
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError("there is nothing to pick from");
    return items[this.below(items.length)] as T;
  }

  /** A copy in another order. */
  shuffled<T>(items: readonly T[]): T[] {
    const rest = [...items];
    return items.map(() => rest.splice(this.below(rest.length), 1)[0] as T);
  }

  /** sfc32: small, fast, and without arithmetic that would depend on the machine. */
  #next(): number {
    const [a, b, c, counter] = this.#state as unknown as [number, number, number, number];
    const result = (a + b + counter) >>> 0;
    this.#state.set([b ^ (b >>> 9), c + (c << 3), ((c << 21) | (c >>> 11)) + result, counter + 1]);
    return result;
  }
}

/** Deals items in a random order, each once before any comes again. */
export class Deck<T> {
  readonly #items: readonly T[];
  readonly #random: Random;
  #left: T[] = [];

  constructor(items: readonly T[], random: Random) {
    if (items.length === 0) throw new RangeError("a deck holds at least one item");
    this.#items = items;
    this.#random = random;
  }

  draw(): T {
    if (this.#left.length === 0) this.#left = this.#random.shuffled(this.#items);
    return this.#left.pop() as T;
  }
}
