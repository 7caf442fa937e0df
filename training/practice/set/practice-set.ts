import type { FrozenContract } from "../../../imprint/contract.ts";
import { sha256 } from "../../../imprint/hash.ts";
import { Deck, Random } from "../random.ts";
import type { OwnExample } from "./example-frames.ts";
import { exampleRow } from "./example-row.ts";
import type { PracticeKind, PracticeRow } from "./row.ts";
import { RowMaker } from "./row-maker.ts";
import type { ToolWording } from "./tool-wording.ts";

/** The banks, frames and rules of the set; any change of them gets a new id. */
export const practiceSetVersion = "edge.practice_set.v1";

export interface PracticeSetOptions {
  /** Rows made from the contract; the examples come beside them. */
  readonly size: number;
  /** The hash of the active set when none is given. */
  readonly seed?: string;
  /** The user's own rows, which also lend their wording; they fit the contract. */
  readonly examples?: readonly OwnExample[];
  /** Other wordings of tools' tasks, as a learn sample has them. */
  readonly wordings?: readonly ToolWording[];
}

export interface PlacedRow extends PracticeRow {
  /** No frame and no text of a bank is on both sides: what validates was worded in a way that is not practised. */
  readonly split: "practice" | "validation";
}

/** Rows of each kind in a hundred. */
const mix: Readonly<Partial<Record<PracticeKind, number>>> = {
  request: 52,
  follow_up: 6,
  first_of_two: 3,
  second_of_two: 3,
  result: 8,
  missing_value: 3,
  near_miss: 9,
  other_task: 6,
  small_talk: 5,
  question: 5,
};

/** So many draws for a row that is wanted, before it counts as not to be had. */
const drawsPerRow = 30;

/**
 * The rows that a prefix is trained on, made from the contract alone and the user's examples: first the examples, then
 * all kinds mixed. The same contract and options give the same rows; a longer set begins with a shorter one. No two
 * rows end with the same prompt, so a contract that can be asked for little gives fewer rows than were wanted.
 */
export function practiceSet(contract: FrozenContract, options: PracticeSetOptions): PlacedRow[] {
  const { size, examples = [], wordings = [] } = options;
  const seed = options.seed ?? contract.activeSetSha256;
  const own = examples.map((example) => exampleRow(example));
  const seen = new Set(own.map(lastPrompt));
  const rows: PlacedRow[] = own.map((row) => ({ ...row, split: "practice" }));
  const maker = new RowMaker(contract, { random: new Random(`${seed} practice set`), examples, wordings });
  const kinds = new Deck(kindsOf(mix), new Random(`${seed} kinds`));
  const practised = new Set(examples.map(({ prompt }) => prompt));
  for (let wanted = 0; wanted < size; wanted++) {
    const row =
      fresh(maker, kinds.draw(), seen) ?? fresh(maker, "request", seen) ?? fresh(maker, "other_task", seen);
    if (row === undefined) break;
    const { wording } = row.origin;
    rows.push({ ...row, split: practised.has(wording) ? "practice" : splitOf(wording, seed) });
  }
  return rows;
}

function fresh(maker: RowMaker, kind: PracticeKind, seen: Set<string>): PracticeRow | undefined {
  for (let draws = 0; draws < drawsPerRow; draws++) {
    const row = maker.draw(kind);
    if (row === undefined || seen.has(lastPrompt(row))) continue;
    seen.add(lastPrompt(row));
    return row;
  }
  return undefined;
}

/** The user's last words in a row. */
export function lastPrompt({ conversation }: PracticeRow): string {
  return conversation.findLast(({ role }) => role === "user")?.content ?? "";
}

function kindsOf(shares: Readonly<Partial<Record<PracticeKind, number>>>): PracticeKind[] {
  return Object.entries(shares).flatMap(([kind, share]) =>
    new Array<PracticeKind>(share).fill(kind as PracticeKind),
  );
}

/** A tenth of the wordings validates. */
function splitOf(wording: string, seed: string): "practice" | "validation" {
  const [first = ""] = sha256(`${seed} split ${wording}`).slice("sha256:".length).match(/^.{8}/) ?? [];
  return Number.parseInt(first, 16) / 2 ** 32 < 0.1 ? "validation" : "practice";
}
