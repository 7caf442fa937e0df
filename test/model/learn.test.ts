import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { decodeContainer } from "../../artifacts/safetensors.ts";
import { canonicalJson } from "../../imprint/canonical.ts";
import { sha256, sha256OfJson } from "../../imprint/hash.ts";
import { parseHeader } from "../../imprint/header.ts";
import { systemDeps } from "../../pipeline/deps.ts";
import { type LearnRun, learn, type StageRunner } from "../../pipeline/learn.ts";
import { writeLearnReceipt } from "../../pipeline/learn-record.ts";
import { runChat } from "../../pipeline/run-chat.ts";
import { systemClock } from "../../system/clock.ts";
import { workFolder } from "../pipeline/real-runtime.ts";
import { realModel, realModelPath } from "../real-model.ts";
import { describeWithPython, python } from "../tools/tool-files.ts";

const root = path.resolve(import.meta.dirname, "../..");
const sampleFile = path.join(root, "samples/learn/service_fees.json");
const sample = JSON.parse(readFileSync(sampleFile, "utf8"));
const tools = {
  surface: "python_file" as const,
  file: path.join(root, "samples/tools/first.py"),
  names: [],
  tags: [],
};
const folder = workFolder();

function depsAt(data: string) {
  const env = { ...process.env, EDGE_DATA_DIR: data };
  return systemDeps({ env, cwd: root, clock: systemClock, signal: new AbortController().signal });
}

const deps = depsAt(path.join(folder.path, "data"));
const stages: string[] = [];
let run: LearnRun;
let receiptPath: string;

beforeAll(async () => {
  if (realModelPath === undefined || python === null) return;
  const stage: StageRunner = (name, action) => {
    stages.push(name);
    return action(() => {});
  };
  const options = {
    sample: { sampleFile },
    modelRef: realModelPath,
    tools,
    question: null,
    maxTokens: null,
    prepare: false,
  };
  run = await learn(options, deps, stage);
  receiptPath = await writeLearnReceipt(run, false, deps);
});

afterAll(folder.remove);

describeWithPython("a learn run on SmolLM2-135M", () => {
  beforeEach((context) => {
    realModel(context);
  });

  it("goes through its stages in order", () => {
    expect(stages).toEqual(["tools", "load", "before", "bake", "seal", "gate", "restore", "after"]);
  });

  it("answers from a tool afterwards, which it could not before", () => {
    expect(run.before.calls).toEqual([]);
    expect(run.before.answer).not.toContain("3.6");
    expect(run.after.status).toBe("completed");
    expect(run.after.calls).toMatchObject([
      {
        toolName: "calculate_fee",
        status: "completed",
        arguments: { amount: 1200 },
        result: { fee: 3.6 },
        runnerSecretVerified: true,
        toolsFileSha256Verified: true,
      },
    ]);
    expect(run.after.answer).toContain("3.6");
    expect(run.after.answerSource).toBe("model");
  });

  it("evaluates its turn alone after the restore, and never the contract", () => {
    const { turnTokens } = run.after.prefill;
    expect(run.after.prefill).toEqual({ evaluatedTokens: turnTokens, turnTokens, prefixTokens: 0 });
    expect(turnTokens).toBeLessThan(run.sealed.header.prefix.token_count / 2);
  });

  it("A76 leaves one artifact that holds profile and tools, under a receipt whose hashes are true", async () => {
    const receipt = JSON.parse(readFileSync(receiptPath, "utf8"));
    const artifact = readFileSync(receipt.artifact_path);
    const header = parseHeader(decodeContainer(artifact).metadata.imprint);
    expect(receipt).toMatchObject({
      model_sha256: sha256(readFileSync(receipt.model_path)),
      artifact_sha256: sha256(artifact),
      artifact_size_bytes: artifact.length,
      metadata_sha256: sha256(canonicalJson(header)),
      sample_sha256: sha256OfJson(sample),
      question_sha256: sha256(sample.question),
      rpp_input_sha256: sha256OfJson(sample.records),
      correction_pack_sha256: sha256OfJson(sample.corrections),
      profile_sha256: sha256(header.profile_text),
      tools_file_sha256: sha256(readFileSync(tools.file)),
      active_set_sha256: header.contract?.active_set_sha256,
      before_answer_sha256: sha256(run.before.answer),
      after_answer_sha256: sha256(run.after.answer),
      answers_differ: true,
    });
    expect(header.contract?.tools.map(({ schema }) => schema.name)).toEqual(["calculate_fee", "hello_world"]);
    expect(header.profile_text).toBe(
      "[service_desk]\nThe user runs a small service desk and asks for exact fees.\n\n" +
        "[correction_profile_overlays]\nState the exact figure in one short sentence.",
    );
    const { digest } = run.sealed.descriptor;
    expect(await deps.store.list()).toMatchObject([{ name: run.runId, descriptor: { digest } }]);
    expect(sha256(await deps.store.get(digest))).toBe(digest);
  });

  it("A78 A80 is resumed by a later chat with the same call, without an instruction", async () => {
    const later = depsAt(path.join(folder.path, "later"));
    const options = { modelRef: realModelPath ?? "", tools, decoding: "constrained", maxTokens: 64 } as const;
    const prompt = { prompt: sample.question, includeText: false };
    const restored = await runChat({ ...options, ...prompt, withImprint: receiptPath }, later);
    expect(restored.turn.answer).toBe(run.after.answer);
    expect(restored.report).toMatchObject({
      tool_instruction_mode: "imprint",
      prefill: { prefix_tokens: 0 },
      tool_calls: [{ name: "calculate_fee", runner_secret_verified: true, network_used_by_edge: false }],
      neural_imprint: { artifact_sha256: run.sealed.descriptor.digest },
    });
    expect(await later.store.list()).toEqual([]);
  });
});
