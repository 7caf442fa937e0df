import type { EvalCase } from "./case.ts";
import { type Judged, judgedIn } from "./judged.ts";
import type { EvalPlan } from "./plan.ts";
import type { QuestionSet } from "./question.ts";
import { barCharts } from "./report/bar-chart.ts";
import { type GatedCase, gatePlots } from "./report/gate-plots.ts";
import { Markup, markup } from "./report/markup.ts";
import { reportStyle } from "./report/style.ts";
import { confusionTable, figuresTable, planTable, unfitList } from "./report/tables.ts";
import { wrongCases } from "./report/wrong-cases.ts";
import type { EvalSummary, SettingSummary } from "./summary.ts";

export interface EvaluatedSet {
  readonly plan: EvalPlan;
  readonly set: QuestionSet;
  readonly cases: readonly EvalCase[];
  readonly summary: EvalSummary;
}

/**
 * A run as one page of HTML that needs nothing else: no script, no address, nothing but what stands in it. It holds
 * the questions and the model's text, escaped. The same run gives the same bytes.
 */
export function evalReport(run: EvaluatedSet): string {
  const { plan, summary } = run;
  const { settings } = summary;
  const judged = (setting: SettingSummary) => judgedIn(run.set, setting, run.cases);
  const gates = settings.flatMap(
    (setting, index) => gatePlots(setting, gatedOf(judged(setting)), `gate-${index}`) ?? [],
  );
  const gateSection =
    gates.length === 0
      ? null
      : markup`<section><h2>The call gate</h2><p>Where the model’s turn begins the gate reads how likely a call is, and opens from its threshold on.</p>${gates}</section>`;
  return page(
    `Evaluation of ${plan.model.name ?? plan.model.architecture} on ${plan.set.name}`,
    markup`<section>${planTable({ plan, summary })}${unfitList(summary)}</section>
<section><h2>Figures</h2><p>Shares with their 95 % intervals. Action, restraint and wrong tool are separate figures: a model that never calls has full restraint and no action.</p>${barCharts(settings)}<h3>As a table</h3>${figuresTable(settings)}</section>
${gateSection}
<section><h2>What was wanted, and what happened</h2>${settings.map(confusionTable)}</section>
<section><h2>Wrong cases</h2>${settings.map((setting) => wrongCases(setting, judged(setting)))}</section>`,
  );
}

function gatedOf(cases: readonly Judged[]): GatedCase[] {
  return cases.flatMap(({ question, asked: { gate } }) =>
    gate === null ? [] : [{ gate, wanted: question.expected !== null }],
  );
}

/** The policy says what the page is: it may load nothing and run nothing. */
function page(title: string, body: Markup): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(reportStyle)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;
}
