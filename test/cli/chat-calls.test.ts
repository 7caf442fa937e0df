import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ErrorCode } from "../../errors/codes.ts";
import { sha256, sha256OfJson } from "../../imprint/hash.ts";
import { limits } from "../../imprint/limits.ts";
import { callText, type Script } from "../scripted-engine.ts";
import { describeWithPython, python, temporaryFolder, toolsFile } from "../tools/tool-files.ts";
import { root } from "./edge-process.ts";
import { scriptedChatRun } from "./scripted-edge.ts";

/** A tools file whose tools leave a line in a log each time that they run. */
function logging(body: string, decorator = "@edge_tool") {
  const log = path.join(temporaryFolder(), "log.txt");
  const note = (word: string) => `with open(${JSON.stringify(log)}, "a") as f: f.write("${word}\\n")`;
  const tools = `${note("top")}
${decorator}
def fee(amount: float) -> dict:
    ${note("fee")}
    ${body}
@edge_tool
def other(amount: float) -> dict:
    ${note("other")}
    return {"other": amount}
`;
  const logged = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
  return { tools, runs: () => logged().filter((word) => word !== "top"), logged };
}

const feeTools = () => logging('return {"fee": amount * 0.003}');
const call = (amount: unknown = 250) => callText("fee", { amount });
const other = callText("other", { amount: 1 });
const statuses = ({ receipt }: { receipt: { tool_calls: readonly { status?: unknown }[] } | null }) =>
  receipt?.tool_calls.map(({ status }) => status);
const decodings = [["constrained"], ["free"]];

describeWithPython("a model that misbehaves, through edge demo chat", () => {
  it.each([
    ["an extra key", '{"tool_name": "fee", "arguments": {"amount": 250}, "id": 1}'],
    ["an array", `[${call()}]`],
    ["two objects", `${call()}${call(400)}`],
    ["prose around it", `I call it: ${call()} Done.`],
  ])("A9 runs nothing for %s", async (_what, text) => {
    const { tools, runs } = feeTools();
    const run = await scriptedChatRun(tools, [text, "Then not."], { argv: ["--decoding", "free"] });
    expect([run.exit, run.report.status, statuses(run), runs()]).toEqual([
      0,
      "completed",
      ["malformed_tool_call"],
      [],
    ]);
    expect(run.engine.prompts[1]).toContain('"error":"malformed_tool_call"');
  });

  it.each(decodings)("A10 runs no tool outside of the --tool choice, decoding %s", async (decoding) => {
    const { tools, runs } = feeTools();
    const argv = ["--tool", "fee", "--decoding", decoding];
    const run = await scriptedChatRun(tools, [other, "I cannot."], { argv });
    expect([run.exit, runs()]).toEqual([0, []]);
    // Under the gate only tools of the choice are weighed, and the grammar knows no other.
    if (decoding === "constrained") return expect(statuses(run)).toEqual([]);
    expect(statuses(run)).toEqual(["unknown_tool"]);
    expect(run.receipt?.tool_calls[0]).toMatchObject({
      message: "there is no such tool; the tools are: fee",
      runner_secret_verified: false,
    });
  });

  it.each([
    ["an unknown", { amount: 250, tip: 1 }],
    ["a missing", {}],
    ["a mistyped", { amount: "250" }],
  ])(
    "A11 A94 with %s argument is told, and runs the tool once when it is right then",
    async (_what, args) => {
      const { tools, runs } = feeTools();
      const script = [callText("fee", args), call(), "It is 0.75."];
      const run = await scriptedChatRun(tools, script, { argv: ["--include-text"] });
      expect(run).toMatchObject({ exit: 0, report: { status: "completed", answer: "It is 0.75." } });
      expect([statuses(run), runs()]).toEqual([["invalid_tool_args", "completed"], ["fee"]]);
      expect(run.receipt?.tool_calls.map(({ args_sha256 }) => args_sha256)).toEqual([
        sha256OfJson(args),
        sha256OfJson({ amount: 250 }),
      ]);
    },
  );

  it.each(decodings)("A12 has four calls for a prompt and no fifth, decoding %s", async (decoding) => {
    const { tools, runs } = feeTools();
    const script = [1, 2, 3, 4, 5].map(call);
    const run = await scriptedChatRun(tools, script, { argv: ["--decoding", decoding] });
    expect([run.exit, run.report.status, runs().length]).toEqual([1, "tool_call_limit_exceeded", 4]);
    expect(statuses(run)).toEqual(Array(limits.toolCallsPerPromptCount).fill("completed"));
    expect(run.receipt).toMatchObject({ status: "tool_call_limit_exceeded", answer_source: "safe_answer" });
  });
});

