import { readFileSync, statSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { sha256, sha256OfJson } from "../../imprint/hash.ts";
import { openChat } from "../../pipeline/chat.ts";
import type { PipelineDeps } from "../../pipeline/deps.ts";
import { recordInteractiveTurn, runChat } from "../../pipeline/run-chat.ts";
import { callText, type Script, ScriptedEngine } from "../scripted-engine.ts";
import { describeWithPython, toolsFile } from "../tools/tool-files.ts";
import { type ScriptedChatOptions, scriptedDeps, scriptedOptions } from "./scripted-chat.ts";

const canary = "canary4711";
const echo = `@edge_tool
def echo(text: str) -> dict:
    if text == "fail": raise ValueError("${canary}")
    return {"said": "result-${canary}" + text}
@edge_tool
def spare() -> str: return ""
`;

type Json = Record<string, unknown>;
interface Recorded {
  receipt: Json;
  report: Json;
  raw: string;
  receiptPath: string;
  file: string | null;
  deps: PipelineDeps;
}

async function record(
  script: Script,
  options: ScriptedChatOptions & { includeText?: boolean; content?: string | null; prompt?: string } = {},
): Promise<Recorded> {
  const { content = echo, prompt = `say ${canary}`, includeText = false } = options;
  const file = content === null ? null : toolsFile(content);
  const deps = scriptedDeps(new ScriptedEngine(script));
  const chat = { ...scriptedOptions(file, options), prompt, includeText };
  const { report, receiptPath } = await runChat(chat, deps);
  const raw = readFileSync(receiptPath, "utf8");
  return { receipt: JSON.parse(raw), report: report as Json, raw, receiptPath, file, deps };
}

const callsOf = (document: Json) => document.tool_calls as Json[];

describeWithPython("a receipt", () => {
  const good = callText("echo", { text: canary });

  it("A87 A88 says what was frozen, and of each call what was measured", async () => {
    const { receipt, file } = await record([good, "Done."]);
    expect(receipt).toMatchObject({
      schema_version: "edge.demo.chat.receipt.v1",
      status: "completed",
      tool_instruction_mode: "hidden_turns",
      tools_file_sha256: sha256(readFileSync(String(file))),
      active_set_sha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      schema_generator_version: "edge.tools.schema_gen.v1",
      prompt_sha256: sha256(`say ${canary}`),
      answer_sha256: sha256("Done."),
      answer_tokens: 5,
      answer_source: "model",
      answer_cut: false,
      decoding: "constrained",
      network_used: false,
      raw_text_included: false,
    });
    const [echoTool] = (receipt.tools as Json[]).filter(({ name }) => name === "echo");
    expect(callsOf(receipt)).toEqual([
      {
        name: "echo",
        status: "completed",
        message: null,
        args_sha256: sha256OfJson({ text: canary }),
        result_sha256: sha256OfJson({ said: `result-${canary}${canary}` }),
        tool_schema_sha256: echoTool?.schema_sha256,
        runner_secret_verified: true,
        tools_file_sha256_verified: true,
        network_used_by_edge: false,
        isolation: {
          processes: expect.stringMatching(/^(pid_namespace|process_tree|process_group)$/),
          network: "host",
          network_proof_sha256: null,
        },
        siblings: [],
        elapsed_ms: expect.any(Number),
      },
    ]);
    expect((receipt.call_gate as Json).decisions).toEqual([
      { tool_name: "echo", log10_evidence: 3, decision: "call" },
      { tool_name: "echo", log10_evidence: 0, decision: "answer" },
    ]);
  });

  it.each([
    ["that failed in the tool", callText("echo", { text: "fail" }), "tool_execution_failed", true, true],
    ["that did not fit", callText("echo", { [canary]: canary }), "invalid_tool_args", false, true],
    ["of no tool", callText(canary, { text: canary }), "unknown_tool", false, false],
    ["that was none", `{"tool_name": "echo", "${canary}": 1}`, "malformed_tool_call", false, false],
  ])(
    "A18 A88 A89 has all fields of a call %s too, and none of its text",
    async (_, text, status, ran, named) => {
      // Under the gate no name but a tool's is written.
      const decoding = status === "unknown_tool" ? "free" : "constrained";
      const { receipt, report, raw } = await record([text, "Done."], { decoding });
      const [call] = callsOf(receipt);
      expect(call).toMatchObject({
        name: named ? "echo" : null,
        status,
        result_sha256: null,
        runner_secret_verified: ran,
        tools_file_sha256_verified: ran,
        network_used_by_edge: false,
      });
      expect(Object.keys(call ?? {}).sort()).toEqual([
        "args_sha256",
        "elapsed_ms",
        "isolation",
        "message",
        "name",
        "network_used_by_edge",
        "result_sha256",
        "runner_secret_verified",
        "siblings",
        "status",
        "tool_schema_sha256",
        "tools_file_sha256_verified",
      ]);
      expect(call?.args_sha256 === null).toBe(status === "malformed_tool_call");
      expect(call?.tool_schema_sha256 === null).toBe(!named);
      expect(raw).not.toContain(canary);
      expect(JSON.stringify(report)).not.toContain(canary);
    },
  );

  it("A89 holds no word of prompt, arguments, result or answer unless it was asked for", async () => {
    const answer = `It says result-${canary}.`;
    const silent = await record([good, answer]);
    expect(silent.raw).not.toContain(canary);
    expect(JSON.stringify(silent.report)).not.toContain(canary);

    const open = await record([good, answer], { includeText: true });
    for (const document of [open.receipt, open.report]) {
      expect(document).toMatchObject({ prompt: `say ${canary}`, answer, raw_text_included: true });
      expect(callsOf(document)[0]).toMatchObject({
        arguments: { text: canary },
        result: { said: `result-${canary}${canary}` },
      });
    }
    expect(open.receipt.include_text_acknowledged).toBe(true);
  });

  it("A67 lists the tools that were active, and no other", async () => {
    const { receipt } = await record(["Done."], { names: ["spare"] });
    expect((receipt.tools as Json[]).map(({ name }) => name)).toEqual(["spare"]);
    const both = await record(["Done."]);
    expect((both.receipt.tools as Json[]).map(({ name }) => name)).toEqual(["echo", "spare"]);
    expect(both.receipt.active_set_sha256).not.toBe(receipt.active_set_sha256);
  });

  it("A86 of a chat without tools claims none", async () => {
    const { receipt } = await record(["Done."], { content: null });
    expect(receipt).toMatchObject({ tool_instruction_mode: null, tool_calls: [], status: "completed" });
    expect(receipt).not.toHaveProperty("tools_file_sha256");
    expect(receipt).not.toHaveProperty("neural_imprint");
    expect(receipt.prefill).toMatchObject({ prefix_tokens: 0 });
  });

  it("counts the contract's tokens where there is no imprint", async () => {
    const { prefill } = (await record([good, "Done."])).receipt as { prefill: Record<string, number> };
    expect(prefill.evaluated_tokens).toBe((prefill.prefix_tokens ?? 0) + (prefill.turn_tokens ?? 0));
    expect(prefill.prefix_tokens).toBeGreaterThan(400);
    expect(prefill.turn_tokens).toBe(`<>user\nsay ${canary}<>\n<>assistant\n`.replaceAll("<>", ".").length);
  });

  it("is a private file with sorted keys in the run's own folder", async () => {
    const { receiptPath, raw, receipt, deps, report } = await record(["Done."]);
    expect(receiptPath).toBe(path.join(deps.folders.runs, "edge-chat-1", "chat_receipt.json"));
    expect(report).toMatchObject({ receipt_path: receiptPath, run_id: "edge-chat-1", ok: true });
    expect(statSync(receiptPath).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(receiptPath)).mode & 0o777).toBe(0o700);
    expect(Object.keys(receipt)).toEqual(Object.keys(receipt).sort());
    expect(raw.endsWith("}\n")).toBe(true);
  });

  it("says so when a socket was opened while it was made", async () => {
    const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const file = toolsFile(echo);
    const deps = scriptedDeps(new ScriptedEngine(["Done."]));
    const chat = { ...scriptedOptions(file), prompt: "hi", includeText: false };
    const connected = {
      ...deps,
      openEngine: async () => {
        const address = server.address();
        if (address === null || typeof address === "string") throw new Error("no port");
        connect(address.port, "127.0.0.1").on("error", () => {});
        return deps.openEngine();
      },
    };
    const { report } = await runChat(chat, connected);
    server.close();
    expect(report).toMatchObject({ network_used: true });
  });

  it("A18 of a prompt that failed names the code, and the report is not ok", async () => {
    const { receipt, report } = await record(Array(5).fill(callText("echo", {})));
    expect(receipt).toMatchObject({ status: "tool_call_limit_exceeded", answer_source: "safe_answer" });
    expect(report).toMatchObject({
      ok: false,
      status: "tool_call_limit_exceeded",
      error: {
        code: "tool_call_limit_exceeded",
        message: "the model wanted more than 4 calls for one prompt",
        remediation: expect.stringMatching(/\w/),
        detail: { limit: 4 },
      },
    });
    expect((await record(["Done."])).report).not.toHaveProperty("error");
  });
});

