import type { EvalCase } from "../case.ts";
import type { SettingSummary } from "../summary.ts";
import { percent, settingTitle } from "./figure-rows.ts";
import { type Markup, markup } from "./markup.ts";
import { label, line, linear, picture, rect, rounded } from "./plot.ts";

/** A case whose gate was read, and what its question wants. */
export interface GatedCase {
  readonly gate: NonNullable<EvalCase["gate"]>;
  readonly wanted: boolean;
}

const rocSize = { width: 300, height: 300 };
const histogramSize = { width: 440, height: 300 };
const margin = 48;
const right = 16;
const binsCount = 30;

/** How the gate of one setting told calls from answers: its ROC where both kinds were asked, and its readings. */
export function gatePlots(setting: SettingSummary, cases: readonly GatedCase[], id: string): Markup | null {
  if (cases.length === 0) return null;
  const roc = setting.roc && rocPlot(setting, setting.roc, cases, `${id}-roc`);
  return markup`<h3>${settingTitle(setting)}</h3><div class="charts">${roc}${histogram(setting, cases, `${id}-readings`)}</div>`;
}

function rocPlot(
  setting: SettingSummary,
  roc: NonNullable<SettingSummary["roc"]>,
  cases: readonly GatedCase[],
  id: string,
): Markup {
  const { width, height } = rocSize;
  const x = linear([0, 1], [margin, width - right]);
  const y = linear([0, 1], [height - margin, 8]);
  const at = { tpr: openShare(cases, true), fpr: openShare(cases, false) };
  const path = [{ truePositiveRate: 0, falsePositiveRate: 0 }, ...roc.points]
    .map(({ truePositiveRate, falsePositiveRate }) => `${x(falsePositiveRate)},${y(truePositiveRate)}`)
    .join(" ");
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    line([x(share), y(0)], [x(share), y(1)], "grid"),
    line([x(0), y(share)], [x(1), y(share)], "grid"),
    label([x(share), y(0) + 14], `${100 * share}`, "middle", "tick"),
    label([x(0) - 5, y(share) + 4], `${100 * share}`, "end", "tick"),
  ]);
  const auc = roc.auc.toFixed(3);
  const opening = `At its threshold the gate opens for ${percent(at.tpr)} of the questions that want a call and for ${percent(at.fpr)} of the others.`;
  const description = `Area under the curve ${auc}. ${opening}`;
  const drawn = [
    line([x(0), y(0)], [x(1), y(1)], "chance"),
    markup`<polyline points="${path}" class="roc ${setting.mode}"/>`,
    markup`<circle cx="${x(at.fpr)}" cy="${y(at.tpr)}" r="5" class="operating"/>`,
    label([width / 2 + margin / 2, height - 8], "opens where no call is wanted, %", "middle", "axis"),
    markup`<text transform="translate(11 ${(height - margin) / 2}) rotate(-90)" text-anchor="middle" class="axis">opens where a call is wanted, %</text>`,
  ];
  const chart = picture(
    rocSize,
    { id, title: `ROC of the call gate: ${settingTitle(setting)}`, description },
    [...grid, ...drawn],
  );
  return markup`<figure><figcaption><b>ROC</b>, area under the curve ${auc}<br><small>${opening}</small></figcaption>${chart}</figure>`;
}

function openShare(cases: readonly GatedCase[], wanted: boolean): number {
  const kind = cases.filter((gated) => gated.wanted === wanted);
  return kind.filter(({ gate }) => gate.opens).length / Math.max(1, kind.length);
}

/** Readings upwards where a call is wanted, downwards where none is; the threshold between them. */
function histogram(setting: SettingSummary, cases: readonly GatedCase[], id: string): Markup {
  const { readings, threshold, axis } = readingsOf(cases);
  const values = [...readings.map(({ value }) => value), threshold];
  const range = [Math.min(...values), Math.max(...values)] as const;
  const bins = binned(readings, range);
  const { width, height } = histogramSize;
  const most = Math.max(...bins.flatMap(({ wanted, unwanted }) => [wanted, unwanted]));
  const x = linear(range, [margin, width - right]);
  const half = linear([0, most], [0, (height - margin - 24) / 2]);
  const zero = 16 + half(most);
  const step = (width - right - margin) / binsCount;
  const bars = bins.flatMap(({ wanted, unwanted }, index) => {
    const left = rounded(margin + index * step);
    const [up, down] = [half(wanted), half(unwanted)];
    return [
      rect({ left, top: zero - up, width: step - 1, height: up }, "wanted", `${wanted} that want a call`),
      rect({ left, top: zero, width: step - 1, height: down }, "unwanted", `${unwanted} that want none`),
    ];
  });
  const ends = range.map((value, index) =>
    label([x(value), height - 22], value.toFixed(1), index === 0 ? "start" : "end", "tick"),
  );
  const description = `${readings.length} readings from ${range[0].toFixed(2)} to ${range[1].toFixed(2)}; the gate opens from ${threshold.toFixed(2)} on.`;
  const drawn = [
    ...bars,
    line([margin, zero], [width - right, zero], "zero"),
    line([x(threshold), 8], [x(threshold), height - margin], "threshold"),
    label([x(threshold) + 4, 14], `threshold ${threshold.toFixed(2)}`, "start", "tick"),
    label([margin - 4, zero - 6], "wanted", "end", "tick"),
    label([margin - 4, zero + 14], "none", "end", "tick"),
    label([(width + margin) / 2, height - 6], axis, "middle", "axis"),
    ...ends,
  ];
  const title = `Readings of the call gate: ${settingTitle(setting)}`;
  return markup`<figure><figcaption><b>Readings</b><br><small>${description} Bars up: a call is wanted; bars down: none is.</small></figcaption>${picture(histogramSize, { id, title, description }, drawn)}</figure>`;
}

/** Where questions have thresholds of their own, only the distance from them can be shown on one axis. */
function readingsOf(cases: readonly GatedCase[]) {
  const thresholds = new Set(cases.map(({ gate }) => gate.threshold));
  const [only] = thresholds;
  const shared = thresholds.size === 1 && only !== undefined ? only : null;
  const readings = cases.map(({ gate, wanted }) => ({
    value: shared === null ? gate.reading - gate.threshold : gate.reading,
    wanted,
  }));
  return shared === null
    ? { readings, threshold: 0, axis: "reading above the question's own threshold" }
    : { readings, threshold: shared, axis: "reading of the gate" };
}

function binned(
  readings: readonly { readonly value: number; readonly wanted: boolean }[],
  [low, high]: readonly [number, number],
) {
  const bins = Array.from({ length: binsCount }, () => ({ wanted: 0, unwanted: 0 }));
  for (const { value, wanted } of readings) {
    const index = Math.min(binsCount - 1, Math.floor(((value - low) / (high - low || 1)) * binsCount));
    const bin = bins[index];
    if (bin !== undefined) bin[wanted ? "wanted" : "unwanted"]++;
  }
  return bins;
}
