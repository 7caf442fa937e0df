import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type ErrorCode, errorTable } from "../../errors/codes.ts";
import { limits } from "../../imprint/limits.ts";
import { contractOf, goodFile, toolSchema } from "../pipeline/imprint-files.ts";
import { callText, type Script } from "../scripted-engine.ts";
import { describeWithPython, temporaryFolder, toolsFile } from "../tools/tool-files.ts";
import { edgeHere, onlyDocument, root, testFolder } from "./edge-process.ts";
import { scriptedChatRun } from "./scripted-edge.ts";

/** What a user, or the model, does so that a chat ends with a code, and what is left of it. */
interface Reached {
  readonly tools: string | null;
  readonly argv?: () => readonly string[];
  /** What the model writes; it is never asked where there is none. */
  readonly script?: Script;
  readonly callTimeoutMs?: number;
  /** The whole chat's status where the code is only that of its calls. */
  readonly status?: ErrorCode;
  /** `tool_calls[].status` of the receipt; null where the chat is refused before a model is asked. */
  readonly calls: readonly string[] | null;
  readonly exit?: number;
}

const closed = `{"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": False}`;
const fee = (body: string, decorator = "@edge_tool", signature = "amount: float") =>
  `${decorator}\ndef fee(${signature}) -> dict:\n    ${body}\n`;
const call = callText("fee", { amount: 250 });
const wrong = callText("fee", { amount: "250" });
const unreached = "nobody asks for this";

/** A call that runs once and ends the loop with the code. */
const failing = (code: ErrorCode, body: string, decorator?: string): Reached => ({
  tools: fee(body, decorator),
  script: [call, unreached],
  calls: [code],
});

/** A chat that offers `tools` to an imprint of a file with one tool, `calculate_fee(amount: float)`. */
const imprint = (tools: string | null): Reached => ({
  tools,
  argv: () => ["--with-imprint", learned()],
  calls: null,
});
const calculateFee = (type: string) =>
  `@edge_tool(description="Compute the fee for an amount.", permissions=["read_local"])
def calculate_fee(amount: ${type}) -> dict:
    return {"fee": 1}
`;

const nine = Array.from({ length: 9 }, (_, i) => `@edge_tool\ndef f${i}() -> str:\n    return ""\n`).join("");

const reached = {
  unsupported_type_hint: { tools: fee("return {}", "@edge_tool", "amount: dict"), calls: null },
  missing_parameter_type_hint: { tools: fee("return {}", "@edge_tool", "amount"), calls: null },
  duplicate_tool_name: {
    tools: `${fee("return {}")}@edge_tool(name="fee")\ndef other() -> dict:\n    return {}\n`,
    calls: null,
  },
  active_tool_limit_exceeded: { tools: nine, calls: null },
  invalid_tool_args: {
    tools: fee('return {"fee": amount}'),
    script: Array(5).fill(wrong),
    status: "tool_call_limit_exceeded",
    calls: Array(limits.toolCallsPerPromptCount).fill("invalid_tool_args"),
  },
  tools_file_changed: {
    tools: fee('open(__file__, "a").write("# edited\\n"); return {"fee": amount}'),
    script: [call, callText("fee", { amount: 400 }), unreached],
    calls: ["completed", "tools_file_changed"],
  },
  runner_timeout: {
    ...failing("runner_timeout", "import time; time.sleep(60)"),
    callTimeoutMs: 1_500,
  },
  tool_result_oversized: failing("tool_result_oversized", `return {"x": "y" * ${limits.toolResultBytes}}`),
  unsupported_tool_result: failing("unsupported_tool_result", "return {amount}"),
  return_direct_output_schema_required: {
    tools: fee("return {}", "@edge_tool(return_direct=True)"),
    calls: null,
  },
  tool_result_schema_mismatch: failing(
    "tool_result_schema_mismatch",
    'return {"id": 7}',
    `@edge_tool(execution_level="prepare", return_direct=True, output_schema=${closed})`,
  ),
  tool_confirmation_required: failing(
    "tool_confirmation_required",
    'return {"id": "done"}',
    `@edge_tool(execution_level="commit", return_direct=True, output_schema=${closed})`,
  ),
  imprint_requires_tools: imprint(null),
  imprint_tool_active_set_mismatch: imprint(`${calculateFee("float")}${fee("return {}")}`),
  imprint_tool_schema_mismatch: imprint(calculateFee("int")),
  conflicting_tool_options: {
    tools: fee("return {}"),
    argv: () => ["--facts-store", "demo"],
    calls: null,
    exit: 2,
  },
} as const satisfies Partial<Record<ErrorCode, Reached>>;

