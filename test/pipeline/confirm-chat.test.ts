import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { limits } from "../../imprint/limits.ts";
import { ChatSession, openChat } from "../../pipeline/chat.ts";
import { runChat } from "../../pipeline/run-chat.ts";
import { pendingActionOf } from "../../pipeline/turn-record.ts";
import { commitTool } from "../../scripts/confirm/proposals.ts";
import { callText, type Script, ScriptedEngine } from "../scripted-engine.ts";
import { confirmed, documentOf } from "../tools/confirm/pending-actions.ts";
import { describeWithPython, refusal, temporaryFolder, toolsFile } from "../tools/tool-files.ts";
import { type ScriptedChatOptions, scriptedDeps, scriptedOptions } from "./scripted-chat.ts";

/** A chat whose tools file has a commit tool, and where its effects would be. */
async function chat(script: Script, options: ScriptedChatOptions = {}) {
  const effects = path.join(temporaryFolder(), "effects");
  const file = toolsFile(commitTool(effects));
  const engine = new ScriptedEngine(script);
  const deps = scriptedDeps(engine);
  const chatOptions = scriptedOptions(file, options);
  return { effects, file, engine, deps, chatOptions };
}

const submit = (order = "A-1") => callText("submit_order", { order_id: order });

describeWithPython("a chat whose model calls a commit tool", () => {
  it("A48 A60 ends the turn with a pending action and runs nothing", async () => {
    const { effects, engine, deps, chatOptions } = await chat([submit(), "Never reached."]);
    const session = await openChat(chatOptions, deps);
    const turn = await session.ask("Submit A-1.");
    expect(turn).toMatchObject({ status: "tool_confirmation_required", answerSource: "pending_action" });
    expect(turn.error?.code).toBe("tool_confirmation_required");
    expect(turn.calls).toMatchObject([
      { status: "tool_confirmation_required", toolName: "submit_order", runnerSecretVerified: false },
    ]);
    expect(engine.unusedTurns).toBe(1);
    expect(existsSync(effects)).toBe(false);
    const ticket = pendingActionOf(turn);
    if (ticket === null) throw new Error("nothing was proposed");
    expect(turn.answer).toContain("submit_order");
    expect(turn.answer).not.toContain(ticket.token);
    const document = documentOf(ticket);
    expect(document).toMatchObject({
      arguments: { order_id: "A-1" },
      execution_level: "commit",
      active_set: [{ name: "order_status" }, { name: "submit_order" }],
      active_set_sha256: session.contract?.activeSetSha256,
      working_folder: deps.cwd,
    });
    expect((await confirmed({ ticket })).ending.status).toBe("completed");
    expect(readFileSync(effects, "utf8")).toBe("A-1\n");
    await session.dispose();
  });

  it("A49 A89 puts path, expiry and command into its report, and into its receipt only the token's hash", async () => {
    const { deps, chatOptions } = await chat([submit("secret-77")]);
    const options = { ...chatOptions, prompt: "Submit.", includeText: false };
    const { report, receiptPath, turn } = await runChat(options, deps);
    const ticket = pendingActionOf(turn);
    expect(report).toMatchObject({
      ok: false,
      status: "tool_confirmation_required",
      error: { code: "tool_confirmation_required" },
      answer_source: "pending_action",
      pending_action_path: ticket?.path,
      confirmation_token: ticket?.token,
      confirmation_command: ticket?.command,
      confirmation_arguments: { order_id: "secret-77" },
      confirmation_expires_at: ticket?.expiresAt,
    });
    const receipt = readFileSync(receiptPath, "utf8");
    expect(JSON.parse(receipt)).toMatchObject({
      status: "tool_confirmation_required",
      pending_action_path: ticket?.path,
      confirmation_token_sha256: documentOf(ticket ?? { path: "" }).token_sha256,
      confirmation_expires_at: ticket?.expiresAt,
    });
    expect(receipt).not.toContain(ticket?.token);
    expect(receipt).not.toContain("secret-77");
    const shown = JSON.stringify({ ...report, confirmation_arguments: null });
    expect(shown).not.toContain("secret-77");
  });

  it("A60 goes on with the next prompt, and the model never hears the token", async () => {
    const { engine, deps, chatOptions } = await chat([submit(), "It waits.", submit("B-2")]);
    const session = await openChat(chatOptions, deps);
    const first = await session.ask("Submit A-1.");
    const second = await session.ask("Well?");
    const third = await session.ask("Submit B-2.");
    expect(second).toMatchObject({ status: "completed", answer: "It waits." });
    const tickets = [first, third].map(pendingActionOf);
    expect(new Set(tickets.map((ticket) => ticket?.path)).size).toBe(2);
    expect(new Set(tickets.map((ticket) => ticket?.token)).size).toBe(2);
    const heard = engine.prompts.join("");
    expect(heard).toContain("waits for your confirmation");
    for (const ticket of tickets) expect(heard).not.toContain(ticket?.token);
    await session.dispose();
  });

  it("A11 A48 proposes nothing that does not fit the schema", async () => {
    const script = [callText("submit_order", { order_id: 5 }), submit()];
    const { deps, chatOptions } = await chat(script);
    const session = await openChat(chatOptions, deps);
    const turn = await session.ask("Submit.");
    expect(turn.calls.map(({ status }) => status)).toEqual([
      "invalid_tool_args",
      "tool_confirmation_required",
    ]);
    expect(turn.calls[0]).not.toHaveProperty("pendingAction");
    await session.dispose();
  });

  it("A48 says that nothing was run when the action cannot be written", async () => {
    const { effects, deps, chatOptions } = await chat([submit()]);
    mkdirSync(deps.folders.root, { recursive: true });
    writeFileSync(deps.folders.pendingActions, "a file where the folder belongs");
    const session = await openChat(chatOptions, deps);
    const turn = await session.ask("Submit A-1.");
    expect(turn).toMatchObject({ status: "file_write_failed", answerSource: "safe_answer" });
    expect(turn.calls).toMatchObject([
      { status: "file_write_failed", message: "broken off; the tool was not run" },
    ]);
    expect(existsSync(effects)).toBe(false);
    await session.dispose();
  });

  it("A59 keeps an action open for as long as was asked, a day at most", async () => {
    const { deps, chatOptions } = await chat([submit()]);
    const session = await openChat({ ...chatOptions, pendingMinutes: 30 }, deps);
    const ticket = pendingActionOf(await session.ask("Submit."));
    expect(documentOf(ticket ?? { path: "" }).validity_ms).toBe(30 * 60_000);
    await session.dispose();
    for (const pendingMinutes of [0, -1, 1.5, limits.pendingActionMaxMinutes + 1]) {
      expect(await refusal(openChat({ ...chatOptions, pendingMinutes }, deps))).toBe("invalid_usage");
    }
  });

  it("A48 leaves no action behind where none can be confirmed, as in a learn run", async () => {
    const { effects, deps, chatOptions } = await chat([submit()]);
    const { conversation, tools, options, callGate } = await openChat(chatOptions, deps);
    const unconfirmed = { ...options, pendingMinutes: null };
    const session = new ChatSession(conversation, tools, null, unconfirmed, callGate, deps);
    const turn = await session.ask("Submit A-1.");
    expect(turn).toMatchObject({ status: "tool_confirmation_required", answerSource: "safe_answer" });
    expect(pendingActionOf(turn)).toBeNull();
    expect(existsSync(deps.folders.pendingActions)).toBe(false);
    expect(existsSync(effects)).toBe(false);
    await session.dispose();
  });
});
