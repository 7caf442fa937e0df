import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { callText } from "../scripted-engine.ts";
import { describeWithPython, temporaryFolder } from "../tools/tool-files.ts";
import {
  casesIn,
  feeCall,
  feeEvaluation,
  feeQuestions,
  questionsFile,
  scriptedEval,
  untimed,
} from "./scripted-eval.ts";

/** What the model does with the four questions, under the gate: right, wrong tool, gate shut, uncalled for. */
const fourTurns = [
  feeCall,
  callText("calculate_fee", { amount: 42 }),
  { text: callText("calculate_fee", { amount: 10, plan: "pro" }), log10Evidence: 0.5 },
  callText("find_account", { number: "morning" }),
];

describeWithPython("an evaluation under gate and grammar", () => {
  it("judges the first move of every question, and the grammar's call beside it", async () => {
    const { run, cases, engine } = await scriptedEval(fourTurns, feeEvaluation());
    expect(cases.map(({ id, score, forced }) => [id, score.verdict, forced?.score.verdict])).toEqual([
      ["fee", "right_call", "right_call"],
      ["account", "wrong_tool", "wrong_tool"],
      ["plan", "missed", "right_call"],
      ["talk", "uncalled_for", "uncalled_for"],
    ]);
    expect(cases.map(({ gate }) => gate?.opens)).toEqual([true, true, false, true]);
    expect(engine.unusedTurns).toBe(0);
    const [{ figures } = { figures: null }] = run.summary.settings;
    expect(figures?.wanted).toMatchObject({
      action: { hits: 2, total: 3 },
      rightTool: { hits: 1, total: 3 },
      wrongTool: { hits: 1, total: 3 },
    });
    expect(figures?.unwanted.restraint).toMatchObject({ hits: 0, total: 1 });
    expect(figures?.forced?.rightCall).toMatchObject({ hits: 2, total: 3 });
  });

  it("counts a call that the contract does not hold, and one that is none, as invalid", async () => {
    const { cases } = await scriptedEval(
      [
        callText("calculate_fee", { amount: "much" }),
        callText("find_account", { number: 42 }),
        `${feeCall} and more`,
        callText("calculate_fee", {}),
      ],
      feeEvaluation(),
    );
    expect(cases.map(({ attempt }) => attempt)).toEqual([
      { kind: "invalid", code: "invalid_tool_args" },
      { kind: "invalid", code: "invalid_tool_args" },
      { kind: "invalid", code: "malformed_tool_call" },
      { kind: "invalid", code: "invalid_tool_args" },
    ]);
    expect(cases.map(({ score }) => score.verdict)).toEqual(["invalid", "invalid", "invalid", "invalid"]);
  });

  it("asks each question alone: nothing of the one before stands in its prompt", async () => {
    const { engine, cases } = await scriptedEval(fourTurns, feeEvaluation());
    const prompts = feeQuestions.map((row) => (row as { prompt: string }).prompt);
    engine.prompts.forEach((prompt, index) => {
      expect(prompts.filter((question) => prompt.includes(question))).toEqual([prompts[index]]);
    });
    // Every token of the prompt is counted, the contract's too, although that was evaluated once.
    expect(cases.map(({ evaluatedTokens }) => evaluatedTokens)).toEqual(
      engine.prompts.map((prompt) => Buffer.byteLength(prompt) - controlBytes(prompt)),
    );
  });

  it("a question that the context cannot hold is invalid, and the next one is asked", async () => {
    const rows = [{ id: "long", prompt: "word ".repeat(1_000), expected: null }, feeQuestions[0] as object];
    const { cases } = await scriptedEval([feeCall], {
      ...feeEvaluation(),
      set: questionsFile(rows),
      trainContextTokens: 4_096,
    });
    expect(cases.map(({ attempt }) => attempt)).toEqual([
      { kind: "invalid", code: "context_too_small" },
      { kind: "call", toolName: "calculate_fee", arguments: { amount: 250 } },
    ]);
  });

  it("a contract that the context cannot hold makes every question of that mode invalid", async () => {
    const { cases } = await scriptedEval(["Hello.", "Hello.", "Hello.", "Hello."], {
      ...feeEvaluation(),
      modes: ["no_contract", "prompt"],
      trainContextTokens: 300,
    });
    const codes = cases
      .filter(({ mode }) => mode === "prompt")
      .map(({ attempt }) => attempt.kind === "invalid" && attempt.code);
    expect(codes).toEqual(Array(4).fill("context_too_small"));
    expect(cases.filter(({ mode }) => mode === "no_contract").map(({ attempt }) => attempt.kind)).toEqual(
      Array(4).fill("answer"),
    );
  });
});

