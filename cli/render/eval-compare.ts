import { printable } from "../../errors/printable.ts";
import type { SettingComparison } from "../../eval/compare.ts";
import type { EvalPlan } from "../../eval/plan.ts";
import { figureRows, percent, type ShownFigure, settingName } from "../../eval/report/figure-rows.ts";
import type { ComparedEvals } from "../../pipeline/compare-evals.ts";
import { aligned } from "./aligned.ts";
import { shortHash } from "./short-hash.ts";

/** Longer lists of questions are cut; `--json` has all. */
const shownQuestions = 20;

/** What got better and what got worse from the first run to the second, for people. */
export function evalCompareText({ plans, comparison }: ComparedEvals): string {
  const facts = aligned([
    ["set", `${comparison.set.name}  ${shortHash(comparison.set.sha256)}`],
    ["a", planText(plans.a)],
    ["b", planText(plans.b)],
  ]);
  return `${[facts, ...comparison.comparisons.map(settingText)].join("\n\n")}\n`;
}

function planText({ model, imprint, engine, program }: EvalPlan): string {
  const given = imprint === null ? "" : `, ${imprint.kind} imprint ${shortHash(imprint.digest)}`;
  const name = `${model.name ?? model.architecture}  ${shortHash(model.sha256)}`;
  return `${name}${given}, engine ${engine.release.tag}, ${program.name} ${program.version}`;
}

function settingText(pair: SettingComparison): string {
  const { a, b, better, worse, bothRight, bothWrong, changed, figures } = pair;
  const [from, to] = [settingName(a), settingName(b)];
  const rows = figureRows.flatMap(({ title, of }) => {
    const [before, after] = [of(figures.a), of(figures.b)];
    return before === null && after === null ? [] : [[title, shareText(before), shareText(after)]];
  });
  return [
    `${from === to ? from : `${from} against ${to}`}:`,
    aligned([["FIGURE", "A", "B"], ...rows]),
    `better ${better.length}, worse ${worse.length}, right in both ${bothRight.length}, wrong in both ${bothWrong.length}`,
    `the model did something else on ${changed.length}`,
    `sign test p ${pText(pair.signTestP)}`,
    ...idsText("better", better),
    ...idsText("worse", worse),
  ].join("\n");
}

function shareText(figure: ShownFigure | null): string {
  if (figure === null) return "-";
  const { share, low, high } = figure;
  return `${percent(share)} (${(100 * low).toFixed(0)}-${(100 * high).toFixed(0)})`;
}

/** Three digits; what is smaller is said to be. */
function pText(p: number): string {
  return p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`;
}

function idsText(name: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const more =
    ids.length > shownQuestions ? ` and ${ids.length - shownQuestions} more (--json lists all)` : "";
  return [printable(`${name}: ${ids.slice(0, shownQuestions).join(", ")}${more}`)];
}
