import { describe, expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import type { EvalCase } from "../../eval/case.ts";
import type { Share } from "../../eval/figures.ts";
import type { QuestionSet } from "../../eval/question.ts";
import { decisionBalance } from "../../eval/setting-figures.ts";
import { summarize } from "../../eval/summary.ts";
import { summaryDocument, summaryOf } from "../../eval/summary-document.ts";
import { answer, asked, call, exactConstrained, invalidCall, promptFree } from "./cases.ts";
import { paymentSet } from "./question-rows.ts";

const hits = ({ hits, total }: Share) => `${hits}/${total}`;

function settingOf(set: QuestionSet, cases: readonly EvalCase[]) {
  const [setting] = summarize(set, [promptFree], cases).settings;
  if (setting === undefined) throw new Error("there is no summary");
  return setting;
}

const set = paymentSet({ calls: 6, silent: 4, unfit: 2 });
const mixed = [
  asked(set, "call-1", call("pay")),
  asked(set, "call-2", call("pay", 7)),
  asked(set, "call-3", call("refund")),
  asked(set, "call-4", answer),
  asked(set, "call-5", invalidCall("unknown_tool")),
  asked(set, "silent-1", answer),
  asked(set, "silent-2", call("pay")),
  asked(set, "silent-3", invalidCall()),
  asked(set, "silent-4", invalidCall()),
];

describe("the figures of a setting", () => {
  const { figures, missing } = settingOf(set, mixed);

  it("hold action, tool, arguments and restraint apart", () => {
    const { wanted, unwanted } = figures;
    expect({
      action: hits(wanted.action),
      rightTool: hits(wanted.rightTool),
      wrongTool: hits(wanted.wrongTool),
      rightArguments: hits(wanted.rightArguments),
      rightCall: hits(wanted.rightCall),
      restraint: hits(unwanted.restraint),
      invalid: hits(figures.invalid),
    }).toEqual({
      action: "3/5",
      rightTool: "2/5",
      wrongTool: "1/5",
      rightArguments: "1/2",
      rightCall: "1/5",
      restraint: "1/4",
      invalid: "3/9",
    });
  });

  it("count a row that does not fit as wrong, and one that was not asked yet not at all", () => {
    expect([hits(figures.correctAllRows), hits(figures.correctFittingRows)]).toEqual(["2/11", "2/9"]);
    expect(missing).toEqual(["call-6"]);
  });

  it("name why calls were invalid, the most frequent first", () => {
    expect(figures.invalidCodes).toEqual([
      { code: "malformed_tool_call", count: 2 },
      { code: "unknown_tool", count: 1 },
    ]);
  });

  it("balance action against restraint", () => {
    expect(figures.balance?.share).toBeCloseTo((3 / 5 + 1 / 4) / 2, 12);
  });

  it("have no forced call where nothing was forced", () => {
    expect(figures.forced).toBe(null);
  });
});

describe("a model that never calls", () => {
  const all = [...set.questions].map(({ id }) => asked(set, id, answer));
  const { figures } = settingOf(set, all);

  it("shows full restraint beside no action, and a balance of one half", () => {
    expect([hits(figures.unwanted.restraint), hits(figures.wanted.action)]).toEqual(["4/4", "0/6"]);
    expect(figures.balance?.share).toBe(0.5);
    expect(hits(figures.wanted.rightArguments)).toBe("0/0");
  });

  it("has no balance over questions of one kind", () => {
    const wantedOnly = paymentSet({ calls: 2, silent: 0 });
    const cases = wantedOnly.questions.map(({ id }) => asked(wantedOnly, id, call("pay")));
    expect(settingOf(wantedOnly, cases).figures.balance).toBe(null);
  });
});

describe("the forced call", () => {
  const shut = { reading: -4, threshold: -3, opens: false };
  const cases = [
    asked(set, "call-1", answer, { forced: call("pay"), gate: shut }),
    asked(set, "call-2", answer, { forced: call("pay", 7), gate: { ...shut, reading: -3.5 } }),
    asked(set, "call-3", invalidCall(), {
      forced: invalidCall(),
      gate: { ...shut, reading: -2, opens: true },
    }),
    asked(set, "silent-1", answer, { forced: call("pay"), gate: { ...shut, reading: -3.6 } }),
  ];
  const { figures, roc } = settingOf(set, cases);

  it("is judged whatever the gate said", () => {
    const { forced } = figures;
    expect(forced && [hits(forced.rightTool), hits(forced.rightCall), hits(forced.invalid)]).toEqual([
      "2/3",
      "1/3",
      "1/4",
    ]);
    expect(hits(figures.wanted.action)).toBe("0/3");
  });

  it("comes with a curve of what the gate read", () => {
    expect(roc && [roc.auc, roc.wantedCount, roc.unwantedCount, roc.points.length]).toEqual([2 / 3, 3, 1, 4]);
  });
});

describe("the confusion table", () => {
  it("names the tools where all questions have the same", () => {
    expect(settingOf(set, mixed).confusion).toEqual({
      wanted: ["pay", "refund", "no call"],
      happened: ["pay", "refund", "no call", "invalid call"],
      counts: [
        [2, 1, 1, 1],
        [0, 0, 0, 0],
        [1, 0, 1, 2],
      ],
    });
  });

  it("tells the right tool from a wrong one where each question has its own", () => {
    expect(settingOf({ ...set, toolNames: null }, mixed).confusion).toEqual({
      wanted: ["call", "no call"],
      happened: ["right tool", "wrong tool", "no call", "invalid call"],
      counts: [
        [2, 1, 1, 1],
        [0, 1, 1, 2],
      ],
    });
  });
});

describe("the summary of a run", () => {
  it("keeps settings apart, in the order in which they are named", () => {
    const cases = [...mixed, asked(set, "call-1", answer, { setting: exactConstrained })];
    const { settings } = summarize(set, [exactConstrained, promptFree], cases);
    expect(settings.map(({ mode, decoding, missing }) => [mode, decoding, missing.length])).toEqual([
      ["exact_imprint", "constrained", 9],
      ["prompt", "free", 1],
    ]);
  });

  it("says what the set holds", () => {
    const { name, sha256, unfit } = set;
    expect(summarize(set, [], []).set).toEqual({
      name,
      sha256,
      unfit,
      rowsCount: 12,
      wantedCount: 6,
      unwantedCount: 4,
    });
  });

  it("does not count cases of questions beyond a limit", () => {
    const first = { ...set, questions: set.questions.slice(0, 1), unfit: [] };
    expect(hits(settingOf(first, mixed).figures.correctAllRows)).toBe("1/1");
  });

  const right = asked(set, "call-1", call("pay"));
  const wrong = asked(set, "call-1", call("pay", 7));
  it.each<[string, EvalCase[]]>([
    ["a question asked twice in one setting", [right, right]],
    ["a score that the attempt does not have", [{ ...right, score: wrong.score }]],
    [
      "another wrong argument than the attempt has",
      [{ ...wrong, score: { ...wrong.score, parameter: "x" } }],
    ],
    [
      "a score that the forced call does not have",
      [{ ...right, forced: { attempt: wrong.attempt, score: right.score } }],
    ],
  ])("is refused for %s", (_, cases) => {
    expect(codeOf(() => settingOf(set, cases))).toBe("invalid_eval_run");
  });

  it("can be read back from its document", () => {
    const cases = [
      ...mixed,
      asked(set, "call-1", answer, {
        setting: exactConstrained,
        forced: call("pay"),
        gate: { reading: -2.5, threshold: -2, opens: false },
      }),
      asked(set, "silent-1", answer, {
        setting: exactConstrained,
        forced: call("pay"),
        gate: { reading: -4, threshold: -2, opens: false },
      }),
    ];
    const summary = summarize(set, [promptFree, exactConstrained], cases);
    expect(summary.settings[1]?.roc?.auc).toBe(1);
    expect(summaryOf(JSON.parse(JSON.stringify(summaryDocument(summary))))).toEqual(summary);
  });

  it("is not read from another document", () => {
    const document = summaryDocument(summarize(set, [promptFree], mixed));
    for (const other of [
      null,
      {},
      { ...document, note: 1 },
      { ...document, set: { ...document.set, sha256: "" } },
    ]) {
      expect(codeOf(() => summaryOf(other))).toBe("invalid_eval_run");
    }
  });
});

describe("the decision to call, over several sets", () => {
  it("takes action from the sets that want calls and restraint from those that want none", () => {
    const wanting = paymentSet({ calls: 4, silent: 0 });
    const silent = paymentSet({ calls: 0, silent: 5 });
    const called = wanting.questions.map(({ id }, n) => asked(wanting, id, n < 3 ? call("refund") : answer));
    const kept = silent.questions.map(({ id }, n) => asked(silent, id, n < 2 ? answer : call("pay")));
    const parts = [settingOf(wanting, called).figures, settingOf(silent, kept).figures];
    expect(parts.map(({ balance }) => balance)).toEqual([null, null]);
    expect(decisionBalance(parts)?.share).toBeCloseTo((3 / 4 + 2 / 5) / 2, 12);
  });
});

function codeOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return isImprintError(error) ? error.code : error;
  }
}