describeWithPython("a tool that does not deliver, through edge demo chat", () => {
  const id = `{"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": False}`;
  it.each<[string, ErrorCode, string, string?]>([
    ["A43 raises", "tool_execution_failed", 'raise ValueError("canary4711")'],
    ["A39 gives a set", "unsupported_tool_result", 'return {"canary4711"}'],
    ["A39 gives an object", "unsupported_tool_result", 'return {"canary4711": object()}'],
    ["A39 gives no number", "unsupported_tool_result", 'return {"canary4711": float("nan")}'],
    ["A39b gives an unsafe integer", "unsupported_tool_result", 'return {"canary4711": 9007199254740993}'],
    ["A38 says too much", "tool_result_oversized", `return {"x": "canary4711" * ${limits.toolResultBytes}}`],
    [
      "A16 breaks its schema at level read",
      "tool_result_schema_mismatch",
      'return {"id": ["canary4711"]}',
      `@edge_tool(output_schema=${id})`,
    ],
    [
      "A41 breaks its schema and would be delivered",
      "tool_result_schema_mismatch",
      'return {"id": "canary4711", "more": 1}',
      `@edge_tool(execution_level="prepare", return_direct=True, output_schema=${id})`,
    ],
  ])("A18 and %s: a safe answer, and the model hears no more", async (_what, code, body, decorator) => {
    const { tools, runs } = logging(body, decorator);
    const run = await scriptedChatRun(tools, [call(), "unreached"], { argv: ["--include-text"] });
    expect([run.exit, run.report.status, runs()]).toEqual([1, code, ["fee"]]);
    expect(run.receipt).toMatchObject({
      status: code,
      answer_source: "safe_answer",
      answer: `I cannot answer that: the tool fee did not give a result (${code}).`,
      tool_calls: [{ status: code, message: expect.stringMatching(/\w/), result: null }],
    });
    expect(run.engine.unusedTurns).toBe(1);
    expect(`${run.stdout}${JSON.stringify(run.receipt)}`).not.toMatch(/canary4711|Traceback/);
  });
});

describeWithPython("a tool that delivers, through edge demo chat", () => {
  it("A44 an empty finding goes back to the model like any result", async () => {
    const run = await scriptedChatRun(logging('return {"matches": []}').tools, [call(), "There is none."]);
    expect([run.exit, statuses(run)]).toEqual([0, ["completed"]]);
    expect(run.engine.prompts[1]).toContain('<|im_start|>tool\n{"matches":[]}<|im_end|>');
  });

  it("A17 two tools in one prompt, each result in the model's sight", async () => {
    const { tools, runs } = feeTools();
    const run = await scriptedChatRun(tools, [call(), other, "Both."]);
    expect(run.receipt?.tool_calls.map(({ name }) => name)).toEqual(["fee", "other"]);
    expect(runs()).toEqual(["fee", "other"]);
    expect(run.engine.prompts[2]).toContain('{"fee":0.75}');
  });

  it("A15 A72 runs the top level anew and one function a call, without state in between", async () => {
    const { tools, logged } = logging(
      "global made; made += 1; return {'made': made}",
      "made = 0\n@edge_tool",
    );
    const run = await scriptedChatRun(tools, [call(1), call(2), "Twice."], { argv: ["--include-text"] });
    expect(run.receipt?.tool_calls.map(({ result }) => result)).toEqual([{ made: 1 }, { made: 1 }]);
    expect(logged()).toEqual(["top", "top", "fee", "top", "fee"]);
  });

  it("A42 A46 a prepared draft is the answer as it is, with no further token", async () => {
    const script = [callText("prepare_order", { order_id: "A-1" }), "I rewrite that."];
    const tools = path.join(root, "samples/tools/orders.py");
    const run = await scriptedChatRun(tools, script, { argv: ["--include-text"] });
    expect(run.receipt).toMatchObject({
      answer: '{"order_id":"A-1","status":"prepared"}',
      answer_source: "tool",
      answer_tokens: 0,
    });
    expect(run.engine.unusedTurns).toBe(1);
  });

  it.each([
    ["A65 tier pro", { amount: 400, tier: "pro" }, { fee: 0.8 }],
    ["A30 the default tier", { amount: 400 }, { fee: 1.2 }],
  ])("%s of the sample's fee_quote", async (_what, args, result) => {
    const tools = path.join(root, "samples/tools/orders.py");
    const script = [callText("fee_quote", args), "Here it is."];
    const run = await scriptedChatRun(tools, script, { argv: ["--include-text"] });
    expect([run.exit, run.receipt?.tool_calls[0]?.result]).toEqual([0, result]);
    expect(run.receipt?.tool_calls[0]?.result_sha256).toBe(sha256OfJson(result));
  });

  it("A13 A19 runs in Python alone: never in the CLI's process, and every load of the file is one", async () => {
    const log = path.join(temporaryFolder(), "processes.txt");
    const tools = `import json, os, sys
def here(): return {"pid": os.getpid(), "program": os.readlink("/proc/self/exe"), "argv": sys.argv}
with open(${JSON.stringify(log)}, "a") as f: f.write(json.dumps(here()) + "\\n")
print(sys.executable, file=sys.stderr)
@edge_tool
def where() -> dict: return here()
`;
    const file = toolsFile(tools);
    const run = await scriptedChatRun(file, [callText("where", {}), "Done."], { argv: ["--include-text"] });
    const loads = readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([...loads, run.receipt?.tool_calls[0]?.result]).toHaveLength(3);
    for (const { program, argv } of loads) {
      expect(path.basename(program)).toMatch(/^python3/);
      expect(argv).toEqual([file]);
    }
    expect(loads[1]).toEqual(run.receipt?.tool_calls[0]?.result);
    expect(run.stderr.split("\n").filter((line) => line === python?.path)).toHaveLength(2);
  });

  it("A90 may use the network: what the receipt says is about edge alone", async () => {
    const tools = `import socket
@edge_tool
def connect() -> bool:
    server = socket.create_server(("127.0.0.1", 0))
    with socket.create_connection(server.getsockname()) as client: return client.fileno() > 0
`;
    const run = await scriptedChatRun(tools, [callText("connect", {}), "Done."], {
      argv: ["--include-text"],
    });
    const [made] = run.receipt?.tool_calls ?? [];
    expect(made).toMatchObject({ result: { result: true }, network_used_by_edge: false });
    expect(run.receipt?.network_used).toBe(false);
    const claims = JSON.stringify(run.receipt).match(/"\w*(?:network|socket|offline|sandbox|confine)\w*"/g);
    const aboutEdgeOrIsolation = ["network", "network_proof_sha256", "network_used", "network_used_by_edge"];
    expect((claims ?? []).filter((key) => !aboutEdgeOrIsolation.includes(JSON.parse(key)))).toEqual([]);
    expect((made?.isolation as { network?: string } | null)?.network ?? "host").toBe("host");
  });

  it("A73 may print whatever it likes: stdout is the one document", async () => {
    const tools = `import os, sys
print('{"ok": true}')
os.write(1, b"on the descriptor\\n")
@edge_tool
def noisy() -> str:
    print('{"ok": false}'); os.write(1, b"again\\n"); sys.stdout.flush()
    return "quiet"
`;
    const run = await scriptedChatRun(tools, [callText("noisy", {}), "Done."]);
    expect([run.exit, run.report.status]).toEqual([0, "completed"]);
    for (const printed of ['{"ok": true}', "on the descriptor", '{"ok": false}', "again"])
      expect(run.stderr).toContain(printed);
  });
});

