import { cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, inject, it, onTestFinished } from "vitest";
import { sha256 } from "../../imprint/hash.ts";
import { workFolder } from "../pipeline/real-runtime.ts";
import { describeWithPython, python } from "../tools/tool-files.ts";
import {
  edge,
  expectNothingHalfWritten,
  expectTextError,
  filesBelow,
  onlyDocument,
  root,
} from "./edge-process.ts";

const tools = path.join(root, "samples/tools/first.py");
const prompt = "What is the fee for 250?";

interface Learned {
  readonly data: string;
  readonly receiptPath: string;
  readonly artifactPath: string;
  readonly report: Record<string, Record<string, unknown>>;
}

const place = workFolder();
let learned: Learned;

beforeAll(async () => {
  if (python === null) return;
  const data = path.join(place.path, "data");
  const argv = ["--model", inject("tinyModelPath"), "--tools", tools, "--max-tokens", "2", "--json"];
  const run = await edge(data, ["demo", "learn", "run", ...argv]);
  const report = JSON.parse(run.stdout);
  const { receipt_path: receiptPath, generation } = report;
  learned = { data, receiptPath, artifactPath: generation.artifact_path, report };
  return place.remove;
});

function chat(...argv: string[]) {
  const model = ["--model", inject("tinyModelPath"), "--max-tokens", "4"];
  return edge(learned.data, ["demo", "chat", ...model, ...argv]);
}

/** One chat with --json: the report, which is all of stdout, and the receipt that it names. */
async function reported(...argv: string[]) {
  const { exit, stdout, stderr } = await chat("--prompt", prompt, "--json", ...argv);
  const report = onlyDocument(stdout) as Record<string, Record<string, unknown>>;
  const receiptText = readFileSync(String(report.receipt_path), "utf8");
  return { exit, stderr, report, receiptText, receipt: JSON.parse(receiptText) };
}

