import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { writeTinyModel } from "../../scripts/tiny-model.ts";
import { workFolder } from "../pipeline/real-runtime.ts";
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

describeWithPython("Ctrl-C in a learn run", () => {
  const stages = ["tools", "load", "before", "bake", "seal", "gate", "restore"];

  it.each(stages)("behind stage %s ends it: 130, no receipt, nothing half-written", async (stage) => {
    const data = path.join(testFolder(), "data");
    const run = await interrupted(data, new RegExp(`^\\[learn:${stage}\\]`, "m"), [
      "learn",
      "run",
      "--tools",
      tools,
    ]);
    expectTextError(run, "interrupted", 130);
    expect(run.stderr).not.toMatch(/^\[learn:receipt\]/m);
    expect(existsSync(path.join(data, "demo_runs"))).toBe(false);
    expectNothingHalfWritten(data);
  });

  it("behind the last answer ends it, or comes too late: then the receipt is whole", async () => {
    const data = path.join(testFolder(), "data");
    const { exit } = await interrupted(data, /^\[learn:after\]/m, ["learn", "run", "--tools", tools]);
    const receipts = filesBelow(data).filter((file) => file.endsWith("learn_receipt.json"));
    expect([
      [130, 0],
      [0, 1],
    ]).toContainEqual([exit, receipts.length]);
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
    const pidFile = path.join(folder, "pid");
    writeFileSync(
      slow,
      [
        "import os, sys, time",
        "from edgestudio.tools import edge_tool",
        `open(${JSON.stringify(pidFile)}, "w").write(str(os.getpid()))`,
        'sys.stderr.write("importing\\n")',
        "sys.stderr.flush()",
        "time.sleep(60)",
      ].join("\n"),
    );
    const start = Date.now();
    const run = await interrupted(data, /importing/, [...command, "--tools", slow]);
    expect(Date.now() - start).toBeLessThan(10_000);
    expectTextError(run, "interrupted", 130);
    expect(filesBelow(data)).toEqual([]);
    await expectGone(Number(readFileSync(pidFile, "utf8")));
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

/** The process is gone, or only waits to be reaped. */
async function expectGone(pid: number): Promise<void> {
  for (let tries = 0; tries < 40 && isAlive(pid); tries++) await pause(50);
  expect(isAlive(pid)).toBe(false);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, "latin1"));
}
