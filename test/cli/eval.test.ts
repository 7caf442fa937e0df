import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, inject, it } from "vitest";
import { limits } from "../../imprint/limits.ts";
import { feeCall, feeTools, questionsFile } from "../pipeline/scripted-eval.ts";
import { callText } from "../scripted-engine.ts";
import { describeWithPython, python, temporaryFolder, toolsFile } from "../tools/tool-files.ts";
import { edge, edgeHere, expectTextError, filesBelow, onlyDocument, testFolder } from "./edge-process.ts";
import { scriptedEdge } from "./scripted-edge.ts";

/** Right, wrong tool, gate shut, right silence. */
const turns = [
  feeCall,
  callText("calculate_fee", { amount: 42 }),
  { text: callText("calculate_fee", { amount: 10, plan: "pro" }), log10Evidence: 0.5 },
  { text: callText("find_account", { number: "1" }), log10Evidence: 0.5 },
];

function evalArgv(...more: string[]): string[] {
  return [
    ...["eval", "run", "--set", questionsFile(), "--tools", toolsFile(feeTools)],
    ...["--model", inject("tinyModelPath"), "--modes", "prompt"],
    ...(python === null ? [] : ["--python", python.path]),
    ...more,
  ];
}

describeWithPython("edge eval run", () => {
  it("prints figures, what happened and where the files are; progress goes to stderr", async () => {
    const { exit, stdout, stderr, data } = await scriptedEdge(evalArgv(), { script: turns });
    expect(exit).toBe(0);
    expect(stderr.split("\n")[0]).toBe("[eval] 0/4");
    expect(stderr).toContain("[eval] 4/4 prompt constrained; 50.0 % right\n");
    const [run = ""] = readdirSync(path.join(data, "evals"));
    const folder = path.join(data, "evals", run);
    expect(run).toMatch(/^[0-9a-f]{12}$/);
    expect(filesBelow(folder)).toEqual(["cases.jsonl", "plan.json", "report.html", "summary.json"]);
    expect(stdout).toMatch(/^rows {3}4: 3 questions want a call, 1 want none$/m);
    expect(stdout).toMatch(/^right call +33\.3 % \(6-79\)$/m);
    expect(stdout).toMatch(/^restraint +100\.0 % \(21-100\)$/m);
    expect(stdout).toMatch(/^forced: right call +66\.7 % \(21-94\)$/m);
    expect(stdout).toMatch(/^find_account +1 +0 +0 +0$/m);
    expect(stdout).toContain(`report   ${path.join(folder, "report.html")}\n`);
    expect(stdout).toContain(`next     edge eval compare ${folder} OTHER_RUN\n`);
  });

  it("with --json prints one document, whose summary is the file's", async () => {
    const out = path.join(temporaryFolder(), "run");
    const { exit, stdout } = await scriptedEdge(evalArgv("--out", out, "--json"), { script: turns });
    const document = onlyDocument(stdout);
    expect(exit).toBe(0);
    expect(document).toMatchObject({
      schema_version: "edge.eval.run.v1",
      ok: true,
      cases_count: 4,
      kept_cases_count: 0,
      paths: { folder: out },
    });
    expect(document.summary).toEqual(JSON.parse(readFileSync(path.join(out, "summary.json"), "utf8")));
    expect(document.plan).toEqual(JSON.parse(readFileSync(path.join(out, "plan.json"), "utf8")));
  });

  it("refuses the folder of another plan, and takes it with --fresh", async () => {
    const out = path.join(temporaryFolder(), "run");
    const argv = evalArgv("--out", out);
    await scriptedEdge(argv, { script: turns });
    const other = [...argv, "--max-tokens", "7"];
    expectTextError(await scriptedEdge(other), "eval_run_differs");
    expect((await scriptedEdge([...other, "--fresh"], { script: turns })).exit).toBe(0);
  });

  it("after Ctrl-C exits 130 and keeps its cases; the same command goes on", async () => {
    const out = path.join(temporaryFolder(), "run");
    const argv = evalArgv("--out", out);
    const interruption = new AbortController();
    const script = [
      turns[0] as string,
      {
        get text() {
          interruption.abort();
          return feeCall;
        },
      },
    ];
    const stopped = await scriptedEdge(argv, { script, signal: interruption.signal });
    expectTextError(
      { ...stopped, stderr: stopped.stderr.replace(/^\[eval\].*\n/gm, "") },
      "interrupted",
      130,
    );
    expect(stopped.stderr).toContain("run the same command to go on");
    expect(filesBelow(out)).toEqual(["cases.jsonl", "plan.json"]);
    const rest = await scriptedEdge([...argv, "--json"], { script: turns.slice(1) });
    expect(onlyDocument(rest.stdout)).toMatchObject({ cases_count: 4, kept_cases_count: 1 });
    expect(rest.stderr).toContain("[eval] 1/4 kept from an earlier run");
  });

  it("in a process of its own, a real engine and Ctrl-C: 130, whole lines, and on it goes", async () => {
    const data = path.join(testFolder(), "data");
    const out = path.join(data, "run");
    const argv = evalArgv("--out", out, "--decoding", "both", "--max-tokens", "40");
    const stopped = await edge(data, argv, { interruptAt: /^\[eval\] [1-7]\/8/m });
    expect([0, 130]).toContain(stopped.exit);
    const kept = readFileSync(path.join(out, "cases.jsonl"), "utf8");
    expect(kept).toMatch(/^(\{.*\}\n)+$/);
    const rest = await edge(data, argv);
    expect(rest.exit, rest.stderr).toBe(0);
    const whole = readFileSync(path.join(out, "cases.jsonl"), "utf8");
    expect(whole.startsWith(kept)).toBe(true);
    expect(whole.trimEnd().split("\n")).toHaveLength(8);
    expect(existsSync(path.join(out, "cases.jsonl.lock"))).toBe(false);
  });
});

