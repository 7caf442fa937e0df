import type { SettingSummary } from "../summary.ts";
import {
  type FigureRow,
  figureRows,
  percent,
  type ShownFigure,
  settingName,
  settingTitle,
} from "./figure-rows.ts";
import { type Markup, markup } from "./markup.ts";
import { label, line, linear, picture, rect } from "./plot.ts";

const width = 420;
const labels = 140;
const values = 52;
const rowHeight = 24;
const axisHeight = 18;

/** One small chart a figure, all on one scale: a bar a setting, its 95 % interval as a whisker. */
export function barCharts(settings: readonly SettingSummary[]): Markup {
  const charts = figureRows.flatMap((row, index) => {
    const bars = settings.flatMap((setting) => {
      const figure = row.of(setting.figures);
      return figure === null ? [] : [{ setting, figure }];
    });
    return bars.length === 0 ? [] : [barChart(row, `bars-${index}`, bars)];
  });
  return markup`<div class="charts">${charts}</div>`;
}

function barChart(
  row: FigureRow,
  id: string,
  bars: readonly { readonly setting: SettingSummary; readonly figure: ShownFigure }[],
): Markup {
  const height = bars.length * rowHeight + axisHeight;
  const x = linear([0, 1], [labels, width - values]);
  const bottom = bars.length * rowHeight;
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    line([x(share), 0], [x(share), bottom], "grid"),
    label([x(share), height - 5], `${100 * share}`, "middle", "tick"),
  ]);
  const drawn = bars.flatMap(({ setting, figure }, index) => {
    const middle = index * rowHeight + rowHeight / 2;
    const { share, low, high } = figure;
    const bar = { left: x(0), top: middle - 7, width: x(share) - x(0), height: 14 };
    return [
      label([labels - 8, middle + 4], settingName(setting), "end"),
      rect(bar, `bar ${setting.mode} ${setting.decoding}`, tipOf(figure)),
      line([x(low), middle], [x(high), middle], "whisker"),
      line([x(low), middle - 4], [x(low), middle + 4], "whisker"),
      line([x(high), middle - 4], [x(high), middle + 4], "whisker"),
      label([width, middle + 4], percent(share), "end", "value"),
    ];
  });
  const description = bars
    .map(({ setting, figure }) => `${settingTitle(setting)}: ${tipOf(figure)}`)
    .join("; ");
  const chart = picture({ width, height }, { id, title: row.title, description }, [...grid, ...drawn]);
  const fault = row.isFault ? markup` <small>less is better</small>` : null;
  return markup`<figure><figcaption><b>${row.title}</b>${fault}<br><small>${row.meaning}</small></figcaption>${chart}</figure>`;
}

function tipOf({ share, low, high, count }: ShownFigure): string {
  return `${percent(share)}${count === null ? "" : ` (${count})`}, 95 % interval ${percent(low)} to ${percent(high)}`;
}
