import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ErrorCode } from "../../errors/codes.ts";
import { sha256OfJson } from "../../imprint/hash.ts";
import { limits } from "../../imprint/limits.ts";
import type { DecodingMode } from "../../pipeline/turn.ts";
import { argumentsOpening } from "../../runtime/decode/grammar.ts";
import { callText } from "../scripted-engine.ts";
import { describeWithPython, temporaryFolder } from "../tools/tool-files.ts";
import { type ScriptedChatOptions, scriptedChat } from "./scripted-chat.ts";

/** A tool that leaves a line in a log each time that it runs, and that log's lines. */
function logged(body: string, decorator = "@edge_tool", signature = "amount: float") {
  const log = path.join(temporaryFolder(), "runs.txt");
  const content = `${decorator}
def fee(${signature}) -> dict:
    with open(${JSON.stringify(log)}, "a") as f: f.write("ran\\n")
    ${body}
@edge_tool
def other(amount: float) -> dict:
    with open(${JSON.stringify(log)}, "a") as f: f.write("other\\n")
    return {"other": amount}
`;
  return { content, runs: () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []) };
}

const feeTool = () => logged('return {"fee": amount * 0.003}');
const outputSchema = `{"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": False}`;
const call = (amount: unknown = 250) => callText("fee", { amount });