describeWithPython("a tools file, through edge demo chat", () => {
  it("A7 is frozen before the model is there: an edit meanwhile is tools_file_changed", async () => {
    const { tools, runs } = feeTools();
    const file = toolsFile(tools);
    const frozen = sha256(readFileSync(file));
    const run = await scriptedChatRun(file, [call(), "unreached"], {
      whileLoading: () => appendFileSync(file, "# edited\n"),
    });
    expect([run.exit, statuses(run), runs()]).toEqual([1, ["tools_file_changed"], []]);
    expect(run.receipt).toMatchObject({ tools_file_sha256: frozen, active_set_sha256: expect.any(String) });
    expect(run.receipt?.tool_calls[0]).toMatchObject({ tools_file_sha256_verified: false });
  });

  it("A14 is compared before each call: one that rewrites itself runs once", async () => {
    const { tools, runs } = logging('open(__file__, "a").write("#\\n"); return {"fee": 1}');
    const run = await scriptedChatRun(tools, [call(1), call(2), "unreached"]);
    expect([statuses(run), runs()]).toEqual([["completed", "tools_file_changed"], ["fee"]]);
  });

  it("A8 A86 is looked for only where --tools says", async () => {
    const file = toolsFile("raise SystemExit('this file was run')\n");
    const run = await scriptedChatRun(null, ["Hello."], { cwd: path.dirname(file) });
    expect(run).toMatchObject({ exit: 0, receipt: { tool_instruction_mode: null, tool_calls: [] } });
    expect(run.receipt).not.toHaveProperty("tools_file_sha256");
    expect(run.engine.prompts[0]).not.toContain("tool_name");
    const withTools = await scriptedChatRun(feeTools().tools, ["Hello."]);
    expect(withTools.receipt).toMatchObject({ tool_instruction_mode: "hidden_turns" });
    expect(withTools.engine.prompts[0]).toContain('{"tool_name": "<name>", "arguments": {<arguments>}}');
  });
});

describe("the script", () => {
  it("is followed to its end by none of these tests by accident: a turn too many is an error", async () => {
    const none: Script = [];
    const run = await scriptedChatRun(null, none);
    expect([run.exit, run.report.status]).toEqual([1, "internal_error"]);
  });
});
