import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, inject, it } from "vitest";
import { decodeContainer } from "../../artifacts/safetensors.ts";
import { sha256, sha256OfJson } from "../../imprint/hash.ts";
import { parseHeader } from "../../imprint/header.ts";
import { learnStages } from "../../pipeline/learn.ts";
import { describeWithPython, python } from "../tools/tool-files.ts";
import {
  edge,
  edgeArgv,
  expectNothingHalfWritten,
  filesBelow,
  onlyDocument,
  root,
  testFolder,
} from "./edge-process.ts";

const sampleFile = path.join(root, "samples/learn/service_fees.json");
const sample = JSON.parse(readFileSync(sampleFile, "utf8"));
const tools = path.join(root, "samples/tools/first.py");

function learnArgv(...more: string[]): string[] {
  const model = inject("tinyModelPath");
  const argv = ["--sample-file", sampleFile, "--model", model, "--tools", tools, "--max-tokens", "4"];
  return ["demo", "learn", "run", ...argv, ...more];
}

/** Runs a command line of a receipt or a screen as a shell would, `edge` being this one. */
async function pasted(command: string, data: string, folder: string, cwd = folder) {
  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  const program = edgeArgv.map((word) => `'${word}'`).join(" ");
  writeFileSync(path.join(bin, "edge"), `#!/bin/sh\nexec ${program} "$@"\n`, { mode: 0o700 });
  const through = ["sh", "-c", `${command} --max-tokens 4`, "sh"];
  return edge(data, [], { through, cwd, env: { PATH: `${bin}:${process.env.PATH}` } });
}

