import type { EvalPlan } from "../plan.ts";
import type { EvalSummary, SettingSummary } from "../summary.ts";
import { figureRows, percent, settingTitle } from "./figure-rows.ts";
import { type Markup, markup } from "./markup.ts";

/** What was asked of what: the plan, for people. */
export function planTable({ plan, summary }: { plan: EvalPlan; summary: EvalSummary }): Markup {
  const { set } = summary;
  const { engine, imprint, model } = plan;
  const rows: readonly (readonly [string, string])[] = [
    ["set", `${plan.set.name}, ${set.rowsCount} rows, ${set.unfit.length} of them do not fit a contract`],
    ["questions", `${set.wantedCount} want a call, ${set.unwantedCount} want none`],
    ["set's hash", plan.set.sha256],
    ["model", `${model.name ?? "without a name"} (${model.architecture})`],
    ["model's hash", model.sha256],
    ["engine", `${engine.package} ${engine.package_version}, ${engine.release.repo} ${engine.release.tag}`],
    ["contract", plan.active_set_sha256 ?? "each question brings its own"],
    ["imprint", imprint === null ? "none given; exact ones are baked" : `${imprint.kind}, ${imprint.digest}`],
    ["free text", `at most ${plan.decode.max_tokens} tokens`],
    ["call", `at most ${plan.decode.call_tokens} tokens; one that is cut is invalid`],
    ["program", `${plan.program.name} ${plan.program.version}`],
  ];
  return markup`<table class="plan"><tbody>${rows.map(
    ([name, value]) => markup`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
  )}</tbody></table>`;
}

/** Every figure of every setting, in words and numbers: what the charts draw. */
export function figuresTable(settings: readonly SettingSummary[]): Markup {
  const head = settings.map((setting) => markup`<th scope="col">${settingTitle(setting)}</th>`);
  const rows = figureRows.map((row) => {
    const cells = settings.map(({ figures }) => {
      const shown = row.of(figures);
      if (shown === null) return markup`<td class="none">–</td>`;
      const { share, low, high, count } = shown;
      const counted = count === null ? null : markup` <small>${count}</small>`;
      return markup`<td>${percent(share)}${counted}<br><small>${percent(low)} to ${percent(high)}</small></td>`;
    });
    return markup`<tr><th scope="row" title="${row.meaning}">${row.title}</th>${cells}</tr>`;
  });
  const missing = settings.some(({ missing }) => missing.length > 0)
    ? markup`<tr><th scope="row">not asked yet</th>${settings.map(({ missing }) => markup`<td>${missing.length}</td>`)}</tr>`
    : null;
  return markup`<div class="wide"><table class="figures"><thead><tr><td></td>${head}</tr></thead><tbody>${rows}${missing}</tbody></table></div>`;
}

/** What was wanted (rows) against what happened (columns); the fuller a cell, the deeper its colour. */
export function confusionTable(setting: SettingSummary): Markup {
  const { wanted, happened, counts } = setting.confusion;
  const head = happened.map((name) => markup`<th scope="col">${name}</th>`);
  const rows = wanted.map((name, row) => {
    const total = Math.max(
      1,
      (counts[row] ?? []).reduce((sum, count) => sum + count, 0),
    );
    const cells = happened.map((_, column) => {
      const count = counts[row]?.[column] ?? 0;
      return markup`<td class="heat${Math.ceil((count / total) * 5)}">${count}</td>`;
    });
    return markup`<tr><th scope="row">${name}</th>${cells}</tr>`;
  });
  const codes = setting.figures.invalidCodes.map(({ code, count }) => `${code} ${count}`).join(", ");
  const invalid = codes === "" ? null : markup`<p><small>invalid: ${codes}</small></p>`;
  return markup`<h3>${settingTitle(setting)}</h3><div class="wide"><table class="confusion"><thead><tr><td>wanted \\ happened</td>${head}</tr></thead><tbody>${rows}</tbody></table></div>${invalid}`;
}

export function unfitList({ set }: EvalSummary): Markup | null {
  if (set.unfit.length === 0) return null;
  const items = set.unfit.map(({ id, reason }) => markup`<li><code>${id}</code> ${reason}</li>`);
  return markup`<details><summary>${set.unfit.length} rows that no contract can hold; they count as wrong in “all rows”</summary><ul>${items}</ul></details>`;
}
