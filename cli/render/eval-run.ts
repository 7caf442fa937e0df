import { printable, shellWord } from "../../errors/printable.ts";
import { figureRows, percent, settingName } from "../../eval/report/figure-rows.ts";
import type { EvalSummary, SettingSummary } from "../../eval/summary.ts";
import type { EvalRun } from "../../pipeline/evaluate.ts";
import { aligned } from "./aligned.ts";
import { shortHash } from "./short-hash.ts";

/** What an evaluation came to, for people. */
export function evalRunText({ plan, summary, paths, casesCount, keptCasesCount }: EvalRun): string {
  const kept = keptCasesCount === 0 ? "" : `, ${keptCasesCount} of them kept from an earlier run`;
  const facts = aligned([
    ["set", `${plan.set.name}  ${shortHash(plan.set.sha256)}`],
    ["rows", rowsText(summary)],
    ["model", `${plan.model.name ?? plan.model.architecture}  ${shortHash(plan.model.sha256)}`],
    ["cases", `${casesCount}${kept}`],
  ]);
  const files = aligned([
    ["report", paths.report],
    ["summary", paths.summary],
    ["cases", paths.cases],
    ["next", `edge eval compare ${shellWord(paths.folder)} OTHER_RUN`],
  ]);
  const parts = [facts, figuresText(summary.settings), ...summary.settings.map(confusionText), files];
  return `${parts.join("\n\n")}\n`;
}

function rowsText({ set }: EvalSummary): string {
  const unfit =
    set.unfit.length === 0 ? "" : `, ${set.unfit.length} fit no contract and count as wrong in all rows`;
  return `${set.rowsCount}: ${set.wantedCount} questions want a call, ${set.unwantedCount} want none${unfit}`;
}

/** A column a setting; a figure that nobody asked for has no row. */
function figuresText(settings: readonly SettingSummary[]): string {
  const rows = figureRows.flatMap(({ title, of }) => {
    const shown = settings.map(({ figures }) => of(figures));
    if (shown.every((figure) => figure === null)) return [];
    return [[title, ...shown.map((figure) => (figure === null ? "-" : shareText(figure)))]];
  });
  return `${aligned([["FIGURE", ...settings.map(settingName)], ...rows])}\n(in brackets: 95 % interval)`;
}

function shareText({ share, low, high }: { share: number; low: number; high: number }): string {
  return `${percent(share)} (${(100 * low).toFixed(0)}-${(100 * high).toFixed(0)})`;
}

/** Rows: what was wanted; columns: what happened. */
function confusionText(setting: SettingSummary): string {
  const { wanted, happened, counts } = setting.confusion;
  const rows = wanted.map((name, row) => [
    name,
    ...happened.map((_, column) => String(counts[row]?.[column] ?? 0)),
  ]);
  const codes = setting.figures.invalidCodes.map(({ code, count }) => `${code} ${count}`);
  const invalid = codes.length === 0 ? [] : [printable(`invalid: ${codes.join(", ")}`)];
  return [`${settingName(setting)}:`, aligned([["WANTED", ...happened], ...rows]), ...invalid].join("\n");
}