describeWithPython("edge demo learn run", () => {
  it("prints facts on stdout and its stages on stderr, in order", async () => {
    const folder = testFolder();
    const data = path.join(folder, "data");
    const { exit, stdout, stderr } = await edge(data, learnArgv());
    expect(exit, stderr).toBe(0);
    const stages = [...stderr.matchAll(/^\[learn:(\w+)\] (.+?): .* \(\d+\.\d\d s\)$/gm)];
    const reached = Object.entries(learnStages).filter(([stage]) => stage !== "fetch");
    expect(stages.map(([, stage, title]) => [stage, title])).toEqual(reached);
    expect(stderr.trimEnd().split("\n")).toHaveLength(reached.length);

    expect(stdout.split("\n")[0]).toBe("edge.demo.learn.run.v1");
    const facts = new Map(
      [...stdout.matchAll(/^(\w+) {2,}(.+)$/gm)].map(([, name = "", value = ""]) => [name, value]),
    );
    expect(facts.get("sample")).toBe("service_fees");
    expect(facts.get("digest")).toBe(sha256(readFileSync(facts.get("artifact") ?? "")));
    expect(facts.get("raw_text_in_receipt")).toBe("false");
    const receipt = JSON.parse(readFileSync(facts.get("receipt") ?? "", "utf8"));
    expect(receipt.artifact_sha256).toBe(facts.get("digest"));
    expectNothingHalfWritten(data);

    expect(Number(facts.get("after_tool_calls"))).toBe(receipt.after_turn.tool_calls.length);

    // The command that it names works as it stands, from another folder.
    const next = await pasted(facts.get("next") ?? "", data, folder);
    expect(next.exit, next.stderr).toBe(0);
    expect(next.stdout).toMatch(/^edge\.demo\.chat\.run\.v1\n/);
    expect(next.stdout).toMatch(/^mode {2,}imprint$/m);
    expect(next.stdout).toMatch(/^prefill {2,}(\d+) tokens \(0 contract \+ \1 turn\)$/m);
  });

  it("A76 A89 prints one document with --json, and leaves one imprint of profile and tools, hash-first", async () => {
    const data = path.join(testFolder(), "data");
    const { exit, stdout, stderr } = await edge(data, learnArgv("--json"));
    expect(exit, stderr).toBe(0);
    const report = onlyDocument(stdout) as Record<string, Record<string, unknown>>;
    expect(report).toMatchObject({ schema_version: "edge.demo.learn.run.v1", ok: true, status: "completed" });
    expect(stderr).toMatch(/^\[learn:tools\]/);

    const runId = String(report.run_id);
    const digest = String(report.generation?.artifact_sha256);
    expect(filesBelow(data)).toEqual([
      `blobs/sha256/${digest.slice("sha256:".length)}`,
      expect.stringMatching(/^cache\//),
      `demo_runs/${runId}/learn_receipt.json`,
      `refs/${runId}.json`,
    ]);
    const artifact = readFileSync(String(report.generation?.artifact_path));
    expect(sha256(artifact)).toBe(digest);
    const header = parseHeader(decodeContainer(artifact).metadata.imprint);
    expect(header.contract?.tools.map(({ schema }) => schema.name)).toEqual(["calculate_fee", "hello_world"]);
    expect(header.profile_text).toContain(sample.records[0].text);
    expect(header.profile_text).toContain(sample.corrections[0].correction.text);

    const receiptText = readFileSync(String(report.receipt_path), "utf8");
    const receipt = JSON.parse(receiptText);
    expect(receipt).toMatchObject({
      schema_version: "edge.demo.learn.receipt.v1",
      run_id: runId,
      artifact_sha256: digest,
      artifact_size_bytes: artifact.length,
      metadata_sha256: sha256OfJson(header),
      profile_sha256: sha256(header.profile_text),
      prefix_token_count: header.prefix.token_count,
      model_sha256: sha256(readFileSync(inject("tinyModelPath"))),
      question_sha256: sha256(sample.question),
      sample_sha256: sha256OfJson(sample),
      tools_file_sha256: sha256(readFileSync(tools)),
      active_set_sha256: header.contract?.active_set_sha256,
      raw_text_included: false,
      network_used_during_demo: false,
    });
    for (const text of [sample.question, sample.records[0].text, sample.corrections[0].correction.text]) {
      expect(receiptText.includes(text)).toBe(false);
    }
    // The report may name the question: in the next command, which has to ask something.
    expect(JSON.stringify({ ...report, next_command: "" })).not.toContain(sample.question);
  });

  it("puts text into receipt and report where it was asked for", async () => {
    const data = path.join(testFolder(), "data");
    const { stdout } = await edge(data, learnArgv("--json", "--include-text", "--question", "How much?"));
    const report = onlyDocument(stdout);
    const receipt = JSON.parse(readFileSync(String(report.receipt_path), "utf8"));
    const told = { question: "How much?", raw_text_included: true, before_answer: expect.any(String) };
    expect(report).toMatchObject(told);
    expect(receipt).toMatchObject({ ...told, include_text_acknowledged: true });
    expect(receipt.before_answer_sha256).toBe(sha256(receipt.before_answer));
    expect(receipt.after_answer_sha256).toBe(sha256(receipt.after_answer));
  });

  it("names a next command that works from any folder, whatever the paths of this one were", async () => {
    const folder = testFolder();
    const data = path.join(folder, "data");
    const work = path.join(folder, "work");
    mkdirSync(work);
    copyFileSync(tools, path.join(work, "my tools.py"));
    copyFileSync(inject("tinyModelPath"), path.join(work, "tiny.gguf"));
    symlinkSync(python?.path ?? "", path.join(work, "py"));
    const argv = [
      "--tools",
      "my tools.py",
      "--model",
      "./tiny.gguf",
      "--python",
      "./py",
      "--max-tokens",
      "2",
    ];
    const { stdout } = await edge(data, ["demo", "learn", "run", ...argv, "--json"], { cwd: work });
    const { next_command } = onlyDocument(stdout) as Record<string, unknown>;
    expect(next_command).toContain(` --python ${path.join(work, "py")} `);
    const next = await pasted(String(next_command), data, folder, os.tmpdir());
    expect(next.exit, next.stderr).toBe(0);
    expect(next.stdout).toMatch(/^mode {2,}imprint$/m);
  });

  it("is as its answer afterwards is: a tool that fails makes exit 1, a report with the error, and a receipt", async () => {
    const folder = testFolder();
    const data = path.join(folder, "data");
    const failing = path.join(folder, "failing.py");
    // Asked like this, the tiny model calls this tool.
    writeFileSync(
      failing,
      'from edgestudio.tools import edge_tool\n@edge_tool\ndef hello_world() -> str:\n    raise ValueError("canary")\n',
    );
    const asked = ["--question", "Say hello again, please."];
    const argv = learnArgv("--json", ...asked).map((word) => (word === tools ? failing : word));
    const { exit, stdout } = await edge(data, argv);
    expect(exit).toBe(1);
    const report = onlyDocument(stdout);
    const status = "tool_execution_failed";
    const calls = [{ name: "hello_world", status, runner_secret_verified: true, result_sha256: null }];
    const afterwards = {
      answer_source: "safe_answer",
      tool_instruction_mode: "imprint",
      prefill: { prefix_tokens: 0 },
      call_gate: { decisions: [{ decision: "call" }] },
      tool_calls: calls,
    };
    expect(report).toMatchObject({
      ok: false,
      status,
      error: {
        code: status,
        message: expect.any(String),
        remediation: expect.any(String),
        detail: { tool: "hello_world" },
      },
      comparison: { after_tool_calls: 1 },
      after_turn: afterwards,
    });
    const receipt = readFileSync(String(report.receipt_path), "utf8");
    expect(JSON.parse(receipt)).toMatchObject({ status, after_tool_calls: 1, after_turn: afterwards });
    expect(stdout + receipt).not.toContain("canary");
    // The imprint is good all the same.
    const { exit: chatExit } = await edge(data, [
      ...[
        "demo",
        "chat",
        "--model",
        inject("tinyModelPath"),
        "--tools",
        failing,
        "--prompt",
        "x",
        "--max-tokens",
        "2",
      ],
      ...["--with-imprint", String(report.receipt_path), "--decoding", "free"],
    ]);
    expect(chatExit).toBe(0);
  });

  it("without tools learns the profile alone", async () => {
    const data = path.join(testFolder(), "data");
    const argv = ["demo", "learn", "run", "--model", inject("tinyModelPath"), "--max-tokens", "2", "--json"];
    const { exit, stdout } = await edge(data, argv);
    const report = onlyDocument(stdout);
    expect([exit, report.status]).toEqual([0, "completed"]);
    expect(report.tool_learning).toEqual({ tools_file_sha256: null, active_set_sha256: null });
    expect(report.after_turn).toMatchObject({ tool_calls: [], tool_instruction_mode: "imprint" });
  });

  it("A62b learns the chosen tools alone, and makes the same imprint again", async () => {
    const folder = testFolder();
    const argv = learnArgv("--tool", "calculate_fee", "--json");
    const digests: unknown[] = [];
    for (const place of ["one", "two"]) {
      const data = path.join(folder, place);
      const { stdout } = await edge(data, argv, { cwd: folder });
      const report = onlyDocument(stdout) as Record<string, Record<string, unknown>>;
      digests.push(report.generation?.artifact_sha256);
      expect(report.tool_learning?.tools).toEqual([
        { name: "calculate_fee", schema_sha256: expect.stringMatching(/^sha256:/) },
      ]);
      expect(String(report.next_command)).toContain(" --tool calculate_fee ");
    }
    expect(digests[0]).toBe(digests[1]);
  });
});
