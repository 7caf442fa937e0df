import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, inject, it } from "vitest";
import { sha256 } from "../../imprint/hash.ts";
import { feeTools } from "../pipeline/scripted-eval.ts";
import { describeWithPython, python, toolsFile } from "../tools/tool-files.ts";
import { edge, edgeHere, expectTextError, filesBelow, onlyDocument, testFolder } from "./edge-process.ts";

/** Six steps on the slow backend that is always there. */
function trainArgv(...more: string[]): string[] {
  return [
    ...["imprint", "train", "--tools", toolsFile(feeTools), "--model", inject("tinyModelPath")],
    ...["--backend", "wasm", "--steps", "6", "--rows", "12"],
    ...(python === null ? [] : ["--python", python.path]),
    ...more,
  ];
}

describeWithPython("edge imprint train", () => {
  it("shows each step, and leaves a trained imprint from which a chat resumes", async () => {
    const data = path.join(testFolder(), "data");
    const argv = trainArgv();
    const { exit, stdout, stderr } = await edge(data, argv);
    expect(exit, stderr).toBe(0);
    expect(stderr).toMatch(/^\[train:step\] start: validation \d+\.\d{3}, \d+ of \d+ sure$/m);
    expect(stderr).toMatch(/^\[train:step\] 1\/6 loss \d+\.\d{3}; \d+ tokens\/s; \d+ (s|min) left$/m);
    expect(stderr).toMatch(/^\[train:step\] 6\/6 loss .*; validation .* sure/m);
    expect(stdout).toMatch(/^trained imprint sha256:[0-9a-f]{64}$/m);
    expect(stdout).toMatch(/^ {2}backend {4}wasm \(@tensorflow\/tfjs-backend-wasm /m);
    const imprint = /^ {2}imprint {4}(.+)$/m.exec(stdout)?.[1] ?? "";
    const tools = argv.slice(argv.indexOf("--tools"), argv.indexOf("--backend"));
    const chat = [
      "demo",
      "chat",
      "--with-imprint",
      imprint,
      ...tools,
      "--prompt",
      "Hello",
      "--max-tokens",
      "4",
    ];
    const pythonArgv = python === null ? [] : ["--python", python.path];
    const resumed = await edge(data, [...chat, ...pythonArgv, "--json"]);
    expect(onlyDocument(resumed.stdout)).toMatchObject({ tool_instruction_mode: "imprint" });
  });

  it("with --json prints one document, which lies beside the checkpoint", async () => {
    const data = path.join(testFolder(), "data");
    const { stdout } = await edge(data, trainArgv("--json"));
    const document = onlyDocument(stdout) as unknown as {
      artifact: { artifact_path: string; artifact_sha256: string };
      paths: { folder: string; steps: string };
    };
    expect(document).toMatchObject({
      schema_version: "edge.imprint.train.run.v1",
      artifact: { artifact_kind: "trained" },
      training: { recipe_version: "edge.training.v1", steps_count: 6 },
      backend: { name: "wasm" },
    });
    const { artifact, paths } = document;
    expect(sha256(readFileSync(artifact.artifact_path))).toBe(artifact.artifact_sha256);
    expect(filesBelow(paths.folder)).toEqual(["checkpoint.safetensors", "steps.jsonl", "training_run.json"]);
    const receipt = JSON.parse(readFileSync(path.join(paths.folder, "training_run.json"), "utf8"));
    expect(receipt).toEqual(document);
    expect(readFileSync(paths.steps, "utf8").trimEnd().split("\n")).toHaveLength(6);
  });

  it("after Ctrl-C exits 130 with a checkpoint, and --resume comes to the bytes of an unbroken run", async () => {
    const data = path.join(testFolder(), "data");
    const argv = trainArgv();
    const stopped = await edge(data, argv, { interruptAt: /^\[train:step\] 2\/6/m });
    expect(stopped.exit, stopped.stderr).toBe(130);
    expect(stopped.stderr).toContain("the same command with --resume goes on");
    const resumed = await edge(data, [...argv, "--resume"]);
    expect(resumed.stderr).not.toContain("[train:step] 1/6");
    const whole = await edge(path.join(testFolder(), "other"), argv);
    const digest = (stdout: string) => /sha256:[0-9a-f]{64}/.exec(stdout)?.[0];
    expect(digest(resumed.stdout)).toMatch(/^sha256:/);
    expect(digest(resumed.stdout)).toBe(digest(whole.stdout));
  });

  it("without a checkpoint --resume is refused", async () => {
    const data = path.join(testFolder(), "data");
    const run = await edge(data, trainArgv("--resume"));
    expect(run.stderr).toContain("edge: error: invalid_training_checkpoint:");
    expect(run.exit).toBe(1);
    expect(existsSync(path.join(data, "blobs"))).toBe(false);
  });
});

describe("a command line of edge imprint train that does not hold together", () => {
  it.each([
    ["no tools", []],
    ["no steps", ["--tools", "tools.py", "--steps", "0"]],
    ["a rate that is none", ["--tools", "tools.py", "--rate", "fast"]],
    ["an unknown backend", ["--tools", "tools.py", "--backend", "abacus"]],
  ])("%s: exit 2", async (_, argv) => {
    const data = path.join(testFolder(), "data");
    expectTextError(await edgeHere(data, ["imprint", "train", ...argv]), "invalid_usage", 2);
    expect(filesBelow(data)).toEqual([]);
  });
});
