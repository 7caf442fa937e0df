import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { sha256 } from "../../imprint/hash.ts";
import { assertPracticeReport, assertPracticeRow } from "../../schemas/index.ts";
import { describeWithPython, python } from "../tools/tool-files.ts";
import { edgeHere, expectTextError, onlyDocument, root, testFolder } from "./edge-process.ts";

const toolsFile = path.join(root, "samples/tools/orders.py");

function practiceArgv(out: string, ...more: string[]): string[] {
  return [
    ...["imprint", "practice", "--tools", toolsFile, "--out", out],
    ...(python === null ? [] : ["--python", python.path]),
    ...more,
  ];
}

/** A file of examples, one a line. */
function examplesFile(...lines: readonly (object | string)[]): string {
  const file = path.join(testFolder(), "examples.jsonl");
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  writeFileSync(file, `${text.join("\n")}\n`);
  return file;
}

const call = { prompt: "wo ist A-7?", tool_name: "order_status", arguments: { order_id: "A-7" } };

describeWithPython("edge imprint practice", () => {
  it("writes rows of the schema's form, for their owner only, and says how many of what", async () => {
    const out = path.join(testFolder(), "rows.jsonl");
    const { exit, stdout } = await edgeHere(testFolder(), practiceArgv(out, "--size", "200"));
    expect(exit).toBe(0);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const rows = readFileSync(out, "utf8").trimEnd().split("\n");
    expect(rows).toHaveLength(200);
    for (const row of rows) assertPracticeRow(JSON.parse(row));
    expect(stdout).toMatch(/^rows {6}200, in \d+ wordings$/m);
    expect(stdout).toMatch(/^near_miss +18$/m);
    expect(stdout).toMatch(/^order_status +\d+$/m);
    expect(stdout.match(/ {2}=> {2}/g)).toHaveLength(5);
  });

  it("with --json prints one document, whose hash is the file's; the same command gives the same bytes", async () => {
    const out = path.join(testFolder(), "rows.jsonl");
    const argv = practiceArgv(out, "--size", "120", "--seed", "s", "--json");
    const document = onlyDocument((await edgeHere(testFolder(), argv)).stdout);
    assertPracticeReport(document);
    expect(document).toMatchObject({
      seed: "s",
      row_count: 120,
      out,
      rows_sha256: sha256(readFileSync(out)),
    });
    expect(onlyDocument((await edgeHere(testFolder(), argv)).stdout)).toEqual(document);
    const other = practiceArgv(out, "--size", "120", "--seed", "t", "--json");
    const { rows_sha256: otherSha256 } = onlyDocument((await edgeHere(testFolder(), other)).stdout);
    expect(otherSha256).not.toBe(document.rows_sha256);
  });

  it("puts the user's examples first", async () => {
    const out = path.join(testFolder(), "rows.jsonl");
    const examples = examplesFile(call, { prompt: "wer bist du?", answer: "Ein Assistent." });
    const { exit } = await edgeHere(testFolder(), practiceArgv(out, "--size", "20", "--examples", examples));
    expect(exit).toBe(0);
    const [first, second] = readFileSync(out, "utf8").split("\n");
    expect(JSON.parse(first ?? "")).toMatchObject({
      target: { kind: "call", tool_name: "order_status", arguments: { order_id: "A-7" } },
      origin: { kind: "example" },
    });
    expect(JSON.parse(second ?? "").target).toEqual({ kind: "answer", text: "Ein Assistent." });
  });

  it.each([
    ["a tool that the contract lacks", { ...call, tool_name: "missing" }],
    ["arguments that the tool does not take", { ...call, arguments: { order_id: 7 } }],
    ["a call without its arguments", { prompt: "x", tool_name: "order_status" }],
    ["a call and an answer at once", { ...call, answer: "yes" }],
    ["neither a call nor an answer", { prompt: "x" }],
    ["an empty prompt", { prompt: " ", answer: "yes" }],
    ["what is no JSON", "{"],
    ["a prompt that was there already", { prompt: "wo ist B-8?", answer: "there" }],
  ])("refuses examples with %s, names the line, and writes nothing", async (_, line) => {
    const out = path.join(testFolder(), "rows.jsonl");
    const good = { prompt: "wo ist B-8?", tool_name: "order_status", arguments: { order_id: "B-8" } };
    const argv = practiceArgv(out, "--examples", examplesFile(good, line), "--json");
    const { exit, stdout } = await edgeHere(testFolder(), argv);
    expect(exit).toBe(1);
    expect(onlyDocument(stdout)).toMatchObject({
      status: "invalid_practice_examples",
      error: { detail: { line: 2 } },
    });
    expect(existsSync(out)).toBe(false);
  });

  it("takes a learn sample's word on when a tool is wanted, and refuses one for other tools", async () => {
    const policy = (name: string) => {
      const sample = JSON.parse(readFileSync(path.join(root, "samples/learn/service_fees.json"), "utf8"));
      const file = path.join(testFolder(), "sample.json");
      const when = "the user asks for the exact surcharge of a parcel";
      sample.expected_tool_policy = { tools_available: [{ name, when }] };
      writeFileSync(file, JSON.stringify(sample));
      return file;
    };
    const out = path.join(testFolder(), "rows.jsonl");
    const run = (file: string) =>
      edgeHere(testFolder(), practiceArgv(out, "--size", "200", "--sample-file", file));
    expectTextError(await run(policy("missing")), "invalid_learn_sample");
    expect(existsSync(out)).toBe(false);
    expect((await run(policy("fee_quote"))).exit).toBe(0);
    expect(readFileSync(out, "utf8")).toContain("surcharge");
  });

  it("is told what to make rows of, and of one surface", async () => {
    const out = path.join(testFolder(), "rows.jsonl");
    const none = await edgeHere(testFolder(), ["imprint", "practice", "--out", out]);
    expect(none.exit).toBe(2);
    const both = await edgeHere(testFolder(), practiceArgv(out, "--facts-store", "office"));
    expectTextError(both, "conflicting_tool_options", 2);
  });
});
