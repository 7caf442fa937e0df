import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, inject, it } from "vitest";
import type { CliIo } from "../../cli/command.ts";
import { runDialog } from "../../cli/dialog.ts";
import { callLine, chatText } from "../../cli/render/chat.ts";
import { ImprintError } from "../../errors/error.ts";
import { runChat } from "../../pipeline/run-chat.ts";
import { brokenOffRecord } from "../../pipeline/turn-record.ts";
import { systemClock } from "../../system/clock.ts";
import { contractOf, toolSchema } from "../pipeline/imprint-files.ts";
import { scriptedDeps, scriptedOptions } from "../pipeline/scripted-chat.ts";
import { ScriptedEngine } from "../scripted-engine.ts";
import { edge, edgeHere, expectTextError, testFolder } from "./edge-process.ts";

/** Clears the screen, names the window, and the same with C1; each of them a forged line too. */
const hostile = "\u001b[2J\u001b]0;owned\u0007\u009b2J\u007f\r";
const shown = "\\x1b[2J\\x1b]0;owned\\x07\\x9b2J\\x7f\\x0d";
const controls = /[^\P{Cc}\n\t]/u;

describe("text of a file cannot steer the terminal", () => {
  function receiptOf(schema: string): string {
    const receipt = path.join(testFolder(), "receipt.json");
    writeFileSync(receipt, JSON.stringify({ schema_version: schema }));
    return receipt;
  }
  const resume = (receipt: string, ...argv: string[]) =>
    edgeHere(path.join(testFolder(), "data"), [
      ...["demo", "chat", "--model", "none", "--prompt", "x", "--with-imprint", receipt],
      ...argv,
    ]);

  it("in an error, where it cannot forge a line either", async () => {
    const run = await resume(receiptOf(`${hostile}\nremediation: run this`));
    expectTextError(run, "unsupported_imprint_receipt_schema");
    expect(run.stderr).toContain(`${shown}\\x0aremediation: run this`);
    expect(run.stderr).not.toMatch(controls);
    expect(run.stderr.split("\n")).toHaveLength(3);
  });

  it("in a document, which stays what it says", async () => {
    const { stdout } = await resume(receiptOf(hostile), "--json");
    expect(stdout).not.toMatch(controls);
    expect(JSON.parse(stdout).error.message).toContain(hostile);
  });

  it("however long it is", async () => {
    const run = await resume(receiptOf("x".repeat(100_000)));
    expectTextError(run, "unsupported_imprint_receipt_schema");
    expect(run.stderr.length).toBeLessThan(5_000);
  });

  it("as the name of a model", async () => {
    const data = path.join(testFolder(), "data");
    mkdirSync(path.join(data, "models", hostile), { recursive: true });
    writeFileSync(path.join(data, "models", hostile, `${hostile}.gguf`), "GGUF");
    const { exit, stdout } = await edgeHere(data, ["models", "list"]);
    expect(exit).toBe(0);
    expect(stdout).toContain(`${shown}.gguf`);
    expect(stdout).not.toMatch(controls);
  });
});

it("the parser's hint stays in the line of its error", async () => {
  const run = await edgeHere(path.join(testFolder(), "data"), ["models", "list", "--jsno"]);
  expectTextError(run, "invalid_usage", 2);
  expect(run.stderr).toContain("(Did you mean --json?)");
  expect(run.stderr.split("\n")).toHaveLength(3);
});

describe("text of a model cannot steer the terminal", () => {
  const answer = `one\ttwo\n${hostile}three`;
  const printed = `one\ttwo\n${shown}three`;

  it("as the answer to a prompt, whose lines and tabs stay", async () => {
    const deps = scriptedDeps(new ScriptedEngine([answer]));
    const run = await runChat({ ...scriptedOptions(null), prompt: "x", includeText: false }, deps);
    const text = chatText(run);
    expect(text.endsWith(`\n\n${printed}`)).toBe(true);
    expect(text).not.toMatch(controls);
  });

  it("as an answer that is streamed in a conversation", async () => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const { env, cwd, signal, ...deps } = scriptedDeps(new ScriptedEngine([answer]));
    const io: CliIo = { env, cwd, clock: systemClock, signal, stdin, stdout, stderr };
    stdin.end("hello\n");
    await runDialog(io, scriptedOptions(null), false, { env, cwd, signal, ...deps });
    const screen = String(stdout.read());
    expect(screen).toContain(`assistant> ${printed}\n`);
    expect(screen).not.toMatch(controls);
  });

  it("as the arguments of a call", () => {
    const end = new ImprintError("interrupted", "interrupted");
    const tool = contractOf(toolSchema({ name: "echo" })).tool("echo");
    const line = callLine(brokenOffRecord({ toolName: "echo", arguments: { text: hostile } }, tool, end));
    expect(line).toMatch(/^echo \{"text":/);
    expect(line).not.toMatch(/\p{Cc}/u);
  });

  it("as what a learn run was asked and answered", async () => {
    const question = `one\n${hostile}two`;
    const model = ["--model", inject("tinyModelPath"), "--max-tokens", "8", "--include-text"];
    const argv = ["demo", "learn", "run", ...model, "--question", question];
    const { exit, stdout, stderr } = await edge(path.join(testFolder(), "data"), argv);
    expect(exit, stderr).toBe(0);
    // What is to be pasted stays what it was: the shell turns the octal digits back.
    const typed = "\\033[2J\\033]0;owned\\007\\302\\2332J\\177\\015";
    expect(stdout).toContain(`--prompt $'one\n${typed}two'\n`);
    expect(stdout + stderr).not.toMatch(controls);
  });
});
