import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, type TestContext } from "vitest";
import { shellWord } from "../../errors/printable.ts";
import { sha256, sha256OfJson } from "../../imprint/hash.ts";
import { edgeArgv, root } from "../cli/edge-process.ts";
import { realModel } from "../real-model.ts";
import { describeWithPython, toolsFile } from "../tools/tool-files.ts";

const samples = path.join(root, "samples/tools");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "chat-model-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The receipts that this run wrote, in order. */
  readonly receipts: Receipt[];
}

interface Receipt {
  readonly [key: string]: unknown;
  readonly tool_calls: { readonly [key: string]: unknown }[];
  readonly prefill: { evaluated_tokens: number; turn_tokens: number; prefix_tokens: number };
}

/** `edge demo chat` in a process of its own, with a data folder of its own. */
function chat(context: TestContext, argv: string[], options: { input?: string } = {}): Run {
  const model = realModel(context);
  const data = mkdtempSync(path.join(folder, "data-"));
  const [program = "", ...args] = [...edgeArgv, "demo", "chat", "--model", model, ...argv];
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env: { ...process.env, EDGE_DATA_DIR: data },
    encoding: "utf8",
    ...options,
  });
  return { exit: status, stdout, stderr, receipts: receiptsIn(path.join(data, "demo_runs")) };
}

function receiptsIn(runs: string): Receipt[] {
  const folders = readdirSync(runs).sort();
  return folders.map((run) => JSON.parse(readFileSync(path.join(runs, run, "chat_receipt.json"), "utf8")));
}

