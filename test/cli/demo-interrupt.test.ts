import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { writeTinyModel } from "../../scripts/tiny-model.ts";
import { workFolder } from "../pipeline/real-runtime.ts";
import { newMark, processesWith } from "../tools/processes.ts";
import { describeWithPython } from "../tools/tool-files.ts";
import {
  edge,
  expectNothingHalfWritten,
  expectTextError,
  filesBelow,
  onlyDocument,
  root,
  testFolder,
} from "./edge-process.ts";

const tools = path.join(root, "samples/tools/first.py");
const place = workFolder();
const temp = path.join(place.path, "tmp");
/** As tiny as the others, but of many layers: every stage takes long enough to be interrupted in. */
const model = path.join(place.path, "deep.gguf");

beforeAll(async () => {
  mkdirSync(temp);
  await writeTinyModel(model, { layers: 12 });
});

afterAll(place.remove);

afterEach(() => {
  expect(readdirSync(temp).filter((name) => name.startsWith("edge-"))).toEqual([]);
});

/** Runs a command that gets Ctrl-C when its stderr matches. */
async function interrupted(data: string, interruptAt: RegExp, argv: string[], stdin?: null) {
  const env = { TMPDIR: temp };
  const input = stdin === undefined ? {} : { stdin };
  return edge(data, ["demo", ...argv, "--model", model], { interruptAt, env, ...input });
}

function learnReceipts(data: string): unknown[] {
  const files = filesBelow(data).filter((file) => file.endsWith("learn_receipt.json"));
  return files.map((file) => JSON.parse(readFileSync(path.join(data, file), "utf8")));
}

describeWithPython("Ctrl-C in a learn run", () => {
  const stages = ["tools", "load", "before", "bake", "seal", "gate", "restore"];

  it.each(stages)(
    "behind stage %s ends it: 130, no receipt where no call was made, nothing half-written",
    async (stage) => {
      const data = path.join(testFolder(), "data");
      const run = await interrupted(data, new RegExp(`^\\[learn:${stage}\\]`, "m"), [
        "learn",
        "run",
        "--tools",
        tools,
      ]);
      expectTextError(run, "interrupted", 130);
      expect(run.stderr).not.toMatch(/^\[learn:receipt\]/m);
      // Only a call that the answer afterwards had begun by then is on record.
      for (const receipt of learnReceipts(data)) {
        expect(stage).toBe("restore");
        expect(receipt).toMatchObject({
          status: "interrupted",
          after_turn: { tool_calls: [expect.anything()] },
        });
      }
      expectNothingHalfWritten(data);
    },
  );

  it("behind the last answer comes too late: what a tool did goes on record", async () => {
    const data = path.join(testFolder(), "data");
    const { exit } = await interrupted(data, /^\[learn:after\]/m, ["learn", "run", "--tools", tools]);
    expect(exit).toBe(0);
    expect(learnReceipts(data)).toMatchObject([{ status: "completed" }]);
    expectNothingHalfWritten(data);
  });

  it("while a tool runs ends it with 130, and the receipt says that it may have run", async () => {
    const folder = testFolder();
    const data = path.join(folder, "data");
    const slow = path.join(folder, "slow.py");
    writeFileSync(
      slow,
      [
        "import sys, time",
        "from edgestudio.tools import edge_tool",
        "@edge_tool",
        "def hello_world() -> str:",
        '    print("the tool runs", file=sys.stderr, flush=True)',
        "    time.sleep(60)",
      ].join("\n"),
    );
    // Asked like this, the tiny model calls this tool.
    const sample = path.join(root, "samples/learn/service_fees.json");
    const argv = ["demo", "learn", "run", "--sample-file", sample, "--tools", slow, "--json"];
    argv.push("--model", inject("tinyModelPath"), "--question", "Say hello again, please.");
    const { exit, stdout } = await edge(data, argv, { interruptAt: /the tool runs/, env: { TMPDIR: temp } });
    expect(exit).toBe(130);
    const [receipt] = learnReceipts(data);
    expect(receipt).toMatchObject({
      status: "interrupted",
      after_tool_calls: 1,
      after_turn: {
        answer_source: "safe_answer",
        tool_calls: [{ name: "hello_world", status: "interrupted" }],
      },
    });
    const { run_id } = receipt as { run_id: string };
    expect(onlyDocument(stdout)).toMatchObject({
      status: "interrupted",
      error: { detail: { receipt_path: path.join(data, "demo_runs", run_id, "learn_receipt.json") } },
    });
    expectNothingHalfWritten(data);
  });

  it("with --json is one document", async () => {
    const data = path.join(testFolder(), "data");
    const argv = ["learn", "run", "--tools", tools, "--json"];
    const { exit, stdout } = await interrupted(data, /^\[learn:load\]/m, argv);
    expect(exit).toBe(130);
    expect(onlyDocument(stdout)).toMatchObject({
      ok: false,
      status: "interrupted",
      error: { code: "interrupted" },
    });
    expect(filesBelow(data).filter((file) => !file.startsWith("cache/"))).toEqual([]);
  });
});

describeWithPython("Ctrl-C while a tools file is imported", () => {
  it.each([
    ["learn", "run"],
    ["chat", "--prompt", "x"],
  ])("of demo %s ends it at once, and its Python with it", async (...command) => {
    const folder = testFolder();
    const data = path.join(folder, "data");
    const slow = path.join(folder, "slow.py");
    const mark = newMark();
    writeFileSync(
      slow,
      [
        "import subprocess, sys",
        `child = subprocess.Popen(["sleep", "${mark}"])`,
        'sys.stderr.write("importing\\n")',
        "sys.stderr.flush()",
        "child.wait()",
      ].join("\n"),
    );
    const start = Date.now();
    const run = await interrupted(data, /importing/, [...command, "--tools", slow]);
    expect(Date.now() - start).toBeLessThan(10_000);
    expectTextError(run, "interrupted", 130);
    expect(filesBelow(data)).toEqual([]);
    await expect.poll(() => processesWith(mark)).toEqual([]);
  });
});

describe("Ctrl-C in a chat", () => {
  const long = "word ".repeat(400);

  it.each([
    ["while the model loads", /^\[chat:load\]/m],
    ["while it reads the prompt and answers", /^\[chat:ready\]/m],
  ])("%s: 130, no receipt", async (_when, interruptAt) => {
    const data = path.join(testFolder(), "data");
    const run = await interrupted(data, interruptAt, ["chat", "--prompt", long]);
    expectTextError(run, "interrupted", 130);
    expect(existsSync(path.join(data, "demo_runs"))).toBe(false);
    expectNothingHalfWritten(data);
  });

  it("that waits for a prompt: 130", async () => {
    const data = path.join(testFolder(), "data");
    const { exit, stderr } = await interrupted(data, /^\[chat:ready\]/m, ["chat", "--interactive"], null);
    expect(exit).toBe(130);
    expect(stderr).toMatch(/^edge: error: interrupted: /m);
    expect(existsSync(path.join(data, "demo_runs"))).toBe(false);
  });
});
