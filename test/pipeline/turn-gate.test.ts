import { expect, it } from "vitest";
import { limits } from "../../imprint/limits.ts";
import { callText } from "../scripted-engine.ts";
import { describeWithPython } from "../tools/tool-files.ts";
import { scriptedChat } from "./scripted-chat.ts";

const fee = `@edge_tool
def fee(amount: float) -> dict:
    return {"fee": amount * 0.003}
`;
const call = callText("fee", { amount: 250 });

describeWithPython("the call gate of a turn", () => {
  it("lets a call through above the threshold only, and records each reading", async () => {
    const { ask, session } = await scriptedChat(fee, [{ text: call, log10Evidence: 1 }, "0.75."]);
    expect(session.callGate?.log10_threshold).toBe(1);
    const { turn } = await ask("Fee?");
    expect(turn.calls).toHaveLength(1);
    expect(turn.gateDecisions).toEqual([
      { toolName: "fee", log10Evidence: 1, decision: "call" },
      { toolName: "fee", log10Evidence: 0, decision: "answer" },
    ]);
  });

  it("below it the model answers, even where it would have liked to call", async () => {
    const script = [{ text: call, log10Evidence: 0.99, otherwise: "Hello to you." }];
    const { ask, engine } = await scriptedChat(fee, script);
    const { turn, shown } = await ask("Hello!");
    expect(turn).toMatchObject({ status: "completed", answer: "Hello to you.", calls: [] });
    expect(turn.gateDecisions).toEqual([{ toolName: "fee", log10Evidence: 0.99, decision: "answer" }]);
    expect([shown, engine.writtenTokens]).toEqual(["Hello to you.", "ello to you.".length]);
  });

  it("throws a repeated call away and lets the model answer from the result that it has", async () => {
    const script = [call, { text: callText("fee", { amount: 250 }), otherwise: "The fee is 0.75." }];
    const { ask, engine, session } = await scriptedChat(fee, script);
    const { turn, shown } = await ask("Fee for 250?");
    expect(turn).toMatchObject({ status: "completed", answer: "The fee is 0.75.", answerSource: "model" });
    expect(turn.calls.map(({ status }) => status)).toEqual(["completed"]);
    expect(turn.gateDecisions.map(({ decision, reason }) => [decision, reason])).toEqual([
      ["call", undefined],
      ["answer", "repeated_call"],
    ]);
    expect(shown).toBe("The fee is 0.75.");
    expect(engine.unusedTurns).toBe(0);
    // What was thrown away is not in the conversation's sequence either.
    const held = session.conversation.runtime.model.detokenize(session.conversation.context.tokens());
    expect(held.split(call)).toHaveLength(2);
  });

  it("takes arguments in another order for the same call, and another number for another", async () => {
    const two = `@edge_tool
def add(a: int, b: int) -> int:
    return a + b
`;
    const script = [
      callText("add", { a: 1, b: 2 }),
      { text: callText("add", { b: 2, a: 1 }), otherwise: "Three." },
    ];
    const { turn } = await (await scriptedChat(two, script)).ask("Add.");
    expect([turn.calls.length, turn.answer]).toEqual([1, "Three."]);
    const others = [callText("add", { a: 1, b: 2 }), callText("add", { a: 2, b: 1 }), "Three."];
    expect((await (await scriptedChat(two, others)).ask("Add.")).turn.calls).toHaveLength(2);
  });

  it("does not take a refused call for one that was made: it may be repeated until the limit", async () => {
    const wrong = callText("fee", {});
    const { turn } = await (await scriptedChat(fee, [wrong, wrong, call, "0.75."])).ask("Fee?");
    expect(turn.calls.map(({ status }) => status)).toEqual([
      "invalid_tool_args",
      "invalid_tool_args",
      "completed",
    ]);
  });

  it("forgets the calls of the prompt before", async () => {
    const { ask } = await scriptedChat(fee, [call, "0.75.", call, "Still 0.75."]);
    await ask("Fee for 250?");
    expect((await ask("Fee for 250, again?")).turn.calls.map(({ status }) => status)).toEqual(["completed"]);
  });

  it("reads a call that its limit cut as malformed, whatever it holds so far", async () => {
    const endless = callText("fee", { amount: Array.from({ length: 600 }, (_, i) => i) });
    const { turn } = await (await scriptedChat(fee, [endless, "Sorry."])).ask("Fee?");
    expect(turn.calls).toMatchObject([
      { status: "malformed_tool_call", message: "token_limit", toolName: null },
    ]);
    expect(turn.answer).toBe("Sorry.");
    expect(endless.length).toBeGreaterThan(limits.callTokens);
  });

  it("holds the answer to the tokens that were asked for", async () => {
    const { ask } = await scriptedChat(fee, ["One two three."], { maxTokens: 7 });
    const { turn, shown } = await ask("Count.");
    expect(turn).toMatchObject({ answer: "One two", answerTokens: 7, answerCut: true });
    expect(shown).toBe("One two");
  });

  it("is not asked in a chat without tools", async () => {
    const { ask, engine } = await scriptedChat(null, [call]);
    const { turn, shown } = await ask("What does a call look like?");
    expect(turn).toMatchObject({ status: "completed", answer: call, calls: [], gateDecisions: [] });
    expect([shown, engine.prompts.length]).toEqual([call, 1]);
  });
});