describeWithPython("edge demo chat", () => {
  it("A79 A80 resumes from a receipt and from an imprint file alike, evaluating the user's turn alone", async () => {
    const runs = [
      await reported("--tools", tools, "--with-imprint", learned.receiptPath),
      await reported("--tools", tools, "--with-imprint", learned.artifactPath),
    ];
    const bare = await reported("--tools", tools);
    const contractTokens = Number(learned.report.generation?.prefix_token_count);
    for (const { report, receipt, stderr } of runs) {
      expect(stderr).toMatch(
        /^\[chat:load\] .+\n\[chat:imprint\] \d+ tokens restored\n\[chat:ready\] imprint\n/,
      );
      expect(receipt.tool_instruction_mode).toBe("imprint");
      const { turn_tokens: turnTokens } = receipt.prefill;
      expect(turnTokens).toBeGreaterThan(5);
      expect(receipt.prefill).toEqual({
        evaluated_tokens: turnTokens,
        turn_tokens: turnTokens,
        prefix_tokens: 0,
      });
      expect(receipt.prefill.turn_tokens).toBe(bare.receipt.prefill.turn_tokens);
      expect(receipt.neural_imprint).toMatchObject({
        active: true,
        kind: "exact",
        artifact_path: learned.artifactPath,
        artifact_sha256: sha256(readFileSync(learned.artifactPath)),
        prefix_token_count: contractTokens,
      });
      expect(report).toMatchObject({ prefill: receipt.prefill, tool_instruction_mode: "imprint" });
    }
    // The same prompt without an imprint pays for the contract, and has no profile.
    expect(bare.receipt.tool_instruction_mode).toBe("hidden_turns");
    expect(bare.receipt).not.toHaveProperty("neural_imprint");
    const { evaluated_tokens, turn_tokens, prefix_tokens } = bare.receipt.prefill;
    expect(prefix_tokens).toBeGreaterThan(50);
    expect(prefix_tokens).toBeLessThan(contractTokens);
    expect(evaluated_tokens).toBe(prefix_tokens + turn_tokens);
    expectNothingHalfWritten(learned.data);
  });

  it("A87 A88 A89 leaves a receipt of hashes, and no raw text", async () => {
    const { receipt, receiptText, report } = await reported(
      "--tools",
      tools,
      "--with-imprint",
      learned.receiptPath,
    );
    expect(receipt).toMatchObject({
      schema_version: "edge.demo.chat.receipt.v1",
      model_sha256: sha256(readFileSync(inject("tinyModelPath"))),
      prompt_sha256: sha256(prompt),
      tools_file_sha256: sha256(readFileSync(tools)),
      active_set_sha256: learned.report.tool_learning?.active_set_sha256,
      schema_generator_version: "edge.tools.schema_gen.v1",
      raw_text_included: false,
      network_used: false,
    });
    expect(receiptText).not.toContain(prompt);
    expect(receipt).not.toHaveProperty("answer");
    expect(JSON.stringify(report)).not.toContain(prompt);
    for (const call of receipt.tool_calls) {
      expect(call).toMatchObject({ network_used_by_edge: false, args_sha256: expect.any(String) });
      expect(call).not.toHaveProperty("arguments");
    }
  });

  it("puts text into report and receipt where it was asked for", async () => {
    const { receipt, report } = await reported("--include-text");
    expect(receipt).toMatchObject({ prompt, include_text_acknowledged: true, raw_text_included: true });
    expect(report).toMatchObject({ prompt, tool_instruction_mode: null });
    expect(receipt.answer_sha256).toBe(sha256(receipt.answer));
  });

  it("prints the facts and the answer as text", async () => {
    const { exit, stdout, stderr } = await chat("--prompt", prompt, "--decoding", "free");
    expect(exit, stderr).toBe(0);
    expect(stdout).toMatch(/^edge\.demo\.chat\.run\.v1\n/);
    expect(stdout).toMatch(/^mode {2,}no tools$/m);
    expect(stdout).toMatch(/^answer_tokens {2,}\d$/m);
  });

  it("follows a receipt that moved with its imprint", async () => {
    const moved = workFolder();
    onTestFinished(moved.remove);
    cpSync(learned.artifactPath, path.join(moved.path, "imprint.safetensors"));
    const receipt = JSON.parse(readFileSync(learned.receiptPath, "utf8"));
    const file = path.join(moved.path, "receipt.json");
    writeFileSync(file, JSON.stringify({ ...receipt, artifact_path: "imprint.safetensors" }));
    const { exit, report } = await reported("--tools", tools, "--with-imprint", file);
    expect([exit, report.tool_instruction_mode]).toEqual([0, "imprint"]);
  });

  it("follows a receipt of a data folder that was moved as a whole", async () => {
    const moved = workFolder();
    onTestFinished(moved.remove);
    const data = path.join(moved.path, "data");
    cpSync(learned.data, data, { recursive: true });
    const receipt = path.join(data, path.relative(learned.data, learned.receiptPath));
    renameSync(learned.artifactPath, `${learned.artifactPath}.away`);
    onTestFinished(() => renameSync(`${learned.artifactPath}.away`, learned.artifactPath));
    const { exit, report } = await reported("--tools", tools, "--with-imprint", receipt);
    expect(exit).toBe(0);
    const { artifact_path: kept } = report.neural_imprint ?? {};
    expect(kept).toBe(path.join(data, path.relative(learned.data, learned.artifactPath)));
  });

  it("A82 A83 A84 refuses other tools, leaves no receipt and prints nothing but the error", async () => {
    const before = filesBelow(learned.data);
    const imprint = ["--prompt", prompt, "--with-imprint", learned.receiptPath];
    const changed = path.join(place.path, "changed.py");
    writeFileSync(changed, readFileSync(tools, "utf8").replace("amount: float", "amount: int"));
    expectTextError(await chat(...imprint), "imprint_requires_tools");
    expectTextError(
      await chat(...imprint, "--tools", tools, "--tool", "calculate_fee"),
      "imprint_tool_active_set_mismatch",
    );
    const mismatch = await chat(...imprint, "--tools", changed);
    expectTextError(mismatch, "imprint_tool_schema_mismatch");
    expect(mismatch.stderr).toContain("calculate_fee differs at /parameters/properties/amount/type");
    const { exit, stdout } = await chat(...imprint, "--tools", changed, "--json");
    expect(exit).toBe(1);
    expect(onlyDocument(stdout)).toMatchObject({
      status: "imprint_tool_schema_mismatch",
      error: { detail: { tool: "calculate_fee", fields: ["/parameters/properties/amount/type"] } },
    });
    expect(filesBelow(learned.data)).toEqual(before);
  });

  it("refuses a blob of the store whose bytes are no longer those of its name", async () => {
    const other = workFolder();
    onTestFinished(other.remove);
    const blob = path.join(other.path, path.basename(learned.artifactPath));
    const bytes = readFileSync(learned.artifactPath);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(blob, bytes, { mode: 0o600 });
    const argv = ["--prompt", prompt, "--tools", tools, "--with-imprint"];
    expectTextError(await chat(...argv, blob), "imprint_digest_mismatch");
    // Under another name nothing vouches for it but its own structure, which is good.
    const renamed = path.join(other.path, "renamed.safetensors");
    renameSync(blob, renamed);
    expect((await chat(...argv, renamed)).exit).toBe(0);
  });

  it("holds a conversation with one receipt a turn, until /exit or the end of input", async () => {
    const argv = ["demo", "chat", "--model", inject("tinyModelPath"), "--max-tokens", "4", "--interactive"];
    const imprint = ["--tools", tools, "--with-imprint", learned.receiptPath];
    for (const stdin of ["hello\n\n  \nfee for 9?\n/exit\nnever\n", "hello\nfee for 9?\n"]) {
      const { exit, stdout, stderr } = await edge(learned.data, [...argv, ...imprint], { stdin });
      expect(exit, stderr).toBe(0);
      expect(stdout.match(/assistant> /g)).toHaveLength(2);
      const receipts = [...stderr.matchAll(/^\[chat:receipt\] (.+)$/gm)].map(([, file = ""]) =>
        JSON.parse(readFileSync(file, "utf8")),
      );
      expect(receipts.map(({ turn_index, history_turn_count }) => [turn_index, history_turn_count])).toEqual([
        [1, 0],
        [2, 1],
      ]);
      expect(new Set(receipts.map(({ session_id }) => session_id)).size).toBe(1);
      for (const { prefill, tool_instruction_mode } of receipts) {
        expect(tool_instruction_mode).toBe("imprint");
        expect([prefill.prefix_tokens, prefill.evaluated_tokens]).toEqual([0, prefill.turn_tokens]);
      }
    }
  });

  it("ends an interactive session before its first turn when the imprint is refused", async () => {
    const argv = ["demo", "chat", "--model", inject("tinyModelPath"), "--interactive"];
    const run = await edge(learned.data, [...argv, "--with-imprint", learned.receiptPath], { stdin: "hi\n" });
    expectTextError(run, "imprint_requires_tools");
  });
});