describe.each<DecodingMode>(["constrained", "free"])("a turn, decoding %s", (decoding) => {
  const chat = (
    content: string,
    script: Parameters<typeof scriptedChat>[1],
    options: ScriptedChatOptions = {},
  ) => scriptedChat(content, script, { decoding, ...options });

  describeWithPython("that works out", () => {
    it("A3 A8 A17 A36 calls the tool, hands its result to the model and gives the model's answer", async () => {
      const { content, runs } = feeTool();
      const { ask, engine } = await chat(content, [call(), "The fee is 0.75."]);
      const { turn, shown, reported } = await ask("Fee for 250?");
      expect(turn).toMatchObject({ status: "completed", answer: "The fee is 0.75.", answerSource: "model" });
      expect(turn.calls).toMatchObject([
        {
          toolName: "fee",
          status: "completed",
          arguments: { amount: 250 },
          result: { fee: 0.75 },
          argsSha256: sha256OfJson({ amount: 250 }),
          resultSha256: sha256OfJson({ fee: 0.75 }),
          runnerSecretVerified: true,
          toolsFileSha256Verified: true,
          networkUsedByEdge: false,
        },
      ]);
      expect(runs()).toEqual(["ran"]);
      expect(shown).toBe("The fee is 0.75.");
      expect(reported).toEqual(turn.calls);
      const [first, second] = engine.prompts;
      expect(first).toContain('{"tool_name": "<name>", "arguments": {<arguments>}}');
      expect(first).toMatch(/<\|im_start\|>user\nFee for 250\?<\|im_end\|>\n<\|im_start\|>assistant\n$/);
      expect(second).toBe(
        `${first}${call()}<|im_end|>\n<|im_start|>tool\n{"fee":0.75}<|im_end|>\n<|im_start|>assistant\n`,
      );
    });

    it("A17 makes two different calls and answers from both results", async () => {
      const { content, runs } = feeTool();
      const { ask, engine } = await chat(content, [call(), callText("other", { amount: 1 }), "Both done."]);
      const { turn } = await ask("Do both.");
      expect(turn.calls.map(({ toolName, status }) => [toolName, status])).toEqual([
        ["fee", "completed"],
        ["other", "completed"],
      ]);
      expect(runs()).toEqual(["ran", "other"]);
      expect(engine.prompts[2]).toContain('{"fee":0.75}');
      expect(engine.prompts[2]).toContain('{"other":1}');
    });

    it("calls nothing when the model just answers", async () => {
      const { content, runs } = feeTool();
      const { ask } = await chat(content, ["Hello to you."]);
      const { turn, shown } = await ask("Hello!");
      expect(turn).toMatchObject({ status: "completed", answer: "Hello to you.", calls: [] });
      expect([shown, runs()]).toEqual(["Hello to you.", []]);
    });

    it("A44 an empty finding is a result like any other", async () => {
      const { content } = logged('return {"matches": []}');
      const { ask, engine } = await chat(content, [call(), "There is none."]);
      const { turn } = await ask("Find it.");
      expect(turn).toMatchObject({ status: "completed", answer: "There is none." });
      expect(engine.prompts[1]).toContain('<|im_start|>tool\n{"matches":[]}<|im_end|>');
    });

    it("A37 a scalar reaches the model wrapped", async () => {
      const { content } = logged("return amount > 1");
      const { ask, engine } = await chat(content, [call(), "Yes."]);
      expect((await ask("?")).turn.calls[0]?.result).toEqual({ result: true });
      expect(engine.prompts[1]).toContain('<|im_start|>tool\n{"result":true}<|im_end|>');
    });
  });

  describeWithPython("with a call that does not fit", () => {
    it("A10 does not run a name outside of the active set, and tells the model which there are", async () => {
      const { content, runs } = feeTool();
      const script = [callText("other", { amount: 1 }), "I cannot do that."];
      const { ask, engine } = await chat(content, script, { names: ["fee"] });
      const { turn } = await ask("Do the other.");
      expect(runs()).toEqual([]);
      // Under the gate only tools of the set are weighed, and the grammar knows no other.
      if (decoding === "constrained") return expect(turn.calls).toEqual([]);
      expect(turn).toMatchObject({ status: "completed", answer: "I cannot do that." });
      expect(turn.calls).toMatchObject([
        { status: "unknown_tool", toolName: null, runnerSecretVerified: false },
      ]);
      expect(engine.prompts[1]).toMatch(/"error":"unknown_tool"/);
      expect(engine.prompts[1]).toMatch(/the tools are: fee/);
    });

    it.each([
      ["a mistyped", { amount: "250" }],
      ["a missing", {}],
      ["an unknown", { amount: 250, tip: 1 }],
    ])(
      "A11 A94 with %s argument is told so and may try again: one run, both in the record",
      async (_, wrong) => {
        const { content, runs } = feeTool();
        const { ask, engine } = await chat(content, [callText("fee", wrong), call(), "0.75."]);
        const { turn } = await ask("Fee for 250?");
        expect(turn.status).toBe("completed");
        expect(turn.calls.map(({ status }) => status)).toEqual(["invalid_tool_args", "completed"]);
        expect(turn.calls[0]?.argsSha256).toBe(sha256OfJson(wrong));
        expect(runs()).toEqual(["ran"]);
        expect(engine.prompts[1]).toContain('"error":"invalid_tool_args"');
      },
    );

    it("that is cut off or broken is malformed, not run, and may be tried again", async () => {
      const { content, runs } = feeTool();
      const { ask, engine } = await chat(content, [call().slice(0, -1), call(), "0.75."]);
      const { turn } = await ask("Fee for 250?");
      expect(turn.calls.map(({ status, toolName, message }) => [status, toolName, message])).toEqual([
        ["malformed_tool_call", null, "not_one_json_object"],
        ["completed", "fee", null],
      ]);
      expect(turn).toMatchObject({ status: "completed", answer: "0.75." });
      expect(runs()).toEqual(["ran"]);
      expect(engine.prompts[1]).toContain('"error":"malformed_tool_call"');
    });

    it("A12 stops at four, whether they ran or not, and names the reason", async () => {
      const { content, runs } = feeTool();
      const { ask, engine } = await chat(content, [1, 2, 3, 4, 5, 6].map(call));
      const { turn, shown } = await ask("All of them.");
      expect(turn).toMatchObject({ status: "tool_call_limit_exceeded", answerSource: "safe_answer" });
      expect(turn.answer).toContain("tool_call_limit_exceeded");
      expect(shown).toBe(turn.answer);
      expect(turn.calls.map(({ status }) => status)).toEqual(
        Array(limits.toolCallsPerPromptCount).fill("completed"),
      );
      expect([runs().length, engine.unusedTurns]).toEqual([4, 1]);
      const again = await chat(content, Array(6).fill(callText("fee", {})));
      const stubborn = (await again.ask("Again.")).turn;
      expect(stubborn.status).toBe("tool_call_limit_exceeded");
      expect(stubborn.calls.map(({ status }) => status)).toEqual(Array(4).fill("invalid_tool_args"));
      expect(runs()).toHaveLength(4);
    });
  });

  describeWithPython("with a tool that does not deliver", () => {
    const large = `return {"text": "x" * ${limits.toolResultBytes}}`;
    const mismatched = `@edge_tool(output_schema=${outputSchema})`;
    it.each<[string, ErrorCode, string, string | undefined]>([
      ["A43 raises", "tool_execution_failed", 'raise ValueError("canary-in-the-exception")', undefined],
      ["exits", "tool_execution_failed", "import sys; sys.exit(0)", undefined],
      ["ends its process", "runner_failed", "import os; os._exit(0)", undefined],
      ["A38 says too much", "tool_result_oversized", large, undefined],
      ["A39 gives a set", "unsupported_tool_result", 'return {"canary-in-the-exception"}', undefined],
      [
        "A16 breaks its output_schema",
        "tool_result_schema_mismatch",
        'return {"id": 7, "canary-in-the-exception": 1}',
        mismatched,
      ],
    ])(
      "A18 that %s: %s, a safe answer, and the model hears nothing more",
      async (_, code, body, decorator) => {
        const { content, runs } = logged(body, decorator);
        const { ask, engine } = await chat(content, [call(), "The fee is, I guess, 9."]);
        const { turn, shown } = await ask("Fee for 250?");
        expect(turn).toMatchObject({ status: code, answerSource: "safe_answer", answerTokens: 0 });
        expect(turn.answer).toBe(`I cannot answer that: the tool fee did not give a result (${code}).`);
        expect(shown).toBe(turn.answer);
        expect(turn.calls).toHaveLength(1);
        expect(turn.calls[0]).toMatchObject({ status: code, toolName: "fee", networkUsedByEdge: false });
        expect(turn.calls[0]).not.toHaveProperty("result");
        expect(turn.calls[0]?.toolSchemaSha256).toMatch(/^sha256:/);
        expect(JSON.stringify(turn)).not.toMatch(/canary|Traceback|ValueError\(/);
        expect([runs(), engine.prompts.length, engine.unusedTurns]).toEqual([["ran"], 1, 1]);
      },
    );
  });

  describeWithPython("with a file that is edited on the way", () => {
    it("A14 A75 is tools_file_changed at the next call, and the first one stands", async () => {
      const { content, runs } = feeTool();
      const { ask, file } = await chat(content, [call(), "0.75.", call(400), "unreached"]);
      expect((await ask("Fee for 250?")).turn.status).toBe("completed");
      appendFileSync(String(file), "# edited\n");
      const { turn } = await ask("And for 400?");
      expect(turn).toMatchObject({ status: "tools_file_changed", answerSource: "safe_answer" });
      expect(turn.calls).toMatchObject([{ status: "tools_file_changed", toolsFileSha256Verified: false }]);
      expect(runs()).toEqual(["ran"]);
    });

    it("A14 also when a tool edits its own file between two calls of one prompt", async () => {
      const { content, runs } = logged('open(__file__, "a").write("# more\\n"); return {"fee": 1}');
      const { ask } = await chat(content, [call(1), call(2), "unreached"]);
      const { turn } = await ask("Twice.");
      expect(turn.calls.map(({ status }) => status)).toEqual(["completed", "tools_file_changed"]);
      expect([turn.status, runs()]).toEqual(["tools_file_changed", ["ran"]]);
    });
  });

  describeWithPython("with a tool that answers itself", () => {
    const direct = `@edge_tool(execution_level="prepare", return_direct=True, output_schema=${outputSchema})`;

    it("A42 A46 delivers the result as it is, and the model writes no further token", async () => {
      const { content, runs } = logged('return {"id": "A-1"}', direct);
      const { ask, engine } = await chat(content, [call(), "I rewrite that."]);
      const { turn, shown } = await ask("Prepare it.");
      expect(turn).toMatchObject({ status: "completed", answerSource: "tool", answerTokens: 0 });
      expect(turn.answer).toBe('{"id":"A-1"}');
      expect(shown).toBe('{"id":"A-1"}');
      const opening = decoding === "constrained" ? argumentsOpening("fee").length : 0;
      expect([engine.writtenTokens, engine.unusedTurns]).toEqual([call().length - opening, 1]);
      expect(runs()).toEqual(["ran"]);
    });

    it.each([
      ["a wrong type", '{"id": 1}'],
      ["a missing key", "{}"],
      ["a key too many", '{"id": "A-1", "extra": 1}'],
    ])("A41 delivers nothing with %s", async (_, result) => {
      const { content } = logged(`return ${result}`, direct);
      const { ask, engine } = await chat(content, [call(), "unreached"]);
      const { turn, shown } = await ask("Prepare it.");
      expect(turn).toMatchObject({ status: "tool_result_schema_mismatch", answerSource: "safe_answer" });
      expect(shown).not.toMatch(/A-1|extra/);
      expect(engine.unusedTurns).toBe(1);
    });
  });
});
