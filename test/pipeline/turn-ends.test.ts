import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { sha256OfJson } from "../../imprint/hash.ts";
import { runChat } from "../../pipeline/run-chat.ts";
import type { DecodingMode, TurnEvents } from "../../pipeline/turn.ts";
import { callText, type Script, ScriptedEngine } from "../scripted-engine.ts";
import { describeWithPython, refusal, temporaryFolder, toolsFile } from "../tools/tool-files.ts";
import { scriptedChat, scriptedDeps, scriptedOptions } from "./scripted-chat.ts";

const decodings: DecodingMode[] = ["constrained", "free"];
const call = callText("fetch", { size: 6_000 });

/** A tool with a legal result of any size that says when it runs, and sleeps if asked to. */
function fetchTool() {
  const log = path.join(temporaryFolder(), "runs.txt");
  const content = `import time
@edge_tool
def fetch(size: int, seconds: int = 0) -> dict:
    with open(${JSON.stringify(log)}, "a") as f: f.write("ran\\n")
    time.sleep(seconds)
    return {"text": "x" * size}
`;
  return {
    content,
    log,
    runs: () => (existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0),
  };
}

/** One prompt from files to receipt; what it gave or threw, and the receipt it left. */
async function run(content: string, script: Script, events: (interrupt: () => void) => TurnEvents) {
  const engine = new ScriptedEngine(script);
  const interruption = new AbortController();
  const deps = { ...scriptedDeps(engine), signal: interruption.signal };
  const chat = { ...scriptedOptions(toolsFile(content)), prompt: "Fetch it.", includeText: false };
  const ended = await runChat(
    chat,
    deps,
    events(() => interruption.abort()),
  ).catch((error: unknown) => error);
  const file = path.join(deps.folders.runs, "edge-chat-1", "chat_receipt.json");
  const receipt = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  return { ended, file, receipt, runs: existsSync(deps.folders.runs) ? readdirSync(deps.folders.runs) : [] };
}

describeWithPython("a turn that breaks off behind a call", () => {
  it.each(decodings)("ends in a record when the result does not fit, decoding %s", async (decoding) => {
    const { content, runs } = fetchTool();
    const { ask, session } = await scriptedChat(content, [call, "Hello to you."], { decoding });
    const { turn, shown } = await ask("Fetch it.");
    expect(turn).toMatchObject({
      status: "context_too_small",
      answerSource: "safe_answer",
      answer: "I cannot answer that: the answer was not finished (context_too_small).",
      calls: [{ toolName: "fetch", status: "completed", runnerSecretVerified: true }],
    });
    expect([shown, runs()]).toEqual([turn.answer, 1]);
    expect(turn.error?.details.needed_tokens).toBeGreaterThan(6_000);
    // Neither the prompt nor the result stands in the way of the next prompt.
    expect(session.conversation.messages).toEqual([]);
    expect((await ask("Hello!")).turn).toMatchObject({ status: "completed", answer: "Hello to you." });
  });

  it("leaves a receipt with the call, and a report that says why", async () => {
    const { content } = fetchTool();
    const { ended, receipt } = await run(content, [call], () => ({}));
    expect(receipt).toMatchObject({
      status: "context_too_small",
      tool_calls: [{ name: "fetch", status: "completed", args_sha256: sha256OfJson({ size: 6_000 }) }],
    });
    expect(ended).toMatchObject({
      report: {
        ok: false,
        status: "context_too_small",
        error: {
          code: "context_too_small",
          message: expect.stringMatching(/^the conversation needs \d+ tokens/),
          remediation: expect.stringMatching(/larger context/),
          detail: { needed_tokens: expect.any(Number), context_tokens: expect.any(Number) },
        },
      },
    });
  });

  it("by Ctrl-C leaves its receipt and is interrupted", async () => {
    const { content, runs } = fetchTool();
    const small = callText("fetch", { size: 1 });
    const { ended, file, receipt } = await run(content, [small, "unreached"], (interrupt) => ({
      onOutcome: interrupt,
    }));
    expect(ended).toMatchObject({ code: "interrupted", details: { receipt_path: file } });
    expect(receipt).toMatchObject({
      status: "interrupted",
      answer_source: "safe_answer",
      tool_calls: [
        {
          name: "fetch",
          status: "completed",
          result_sha256: sha256OfJson({ text: "x" }),
          elapsed_ms: expect.any(Number),
        },
      ],
    });
    expect(runs()).toBe(1);
  });

  it("A18 A88 by Ctrl-C while the tool runs says that it may have run, and under which schema", async () => {
    const { content, log, runs } = fetchTool();
    const slow = { size: 1, seconds: 60 };
    const { ended, receipt } = await run(content, [callText("fetch", slow), "unreached"], (interrupt) => ({
      onCall: () => {
        const timer = setInterval(() => {
          if (!existsSync(log)) return;
          clearInterval(timer);
          interrupt();
        }, 20);
      },
    }));
    expect(isImprintError(ended, "interrupted")).toBe(true);
    expect(receipt).toMatchObject({
      status: "interrupted",
      tool_calls: [
        {
          name: "fetch",
          status: "interrupted",
          message: "broken off; the tool may have run",
          args_sha256: sha256OfJson(slow),
          result_sha256: null,
          tool_schema_sha256: receipt.tools[0].schema_sha256,
          runner_secret_verified: false,
          elapsed_ms: null,
        },
      ],
    });
    expect(runs()).toBe(1);
  });

  it("before any call leaves none", async () => {
    const { content, runs } = fetchTool();
    const ended = await run(content, ["Hello to you."], (interrupt) => ({ onText: interrupt }));
    expect(ended.ended).toMatchObject({ name: "AbortError" });
    expect([ended.runs, runs()]).toEqual([[], 0]);
  });
});

describe("a prompt that does not fit", () => {
  it("is refused and forgotten: the next one finds the conversation as it was", async () => {
    const script = ["Hello to you.", "Well."];
    const refused = await scriptedChat(null, script);
    const plain = await scriptedChat(null, script);
    for (const { ask } of [refused, plain]) await ask("Hello!");
    const before = refused.session.conversation.context.meter();
    expect(await refusal(refused.ask("y".repeat(5_000)))).toBe("context_too_small");
    expect(refused.session.conversation.context.meter()).toEqual(before);
    for (const { ask } of [refused, plain]) expect((await ask("How are you?")).turn.answer).toBe("Well.");
    expect(refused.engine.prompts).toEqual(plain.engine.prompts);
  });
});
