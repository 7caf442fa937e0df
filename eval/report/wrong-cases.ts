import { canonicalJson } from "../../imprint/canonical.ts";
import type { Judged } from "../judged.ts";
import type { Attempt, ExpectedCall } from "../question.ts";
import type { Verdict } from "../score.ts";
import type { SettingSummary } from "../summary.ts";
import { settingTitle } from "./figure-rows.ts";
import { foreignLines, type Markup, markup } from "./markup.ts";

const verdictTitles: Readonly<Record<Verdict, string>> = {
  right_call: "right call",
  right_silence: "right silence",
  wrong_arguments: "wrong arguments",
  wrong_tool: "wrong tool",
  missed: "no call",
  uncalled_for: "call not wanted",
  invalid: "invalid",
};

/** Every wrong case of one setting, folded away: what was asked, what was wanted, and what came. */
export function wrongCases(setting: SettingSummary, cases: readonly Judged[]): Markup {
  const wrong = cases.filter(({ asked: { score } }) => !score.verdict.startsWith("right_"));
  const title = `${settingTitle(setting)}: ${wrong.length} of ${cases.length} wrong`;
  if (wrong.length === 0) return markup`<p>${title}</p>`;
  return markup`<details><summary>${title}</summary><div class="wide"><table class="cases"><thead><tr><th scope="col">question</th><th scope="col">asked</th><th scope="col">wanted</th><th scope="col">came</th></tr></thead><tbody>${wrong.map(wrongRow)}</tbody></table></div></details>`;
}

function wrongRow({ question, asked }: Judged): Markup {
  const { score, attempt, text, gate, forced } = asked;
  const parameter = score.parameter === null ? null : markup`<br>first at <code>${score.parameter}</code>`;
  const reading =
    gate === null
      ? null
      : markup`<br><small>gate ${gate.reading.toFixed(2)}, threshold ${gate.threshold.toFixed(2)}</small>`;
  const grammars =
    forced === null || attempt.kind !== "answer"
      ? null
      : markup`<br><small>the grammar's call: ${attemptText(forced.attempt)} (${verdictTitles[forced.score.verdict]})</small>`;
  return markup`<tr><td><code>${asked.id}</code><br>${verdictTitles[score.verdict]}${parameter}</td><td><pre>${foreignLines(question.prompt)}</pre></td><td>${expectedMarkup(question.expected)}</td><td><code>${attemptText(attempt)}</code>${reading}${grammars}<details><summary>text</summary><pre>${foreignLines(text)}</pre></details></td></tr>`;
}

function expectedMarkup(expected: ExpectedCall | null): Markup {
  if (expected === null) return markup`no call`;
  const items = Object.entries(expected.arguments).map(([name, { values, mayBeOmitted }]) => {
    const given = values.map((value) => canonicalJson(value)).join(" or ");
    return markup`<li><code>${name}</code>: <code>${given}</code>${mayBeOmitted ? ", or left out" : ""}</li>`;
  });
  return markup`<code>${expected.toolName}</code><ul>${items}</ul>`;
}

function attemptText(attempt: Attempt): string {
  switch (attempt.kind) {
    case "answer":
      return "an answer";
    case "invalid":
      return attempt.code;
    case "call":
      return `${attempt.toolName}(${canonicalJson(attempt.arguments)})`;
  }
}