/** The troubleshooting table of the product's description, row by row. */
const promised = [
  ["unsupported_type_hint", "missing_parameter_type_hint"],
  ["duplicate_tool_name"],
  ["active_tool_limit_exceeded"],
  ["invalid_tool_args"],
  ["tools_file_changed"],
  ["runner_timeout"],
  ["tool_result_oversized", "unsupported_tool_result"],
  ["return_direct_output_schema_required"],
  ["tool_result_schema_mismatch"],
  ["tool_confirmation_required"],
  ["imprint_requires_tools"],
  ["imprint_tool_active_set_mismatch", "imprint_tool_schema_mismatch"],
  ["conflicting_tool_options"],
];

const cases = Object.entries(reached) as [ErrorCode, Reached][];

describe("the codes that a user is promised", () => {
  it("A93 are all reached here, each has a meaning and a fix, and docs/errors.md lists them", () => {
    expect(cases.map(([code]) => code).sort()).toEqual(promised.flat().sort());
    const page = readFileSync(path.join(root, "docs/errors.md"), "utf8");
    for (const [code] of cases) {
      const { meaning, fix } = errorTable[code];
      expect(page).toContain(`| \`${code}\` |`);
      expect(page).toContain(meaning);
      expect(page).toContain(fix);
    }
  });
});

describeWithPython("edge demo chat --json ends", () => {
  it.each(cases)("A18 A88 A93 with %s: exit code, one document, remedy and receipt", async (code, given) => {
    const { tools, argv = () => [], script = [], calls, status = code, exit = 1 } = given;
    const run = await scriptedChatRun(tools, script, {
      argv: argv(),
      ...(given.callTimeoutMs !== undefined && { callTimeoutMs: given.callTimeoutMs }),
    });
    expect(run.exit, run.stdout).toBe(exit);
    expect(run.report).toMatchObject({
      ok: false,
      status,
      error: { code: status, remediation: errorTable[status].fix, detail: expect.anything() },
    });
    if (calls === null) {
      expect([run.receipt, run.engine.prompts]).toEqual([null, []]);
      return;
    }
    expect(run.receipt).toMatchObject({ status, raw_text_included: false });
    expect(run.receipt?.tool_calls.map((made) => made.status)).toEqual(calls);
    expect(run.report.tool_calls).toEqual(run.receipt?.tool_calls);
    for (const made of run.receipt?.tool_calls ?? []) expectEvidence(made, run.receipt?.tools);
  });
});

describeWithPython("edge tools validate --json ends", () => {
  const definitions = cases.filter(([, { calls, argv }]) => calls === null && argv === undefined);

  it.each(definitions)("A61 A93 with %s too, and without running a call", async (code, { tools }) => {
    const file = toolsFile(String(tools));
    for (const command of ["validate", "inspect"]) {
      const { exit, stdout } = await edgeHere(testFolder(), ["tools", command, file, "--json"]);
      expect(exit).toBe(1);
      expect(onlyDocument(stdout)).toMatchObject({ ok: false, status: code, error: { code } });
    }
  });

  it("which are five codes", () => {
    expect(definitions).toHaveLength(5);
  });
});

/** Calls whose reply the runner did give, and of these the ones that had a result. */
const replied = [
  "completed",
  "tool_result_schema_mismatch",
  "tool_result_oversized",
  "unsupported_tool_result",
];
const resulted = ["completed", "tool_result_schema_mismatch"];

/** What a call's record proves, good or bad, and that a bad one says why. */
function expectEvidence(made: Record<string, unknown>, tools: unknown): void {
  const [{ schema_sha256 }] = tools as [{ schema_sha256: string }];
  const status = String(made.status);
  expect(made).toMatchObject({
    name: "fee",
    message: status === "completed" ? null : expect.stringMatching(/\w/),
    args_sha256: expect.stringMatching(/^sha256:/),
    tool_schema_sha256: schema_sha256,
    runner_secret_verified: replied.includes(status),
    result_sha256: resulted.includes(status) ? expect.stringMatching(/^sha256:/) : null,
    network_used_by_edge: false,
  });
  for (const text of ["arguments", "result"]) expect(made).not.toHaveProperty(text);
}

/** An imprint file that was learned with `calculate_fee(amount: float)`. */
function learned(): string {
  const file = path.join(temporaryFolder(), "imprint.safetensors");
  writeFileSync(file, goodFile(contractOf(toolSchema())), { mode: 0o600 });
  return file;
}
