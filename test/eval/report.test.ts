import { parseDocument } from "htmlparser2";
import { describe, expect, it } from "vitest";
import type { EvalCase, EvalSetting } from "../../eval/case.ts";
import { type EvalPlan, evalPlanSchema } from "../../eval/plan.ts";
import type { Attempt, Question, QuestionSet } from "../../eval/question.ts";
import { evalReport } from "../../eval/report.ts";
import { score } from "../../eval/score.ts";
import { summarize } from "../../eval/summary.ts";
import type { ToolDraft } from "../../imprint/contract.ts";
import { sha256 } from "../../imprint/hash.ts";

const tool: ToolDraft = {
  intentTags: [],
  schema: {
    name: "find_account",
    description: "Look up an account.",
    permissions: [],
    execution_level: "read",
    return_direct: false,
    output_schema: null,
    parameters: {
      type: "object",
      properties: { number: { type: "string" } },
      required: ["number"],
      additionalProperties: false,
    },
  },
};

const constrained: EvalSetting = { mode: "prompt", decoding: "constrained" };
const free: EvalSetting = { mode: "exact_imprint", decoding: "free" };

function question(id: string, prompt: string, expected: string | null): Question {
  const call = expected === null ? null : { number: { values: [expected], mayBeOmitted: false } };
  return { id, prompt, tools: [tool], expected: call && { toolName: "find_account", arguments: call } };
}

function call(number: string): Attempt {
  return { kind: "call", toolName: "find_account", arguments: { number } };
}

function asked(
  question: Question,
  setting: EvalSetting,
  attempt: Attempt,
  text: string,
  reading = 0,
): EvalCase {
  const gated = setting.decoding === "constrained";
  return {
    ...setting,
    id: question.id,
    attempt,
    score: score(question, attempt),
    gate: gated ? { reading, threshold: -2.5, opens: reading >= -2.5 } : null,
    forced: gated ? { attempt: call("1"), score: score(question, call("1")) } : null,
    text,
    evaluatedTokens: 10,
    decodedTokens: 5,
    elapsedMs: 1,
  };
}

const hash = sha256("anything");

function plan(settings: readonly EvalSetting[], modelName = "tiny"): EvalPlan {
  return {
    schema_version: evalPlanSchema,
    program: { name: "neural-imprint", version: "1.0.0" },
    set: { name: "accounts.jsonl", sha256: hash },
    model: { name: modelName, architecture: "llama", sha256: hash },
    tokenizer_sha256: hash,
    chat_template_sha256: hash,
    engine: {
      package: "scripted-engine",
      package_version: "1.0.0",
      release: { repo: "none", tag: "none" },
      state_version: 9,
      key_type: "f16",
      value_type: "f16",
      flash_attention: true,
      stream_count: 1,
    },
    active_set_sha256: hash,
    imprint: null,
    settings,
    decode: {
      practice_version: "edge.practice.v1",
      call_gate_rule: "tool_name_evidence",
      max_tokens: 128,
      call_tokens: 512,
    },
    renderer_version: "edge.prefix.v1",
  };
}

function reportOf(
  questions: readonly Question[],
  cases: readonly EvalCase[],
  settings: readonly EvalSetting[],
  modelName?: string,
): string {
  const set: QuestionSet = {
    name: "accounts.jsonl",
    sha256: hash,
    toolNames: ["find_account"],
    rows: questions.map(({ id }) => id),
    questions,
    unfit: [],
  };
  const summary = summarize(set, settings, cases);
  return evalReport({ plan: plan(settings, modelName), set, cases, summary });
}

const questions = [
  question("one", "Who has 1?", "1"),
  question("two", "Who has 2?", "2"),
  question("talk", "Hi", null),
];
const [one, two, talk] = questions as [Question, Question, Question];

const cases = [
  asked(one, constrained, call("1"), "{}", -1),
  asked(two, constrained, call("3"), "{}", -2),
  asked(talk, constrained, { kind: "answer" }, "Hello", -4),
  asked(one, free, { kind: "answer" }, "No idea"),
  asked(two, free, { kind: "invalid", code: "unknown_tool" }, "{}"),
  asked(talk, free, { kind: "answer" }, "Hello"),
];

