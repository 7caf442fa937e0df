/** A text to run behind the prefix; its first token stands at the position after the prefix's last cell. */
export interface ForwardRow {
  readonly tokens: readonly number[];
  /** Indices into `tokens`, each asking for the token after it. */
  readonly scored: readonly number[];
}

/**
 * Rows laid out as a rectangle. Lanes are as long as the longest row, and short rows share one, so that ragged
 * rows cost little padding; no row sees another one, in its lane or elsewhere.
 */
export interface Lanes {
  readonly laneCount: number;
  readonly laneTokens: number;
  /** Token id of each slot, lane by lane; `padding` where no row has one. */
  readonly tokens: Int32Array;
  /** Place of each slot's token in its row. */
  readonly places: Int32Array;
  /** Number of each slot's row; a padded slot has one of its own below zero. */
  readonly rows: Int32Array;
  /** Slots of the scored tokens: row by row, in the order given. */
  readonly scoredSlots: readonly number[];
}

/** Stands for "no token" in a lane. */
export const padding = -1;

/** First-fit of the rows by falling length: the same rows give the same lanes. */
export function layLanes(rows: readonly ForwardRow[]): Lanes {
  for (const row of rows) checkRow(row);
  const laneTokens = Math.max(0, ...rows.map(({ tokens }) => tokens.length));
  if (laneTokens === 0) throw new RangeError("a forward pass needs at least one row");
  const { starts, laneCount } = placeRows(rows, laneTokens);
  const slotCount = laneCount * laneTokens;
  const lanes = {
    laneCount,
    laneTokens,
    tokens: new Int32Array(slotCount).fill(padding),
    places: new Int32Array(slotCount),
    rows: Int32Array.from({ length: slotCount }, (_, slot) => -1 - slot),
  };
  for (const [row, { tokens }] of rows.entries()) {
    const start = starts[row] ?? 0;
    lanes.tokens.set(tokens, start);
    lanes.places.set([...tokens.keys()], start);
    lanes.rows.fill(row, start, start + tokens.length);
  }
  return {
    ...lanes,
    scoredSlots: rows.flatMap(({ scored }, row) => scored.map((at) => (starts[row] ?? 0) + at)),
  };
}

/** Whether a slot may look at another one of its lane: at its own row's tokens, no later ones, within the window. */
export function sees(lanes: Lanes, from: number, to: number, windowTokens: number | null): boolean {
  if (lanes.rows[from] !== lanes.rows[to]) return false;
  const distance = (lanes.places[from] ?? 0) - (lanes.places[to] ?? 0);
  return distance >= 0 && (windowTokens === null || distance < windowTokens);
}

/** The slot of each row's first token. */
function placeRows(rows: readonly ForwardRow[], laneTokens: number): { starts: number[]; laneCount: number } {
  const longestFirst = [...rows.keys()].sort((a, b) => lengthOf(rows, b) - lengthOf(rows, a) || a - b);
  const filled: number[] = [];
  const starts: number[] = [];
  for (const row of longestFirst) {
    const length = lengthOf(rows, row);
    const fitting = filled.findIndex((tokens) => tokens + length <= laneTokens);
    const lane = fitting === -1 ? filled.length : fitting;
    const before = filled[lane] ?? 0;
    starts[row] = lane * laneTokens + before;
    filled[lane] = before + length;
  }
  return { starts, laneCount: filled.length };
}

function lengthOf(rows: readonly ForwardRow[], row: number): number {
  return rows[row]?.tokens.length ?? 0;
}

function checkRow({ tokens, scored }: ForwardRow): void {
  if (tokens.length === 0) throw new RangeError("a row needs at least one token");
  if (tokens.some((token) => token < 0)) throw new RangeError("a token id is not below zero");
  const outside = scored.find((index) => !Number.isInteger(index) || index < 0 || index >= tokens.length);
  if (outside !== undefined) throw new RangeError(`a row of ${tokens.length} tokens has no index ${outside}`);
}
