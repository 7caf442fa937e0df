/** One conversation up to the assistant's turn, and what the turn should be. */
export interface TrainingRow {
  readonly kind: "call" | "answer";
  /** Token ids behind the prefix, up to where the assistant's turn begins; at least one. */
  readonly before: readonly number[];
  /** Token ids of the turn, with the one that ends it; at least one. The loss is taken on these alone. */
  readonly target: readonly number[];
}

export function tokenCountOf({ before, target }: TrainingRow): number {
  return before.length + target.length;
}