/** Control tokens are one token each, the rest is bytes. */
function controlBytes(prompt: string): number {
  return [...prompt.matchAll(/<\|im_start\|>|<\|im_end\|>/g)].reduce(
    (sum, [text]) => sum + text.length - 1,
    0,
  );
}

describeWithPython("an evaluation of free text", () => {
  it("reads it as a chat does, and cuts it at the limit", async () => {
    const { cases } = await scriptedEval(
      [feeCall, `Sure: ${callText("find_account", { number: "42" })}`, "x".repeat(300), "Good morning!"],
      { ...feeEvaluation(), decodings: ["free"], maxTokens: 200 },
    );
    expect(cases.map(({ attempt }) => attempt)).toEqual([
      { kind: "call", toolName: "calculate_fee", arguments: { amount: 250 } },
      { kind: "invalid", code: "malformed_tool_call" },
      { kind: "answer" },
      { kind: "answer" },
    ]);
    expect(cases.map(({ gate, forced }) => [gate, forced])).toEqual(Array(4).fill([null, null]));
    expect(cases[2]?.decodedTokens).toBeLessThanOrEqual(200);
  });

  it("asks the bare model freely whatever decoding is asked for, and without the contract", async () => {
    const { cases, engine } = await scriptedEval(["Hm.", "Hm.", "Hm.", "Hello."], {
      ...feeEvaluation(),
      modes: ["no_contract"],
    });
    expect(cases.map(({ decoding }) => decoding)).toEqual(Array(4).fill("free"));
    expect(engine.prompts.some((prompt) => prompt.includes("calculate_fee"))).toBe(false);
  });

  it("stands beside the constrained one, question by question", async () => {
    const twice = fourTurns.flatMap((turn) => ["Let me see.", turn]);
    const { cases } = await scriptedEval(twice, { ...feeEvaluation(), decodings: ["constrained", "free"] });
    expect(cases.map(({ id, decoding, score }) => [id, decoding, score.verdict]).slice(0, 4)).toEqual([
      ["fee", "free", "missed"],
      ["fee", "constrained", "right_call"],
      ["account", "free", "missed"],
      ["account", "constrained", "wrong_tool"],
    ]);
  });
});