describeWithPython("edge demo chat with SmolLM2", () => {
  it("A3 the seed's first command states the exact fee, with one call in the receipt", (context) => {
    const prompt = "Use the calculate_fee tool for amount 250. State the exact fee.";
    const tools = path.join(samples, "first.py");
    const { exit, stdout, receipts } = chat(context, ["--tools", tools, "--prompt", prompt]);
    expect(exit).toBe(0);
    expect(stdout.trimEnd().split("\n\n").at(-1)).toContain("0.75");
    expect(receipts).toHaveLength(1);
    expect(receipts[0]).toMatchObject({ status: "completed", tool_instruction_mode: "hidden_turns" });
    expect(receipts[0]?.tool_calls).toMatchObject([
      {
        name: "calculate_fee",
        status: "completed",
        args_sha256: sha256OfJson({ amount: 250 }),
        result_sha256: sha256OfJson({ fee: 0.75 }),
        runner_secret_verified: true,
        tools_file_sha256_verified: true,
      },
    ]);
  });

  it("A48 A49 A50 cancels an order only when the command that it prints is run, and only once", (context) => {
    const tools = path.join(samples, "cancel.py");
    const { exit, stdout } = chat(context, ["--tools", tools, "--prompt", "Cancel order A-1042.", "--json"]);
    const report = JSON.parse(stdout);
    expect([exit, report.status]).toEqual([1, "tool_confirmation_required"]);
    const effect = path.join(folder, "cancelled.txt");
    expect(existsSync(effect)).toBe(false);
    const script = `edge() { ${edgeArgv.map(shellWord).join(" ")} "$@"; }\n${report.confirmation_command}`;
    const confirm = () => spawnSync("sh", ["-c", script], { encoding: "utf8" });
    const confirmed = JSON.parse(confirm().stdout);
    expect(confirmed).toMatchObject({ ok: true, result: { order_id: "A-1042", status: "cancelled" } });
    expect(confirmed.args_sha256).toBe(report.tool_calls[0].args_sha256);
    expect(JSON.parse(confirm().stdout).status).toBe("confirmation_token_claimed");
    expect(readFileSync(effect, "utf8")).toBe("A-1042\n");
  });

  it("A65 quotes 400 for the tier pro at 0.8, and the contract's tokens are in the count", (context) => {
    const argv = ["--tools", path.join(samples, "orders.py"), "--include-text", "--json"];
    const { exit, stdout, receipts } = chat(context, [
      ...argv,
      "--prompt",
      "Quote the fee for amount 400, tier pro.",
    ]);
    expect(exit).toBe(0);
    const report = JSON.parse(stdout) as Receipt;
    expect(report).toMatchObject({ ok: true, schema_version: "edge.demo.chat.run.v1" });
    expect(report.tool_calls).toHaveLength(1);
    expect(report.tool_calls[0]).toMatchObject({
      name: "fee_quote",
      arguments: { amount: 400, tier: "pro" },
      result: { fee: 0.8 },
    });
    const { prefill } = receipts[0] as Receipt;
    expect(prefill.prefix_tokens).toBeGreaterThan(200);
    expect(prefill.evaluated_tokens).toBe(prefill.prefix_tokens + prefill.turn_tokens);
    // Without tools there is nothing but the turn.
    const bare = chat(context, ["--prompt", "Quote the fee for amount 400, tier pro.", "--max-tokens", "4"]);
    expect(bare.receipts[0]?.prefill.prefix_tokens).toBe(0);
    expect(bare.receipts[0]?.prefill.evaluated_tokens).toBeLessThan(prefill.prefix_tokens);
  });

  it("small talk calls nothing", (context) => {
    const tools = path.join(samples, "first.py");
    const argv = ["--tools", tools, "--tool", "calculate_fee", "--max-tokens", "40", "--json"];
    const { exit, receipts } = chat(context, [...argv, "--prompt", "What is the capital of France?"]);
    expect(exit).toBe(0);
    expect(receipts[0]).toMatchObject({ status: "completed", answer_source: "model", tool_calls: [] });
  });

  it("a conversation of two turns answers both and writes a receipt for each", (context) => {
    const input = "What is the capital of France?\n\nAnd of Italy?\n/exit\nnever asked\n";
    const { exit, stdout, receipts } = chat(context, ["--interactive", "--max-tokens", "24"], { input });
    expect(exit).toBe(0);
    const answers = [...stdout.matchAll(/assistant> ([\s\S]*?)\nyou> /g)].map(([, answer = ""]) =>
      answer.trim(),
    );
    expect(answers).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
    expect(receipts.map(({ answer_sha256 }) => answer_sha256)).toEqual(
      answers.map((answer) => sha256(answer)),
    );
    expect(receipts.map(({ turn_index, history_turn_count }) => [turn_index, history_turn_count])).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(receipts[0]?.session_id).toBe(receipts[1]?.session_id);
    // The second turn evaluates itself, not the first one again.
    expect(receipts[1]?.prefill.evaluated_tokens).toBeLessThan(30);
  });

  it("A73 a tool that prints leaves stdout to the one document", (context) => {
    const tools = toolsFile(`import os, sys
print("noise at import")
os.write(1, b"noise on the descriptor\\n")
@edge_tool(description="Compute the service fee for an amount.")
def calculate_fee(amount: float) -> dict:
    print("noise in the call")
    return {"fee": amount * 0.003}
`);
    const prompt = "Use the calculate_fee tool for amount 250. State the exact fee.";
    const { exit, stdout, stderr } = chat(context, ["--tools", tools, "--prompt", prompt, "--json"]);
    expect(exit).toBe(0);
    const report = JSON.parse(stdout) as Receipt;
    expect(report.tool_calls).toMatchObject([{ name: "calculate_fee", status: "completed" }]);
    expect(stderr).toContain("noise in the call");
    expect(stderr).toContain("noise on the descriptor");
  });

  it("A43 a tool that raises ends with exit 1, a safe answer and no traceback on stdout", (context) => {
    const tools = toolsFile(`@edge_tool(description="Compute the service fee for an amount.")
def calculate_fee(amount: float) -> dict:
    raise RuntimeError("canary4711")
`);
    const prompt = "Use the calculate_fee tool for amount 250. State the exact fee.";
    const { exit, stdout, stderr, receipts } = chat(context, [
      "--tools",
      tools,
      "--prompt",
      prompt,
      "--json",
    ]);
    expect(exit).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, status: "tool_execution_failed" });
    expect(stdout).not.toMatch(/canary4711|Traceback/);
    expect(stderr).toContain("canary4711");
    expect(JSON.stringify(receipts)).not.toContain("canary4711");
  });

  it("A75 a conversation whose file is edited refuses the next call; a new one works", (context) => {
    const source = readFileSync(path.join(samples, "first.py"), "utf8");
    const edited = path.join(folder, "edited.py");
    // The first call edits the file, as a user's editor would while the session runs.
    const selfEditing = source.replace(
      '    return {"fee"',
      '    open(__file__, "a").write("# edited\\n")\n    return {"fee"',
    );
    writeFileSync(edited, selfEditing);
    const ask = "Use the calculate_fee tool for amount 250. State the exact fee.";
    const again = "Use the calculate_fee tool for amount 400. State the exact fee.";
    const argv = ["--tools", edited, "--tool", "calculate_fee", "--interactive", "--max-tokens", "40"];
    const { exit, receipts } = chat(context, argv, { input: `${ask}\n${again}\n` });
    expect(exit).toBe(0);
    expect(receipts.map(({ tool_calls }) => tool_calls.map(({ status }) => status))).toEqual([
      ["completed"],
      ["tools_file_changed"],
    ]);
    const { receipts: later } = chat(context, [
      "--tools",
      edited,
      "--tool",
      "calculate_fee",
      "--prompt",
      ask,
    ]);
    expect(later[0]?.tool_calls[0]?.status).toBe("completed");
  });
});