/** All elements of a page by name, and its text; a fresh parse, as a browser's. */
function elementsOf(html: string) {
  const found: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const walk = (node: object): string => {
    if ("data" in node && typeof node.data === "string") return node.data;
    const children = "children" in node ? (node.children as object[]) : [];
    const text = children.map(walk).join("");
    if ("attribs" in node && "name" in node) {
      found.push({ name: String(node.name), attributes: node.attribs as Record<string, string>, text });
    }
    return text;
  };
  walk(parseDocument(html));
  return found;
}

describe("the report of an evaluation", () => {
  const html = reportOf(questions, cases, [constrained, free]);
  const elements = elementsOf(html);
  const named = (name: string) => elements.filter((element) => element.name === name);

  it("needs nothing but itself, and may load nothing", () => {
    const loading = [
      "script",
      "link",
      "img",
      "iframe",
      "object",
      "embed",
      "audio",
      "video",
      "use",
      "a",
      "form",
    ];
    expect(elements.map(({ name }) => name).filter((name) => loading.includes(name))).toEqual([]);
    const names = elements.flatMap(({ attributes }) => Object.keys(attributes));
    expect(names.filter((name) => /^on|^src$|href$|^style$/.test(name))).toEqual([]);
    expect(html).not.toMatch(/https?:|url\(|@import/);
    const policy = named("meta").find(
      ({ attributes }) => attributes["http-equiv"] === "Content-Security-Policy",
    );
    expect(policy?.attributes.content).toBe("default-src 'none'; style-src 'unsafe-inline'");
  });

  it("says in words what every picture shows, under ids that are its own", () => {
    const ids = elements.flatMap(({ attributes }) => attributes.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(named("svg").length).toBeGreaterThan(5);
    for (const { attributes } of named("svg")) {
      expect(attributes.role).toBe("img");
      for (const id of (attributes["aria-labelledby"] ?? "").split(" ")) {
        const element = elements.find(({ attributes }) => attributes.id === id);
        expect(element?.text, id).toMatch(/\S/);
      }
    }
  });

  it("draws nothing at a place that is no number", () => {
    expect(html).not.toMatch(/NaN|Infinity|undefined|\[object/);
  });

  it("has every figure as a table too", () => {
    const rows = named("tr").map(({ text }) => text);
    expect(rows.some((row) => row.startsWith("right call50.0 % 1/2"))).toBe(true);
  });

  it("shows the gate's threshold, its readings, and the area under its curve", () => {
    expect(html).toContain("area under the curve 1.000");
    expect(html).toContain("opens for 100.0 % of the questions that want a call and for 0.0 % of the others");
    expect(html).toContain("3 readings from -4.00 to -1.00; the gate opens from -2.50 on.");
  });

  it("lists the wrong cases of each setting, and the argument at which one went wrong", () => {
    const summaries = named("summary").map(({ text }) => text);
    expect(summaries).toContain("contract in the prompt, constrained: 1 of 3 wrong");
    expect(summaries).toContain("exact imprint, free: 2 of 3 wrong");
    const row = named("tr").find(({ text }) => text.startsWith("two") && text.includes("wrong arguments"));
    expect(row?.text).toContain("first at number");
  });

  it("is the same page for the same run", () => {
    expect(reportOf(questions, cases, [constrained, free])).toBe(html);
  });

  it("draws a setting that has no case yet, and one question alone", () => {
    expect(reportOf([], [], [constrained])).not.toMatch(/NaN|Infinity|undefined/);
    const alone = reportOf([one], [asked(one, constrained, call("1"), "{}", -1)], [constrained]);
    expect(alone).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe("foreign text in a report", () => {
  const hostile = `</script><img src=x onerror=alert(1)></td></table>"'&amp;\u202Eevil\u0000\u001b[2J\u2028`;

  it("is text: no element and no attribute comes of it", () => {
    const odd = question(hostile, hostile, hostile);
    const html = reportOf(
      [odd],
      [asked(odd, constrained, call(`${hostile}2`), hostile, -1)],
      [constrained],
      hostile,
    );
    const plain = reportOf([one], [asked(one, constrained, call("2"), "text", -1)], [constrained]);
    const shape = (page: string) =>
      elementsOf(page).map(({ name, attributes }) => [name, Object.keys(attributes)]);
    expect(shape(html)).toEqual(shape(plain));
  });

  it("neither steers nor hides: bidi and control characters are spelled out", () => {
    const odd = question("odd", hostile, "1");
    const html = reportOf(
      [odd],
      [asked(odd, constrained, call(hostile), hostile, -1)],
      [constrained],
      hostile,
    );
    expect(html).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(html).toContain("\\u202eevil");
  });
});
