import { Random } from "../practice/random.ts";
import { type TrainingRow, tokenCountOf } from "./row.ts";

export interface BatchSettings {
  readonly rowsCount: number;
  /** How many of them want no call; fewer only where there are none. */
  readonly answersCount: number;
  readonly seed: string;
}

/**
 * The rows of step 1, 2, …: calls and answers in a fixed share, each dealt once in a random order before any comes
 * again. A function of the step alone, so that a run that goes on draws what an unbroken one would.
 */
export class Batches {
  readonly #calls: readonly TrainingRow[];
  readonly #answers: readonly TrainingRow[];
  readonly #settings: BatchSettings;
  readonly #orders = new Map<string, readonly TrainingRow[]>();

  /** @throws RangeError without rows */
  constructor(rows: readonly TrainingRow[], settings: BatchSettings) {
    if (rows.length === 0) throw new RangeError("there is nothing to train on");
    this.#calls = rows.filter(({ kind }) => kind === "call");
    this.#answers = rows.filter(({ kind }) => kind === "answer");
    this.#settings = settings;
  }

  at(step: number): TrainingRow[] {
    const { rowsCount, answersCount } = this.#settings;
    const answers = this.#calls.length === 0 ? rowsCount : this.#answers.length === 0 ? 0 : answersCount;
    return [
      ...this.#dealt("calls", this.#calls, rowsCount - answers, step),
      ...this.#dealt("answers", this.#answers, answers, step),
    ];
  }

  #dealt(name: string, rows: readonly TrainingRow[], count: number, step: number): TrainingRow[] {
    return Array.from({ length: count }, (_, index) => {
      const place = (step - 1) * count + index;
      const round = Math.floor(place / rows.length);
      return this.#order(name, rows, round)[place % rows.length] as TrainingRow;
    });
  }

  #order(name: string, rows: readonly TrainingRow[], round: number): readonly TrainingRow[] {
    const key = `${name} ${round}`;
    const known = this.#orders.get(key);
    if (known !== undefined) return known;
    const order = new Random(`${this.#settings.seed} ${key}`).shuffled(rows);
    // A batch reaches into two rounds at most when it is smaller than the rows.
    this.#orders.delete(`${name} ${round - 2}`);
    this.#orders.set(key, order);
    return order;
  }
}

/**
 * Cuts a batch into parts that are evaluated one after the other, each of at most so many tokens once its rows are
 * padded to the longest; a row that is longer is a part of its own. Long rows stand together, so that little is
 * padding.
 */
export function partsOf(rows: readonly TrainingRow[], maxTokens: number): TrainingRow[][] {
  const parts: TrainingRow[][] = [];
  for (const row of [...rows].sort((a, b) => tokenCountOf(b) - tokenCountOf(a))) {
    const part = parts.at(-1);
    const longest = part?.[0] && tokenCountOf(part[0]);
    if (part && longest && longest * (part.length + 1) <= maxTokens) part.push(row);
    else parts.push([row]);
  }
  return parts;
}