describe("a command line of edge eval that does not hold together", () => {
  it.each([
    ["no set", ["run"]],
    ["an unknown mode", ["run", "--set", "bfcl:multiple", "--modes", "prompt,trained"]],
    ["an unknown decoding", ["run", "--set", "bfcl:multiple", "--decoding", "wild"]],
    ["no questions", ["run", "--set", "bfcl:multiple", "--limit", "0"]],
    ["a file without tools", ["run", "--set", "questions.jsonl"]],
    ["one run to compare", ["compare", "a"]],
    ["one mode to compare", ["compare", "a", "b", "--modes", "prompt"]],
    ["no command", []],
  ])("%s: exit 2", async (_, argv) => {
    const data = path.join(testFolder(), "data");
    const run = await edgeHere(data, ["eval", ...argv]);
    expect(run.exit).toBe(2);
    expect(run.stderr).toContain("edge: error: invalid_usage:");
    expect(filesBelow(data)).toEqual([]);
  });

  it("says where a public set is looked for", async () => {
    const env = { EDGE_BFCL_DIR: path.join(testFolder(), "nothing") };
    const run = await edgeHere(testFolder(), ["eval", "run", "--set", "bfcl:multiple"], { env });
    expectTextError(run, "eval_set_not_found");
    expect(run.stderr).toContain(env.EDGE_BFCL_DIR);
  });

  it("the help shows the limit of free text that holds when none is said, and examples", async () => {
    const { stdout } = await edgeHere(testFolder(), ["eval", "run", "--help"]);
    expect(stdout).toMatch(
      new RegExp(`longest free text, in tokens\\s+\\(default:\\s+${limits.evalAnswerTokens}\\)`),
    );
    expect(stdout).toContain("\nExamples:\n");
    expect((await edgeHere(testFolder(), ["eval", "compare", "--help"])).stdout).toContain("\nExamples:\n");
  });
});

describeWithPython("edge eval compare", () => {
  async function twoRuns() {
    const argv = evalArgv();
    const [a, b] = [path.join(temporaryFolder(), "a"), path.join(temporaryFolder(), "b")];
    await scriptedEdge([...argv, "--out", a], { script: turns });
    const better = [turns[0], callText("find_account", { number: "42" }), turns[2], turns[0]];
    await scriptedEdge([...argv, "--out", b], { script: better as string[] });
    return { a, b };
  }

  it("says which questions got better and which got worse, with a sign test", async () => {
    const { a, b } = await twoRuns();
    const { exit, stdout } = await edgeHere(testFolder(), [
      "eval",
      "compare",
      a,
      path.join(b, "summary.json"),
    ]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^right tool +33\.3 % \(6-79\) +66\.7 % \(21-94\)$/m);
    expect(stdout).toContain("better 1, worse 1, right in both 1, wrong in both 1\n");
    expect(stdout).toContain(
      "the model did something else on 2\nsign test p = 1.000\nbetter: account\nworse: talk\n",
    );
    const json = await edgeHere(testFolder(), ["eval", "compare", a, b, "--json"]);
    expect(onlyDocument(json.stdout)).toMatchObject({ schema_version: "edge.eval.comparison.v1" });
  });

  it("holds a mode of one run against another one", async () => {
    const folder = path.join(temporaryFolder(), "both");
    const both = evalArgv("--out", folder, "--modes", "no-contract,prompt", "--decoding", "free");
    await scriptedEdge(both, { script: turns.flatMap((turn) => [turn, turn]) });
    const compare = ["eval", "compare", folder, folder, "--modes"];
    const { exit, stdout } = await edgeHere(testFolder(), [...compare, "no-contract,prompt"]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^no-contract free against prompt free:$/m);
    expect(stdout).toContain("the model did something else on 0\n");
    const missing = await edgeHere(testFolder(), [...compare, "prompt,trained"]);
    expectTextError(missing, "eval_runs_differ");
  });

  it("refuses runs of other questions, and folders that hold none", async () => {
    const { a } = await twoRuns();
    const other = path.join(temporaryFolder(), "other");
    await scriptedEdge(evalArgv("--out", other, "--limit", "2"), { script: turns.slice(0, 2) });
    expectTextError(await edgeHere(testFolder(), ["eval", "compare", a, other]), "eval_runs_differ");
    expectTextError(await edgeHere(testFolder(), ["eval", "compare", a, testFolder()]), "invalid_eval_run");
  });
});