describeWithPython("the folder of an evaluation", () => {
  it("holds plan, cases, summary and report", async () => {
    const { run } = await scriptedEval(fourTurns, feeEvaluation());
    for (const file of [run.paths.plan, run.paths.cases, run.paths.summary, run.paths.report]) {
      expect(existsSync(file), file).toBe(true);
    }
    expect(existsSync(`${run.paths.cases}.lock`)).toBe(false);
  });

  it("after an interruption goes on to the very cases of an unbroken run", async () => {
    const unbroken = await scriptedEval(fourTurns, feeEvaluation());
    const broken = feeEvaluation();
    const interruption = new AbortController();
    // The second question is not answered: the model's own turn is where the interruption comes.
    const stopped = scriptedEval(
      [
        feeCall,
        {
          get text() {
            interruption.abort();
            return feeCall;
          },
        },
      ],
      { ...broken, signal: interruption.signal },
    );
    await expect(stopped).rejects.toMatchObject({ code: "interrupted", details: { done: 1, total: 4 } });
    const rest = await scriptedEval(fourTurns.slice(1), broken);
    expect(untimed(rest.cases)).toEqual(untimed(unbroken.cases));
    expect(rest.run.summary).toEqual(unbroken.run.summary);
    expect(rest.run.keptCasesCount).toBe(1);
  });

  it("a line that was torn is asked again", async () => {
    const place = feeEvaluation();
    const { run, cases } = await scriptedEval(fourTurns, place);
    const lines = readFileSync(run.paths.cases, "utf8");
    writeFileSync(run.paths.cases, lines.slice(0, -20));
    const again = await scriptedEval(fourTurns.slice(3), place);
    expect(untimed(again.cases)).toEqual(untimed(cases));
  });

  it("when all cases are there nothing is asked", async () => {
    const place = feeEvaluation();
    const first = await scriptedEval(fourTurns, place);
    const report = readFileSync(first.run.paths.report, "utf8");
    const again = await scriptedEval([], place);
    expect([again.run.casesCount, again.run.keptCasesCount]).toEqual([4, 4]);
    expect(again.cases).toEqual(first.cases);
    expect(readFileSync(again.run.paths.report, "utf8")).toBe(report);
  });

  it("a larger limit asks the rest", async () => {
    const place = feeEvaluation();
    const two = await scriptedEval(fourTurns.slice(0, 2), { ...place, limit: 2 });
    expect(two.run.summary.set.rowsCount).toBe(2);
    const four = await scriptedEval(fourTurns.slice(2), place);
    expect(four.cases.map(({ id }) => id)).toEqual(["fee", "account", "plan", "talk"]);
    const one = await scriptedEval([], { ...place, limit: 1 });
    expect([one.run.summary.set.rowsCount, one.run.casesCount]).toEqual([1, 1]);
    expect(one.cases).toHaveLength(4);
  });

  it("refuses another plan, unless the old run is to be thrown away", async () => {
    const place = feeEvaluation();
    await scriptedEval(fourTurns, place);
    const other = { ...place, maxTokens: 64 };
    await expect(scriptedEval([], other)).rejects.toMatchObject({ code: "eval_run_differs" });
    const fresh = await scriptedEval(fourTurns, { ...other, fresh: true });
    expect(fresh.run.keptCasesCount).toBe(0);
  });

  it("refuses cases without a plan, and lines that are no cases", async () => {
    const place = feeEvaluation();
    const { run } = await scriptedEval(fourTurns, place);
    appendFileSync(run.paths.cases, "{}\n");
    await expect(scriptedEval([], place)).rejects.toMatchObject({ code: "invalid_eval_run" });
    writeFileSync(run.paths.plan, "{}");
    await expect(scriptedEval([], place)).rejects.toMatchObject({ code: "invalid_eval_run" });
    const orphan = temporaryFolder();
    writeFileSync(path.join(orphan, "cases.jsonl"), readFileSync(run.paths.cases));
    await expect(scriptedEval([], { ...place, out: orphan })).rejects.toMatchObject({
      code: "eval_run_differs",
    });
  });

  it("is written by one process at a time", async () => {
    const place = feeEvaluation();
    const { run } = await scriptedEval(fourTurns, place);
    writeFileSync(`${run.paths.cases}.lock`, `${process.pid}`);
    await expect(scriptedEval([], place)).rejects.toMatchObject({ code: "eval_run_busy" });
    expect(casesIn(run.paths.cases)).toHaveLength(4);
  });
});

describeWithPython("the questions of an evaluation", () => {
  it("of a file need tools, those of the leaderboard bring their own", async () => {
    const { tools, set } = feeEvaluation();
    await expect(scriptedEval([], { set, tools: null })).rejects.toMatchObject({ code: "invalid_usage" });
    await expect(scriptedEval([], { set: "bfcl:multiple", tools })).rejects.toMatchObject({
      code: "invalid_usage",
    });
    await expect(scriptedEval([], { bfclFolder: temporaryFolder() })).rejects.toMatchObject({
      code: "eval_set_not_found",
    });
  });
});
