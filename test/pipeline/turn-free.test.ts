import { describe, expect, it } from "vitest";
import { callText } from "../scripted-engine.ts";
import { describeWithPython } from "../tools/tool-files.ts";
import { scriptedChat } from "./scripted-chat.ts";

const fee = `@edge_tool
def fee(amount: float) -> dict:
    return {"fee": amount * 0.003}
`;
const call = callText("fee", { amount: 250 });
const free = (script: Parameters<typeof scriptedChat>[1], maxTokens: number | null = null) =>
  scriptedChat(fee, script, { decoding: "free", maxTokens });

describeWithPython("free decoding", () => {
  it.each([
    ["a third key", '{"tool_name": "fee", "arguments": {"amount": 250}, "id": 1}', "unexpected_keys", ""],
    ["an array", `[${call}]`, "not_an_object", ""],
    ["two objects", `${call}\n${call}`, "not_one_json_object", ""],
    ["prose before", `I call it: ${call}`, "not_one_json_object", "I call it: "],
    ["prose behind", `${call} Done.`, "not_one_json_object", ""],
    ["a code block", `\`\`\`json\n${call}\n\`\`\``, "not_one_json_object", ""],
    [
      "a doubled key",
      '{"tool_name": "fee", "tool_name": "fee", "arguments": {"amount": 250}}',
      "not_one_json_object",
      "",
    ],
  ])("A9 runs nothing for %s and shows none of it; the model is told", async (_, text, reason, prose) => {
    const { ask, engine } = await free([text, "Then not."]);
    const { turn, shown } = await ask("Fee?");
    expect(turn.calls).toMatchObject([
      { status: "malformed_tool_call", message: reason, argsSha256: null, runnerSecretVerified: false },
    ]);
    expect(turn).toMatchObject({ status: "completed", answer: "Then not." });
    expect(shown).toBe(`${prose}Then not.`);
    expect(engine.prompts[1]).toContain(`{"detail":"${reason}","error":"malformed_tool_call"}`);
  });

  it("A9 also runs a call that is spelled another way, as long as it is one strict object", async () => {
    const { ask } = await free(['\n {"arguments":{"amount":250},"tool_name":"fee"} \n', "0.75."]);
    const { turn, shown } = await ask("Fee?");
    expect(turn.calls).toMatchObject([{ status: "completed", result: { fee: 0.75 } }]);
    expect(shown).toBe("0.75.");
  });

  it("streams an answer from its first word", async () => {
    const { chunks } = await (await free(["All good."])).ask("Hello?");
    expect(chunks).toEqual([..."All good."]);
  });

  it.each([
    ["is JSON", '{"fee": 0.75}'],
    ["is a list", "[1, 2, 3]"],
    ["only looks like JSON", "{curly} words"],
    ["ends in a brace", "so it begins: {"],
    ["ends in a quoted word", 'spelled {"tool'],
    ["holds code", "Like this: ```js\nconst a = { b: 1 };\n```"],
  ])("shows all of an answer that %s, once it is known to be one", async (_, text) => {
    const { turn, shown } = await (await free([text])).ask("Show me.");
    expect(turn).toMatchObject({ status: "completed", answer: text, calls: [] });
    expect(shown).toBe(text);
  });

  it("A12 runs a repeated call again, four times and no more", async () => {
    const { ask } = await free(Array(6).fill(call));
    const { turn } = await ask("Fee?");
    expect(turn.status).toBe("tool_call_limit_exceeded");
    expect(turn.calls.map(({ status }) => status)).toEqual(Array(4).fill("completed"));
  });

  it("reads no gate", async () => {
    const { turn } = await (await free([call, "0.75."])).ask("Fee?");
    expect(turn.gateDecisions).toEqual([]);
  });

  it("gives the answer the whole of its tokens, however long the prompt is", async () => {
    const { ask } = await free(["One two three four."], 13);
    const { turn } = await ask(`Count, ${"please, ".repeat(30)}`);
    expect(turn).toMatchObject({ answer: "One two three", answerTokens: 13, answerCut: true });
  });
});

describe("a chat without tools", () => {
  it("gives the answer the whole of its tokens, however long the prompt is", async () => {
    const { ask } = await scriptedChat(null, ["One two three four."], { maxTokens: 13 });
    const { turn, shown } = await ask(`Count, ${"please, ".repeat(30)}`);
    expect(turn).toMatchObject({ answer: "One two three", answerTokens: 13, answerCut: true });
    expect(shown).toBe("One two three");
  });

  it("shows braces as they come", async () => {
    const { ask } = await scriptedChat(null, ['{"tool_name": 1}']);
    expect((await ask("Show me.")).chunks).toEqual([...'{"tool_name": 1}']);
  });
});