describe("the receipts of a conversation", () => {
  it("name their session and their place in it", async () => {
    const deps = scriptedDeps(new ScriptedEngine(["One.", "Two."]));
    const session = await openChat(scriptedOptions(null), deps);
    const receipts: Json[] = [];
    for (const [index, prompt] of ["first", "second"].entries()) {
      const turn = await session.ask(prompt);
      const place = { prompt, includeText: false, sessionId: "session-x", turnIndex: index + 1 };
      const file = await recordInteractiveTurn(session, turn, place, deps);
      expect(path.basename(path.dirname(file))).toBe(`session-x-turn-00${index + 1}`);
      receipts.push(JSON.parse(readFileSync(file, "utf8")));
    }
    expect(receipts).toMatchObject([
      { session_id: "session-x", turn_index: 1, history_turn_count: 0, prompt_sha256: sha256("first") },
      { session_id: "session-x", turn_index: 2, history_turn_count: 1, prompt_sha256: sha256("second") },
    ]);
  });

  it("cannot be written where the runs' folder is a file", async () => {
    const deps = scriptedDeps(new ScriptedEngine(["One."]));
    const blocked = { ...deps, folders: { ...deps.folders, runs: path.join(toolsFile(""), "runs") } };
    const chat = { ...scriptedOptions(null), prompt: "hi", includeText: false };
    await expect(runChat(chat, blocked)).rejects.toMatchObject({ code: "file_write_failed" });
  });
});
