/** What a gate would do at one threshold: it opens where the reading is not below. */
export interface RocPoint {
  readonly threshold: number;
  /** Of the questions that want a call, the share that it would open for. */
  readonly truePositiveRate: number;
  /** Of those that want none. */
  readonly falsePositiveRate: number;
}

export interface Roc {
  /** From the highest threshold to the lowest, one for each reading that there is; the corner at 0, 0 is not one. */
  readonly points: readonly RocPoint[];
  /** How likely a question that wants a call reads higher than one that wants none; ties count one half. */
  readonly auc: number;
  readonly wantedCount: number;
  readonly unwantedCount: number;
}

/** What the gate read on one question. */
export interface GateReading {
  readonly reading: number;
  readonly wanted: boolean;
}

/** Null unless both kinds of question are among the readings. */
export function rocOf(readings: readonly GateReading[]): Roc | null {
  const wantedCount = readings.filter(({ wanted }) => wanted).length;
  const unwantedCount = readings.length - wantedCount;
  if (wantedCount === 0 || unwantedCount === 0) return null;
  const points = [...openedBelow(readings)].map(([threshold, { wanted, unwanted }]) => ({
    threshold,
    truePositiveRate: wanted / wantedCount,
    falsePositiveRate: unwanted / unwantedCount,
  }));
  return { points, auc: areaUnder(points), wantedCount, unwantedCount };
}

/** For each reading as the threshold, highest first: of how many questions it would open. */
function openedBelow(readings: readonly GateReading[]): Map<number, { wanted: number; unwanted: number }> {
  const opened = new Map<number, { wanted: number; unwanted: number }>();
  let [wanted, unwanted] = [0, 0];
  for (const reading of [...readings].sort((a, b) => b.reading - a.reading)) {
    if (reading.wanted) wanted++;
    else unwanted++;
    opened.set(reading.reading, { wanted, unwanted });
  }
  return opened;
}

/** By trapezoids, which count ties one half. */
function areaUnder(points: readonly RocPoint[]): number {
  let area = 0;
  let last = { truePositiveRate: 0, falsePositiveRate: 0 };
  for (const point of points) {
    const width = point.falsePositiveRate - last.falsePositiveRate;
    area += (width * (point.truePositiveRate + last.truePositiveRate)) / 2;
    last = point;
  }
  return Math.min(1, area);
}
