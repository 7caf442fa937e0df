import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ImprintError } from "../../errors/error.ts";
import { shellWord } from "../../errors/printable.ts";
import { systemClock } from "../../system/clock.ts";
import type { ToolRunner } from "../../tools/runner.ts";
import { beside, confirmed, opening, proposed, receiptOf } from "../tools/confirm/pending-actions.ts";
import { describeWithPython, refusal } from "../tools/tool-files.ts";

describeWithPython("an action that fails behind its claim", () => {
  it.each([
    ["raises", 'raise ValueError("x")', "tool_execution_failed"],
    ["leaves the interpreter", "os._exit(0)", "runner_failed"],
    ["does not end", "time.sleep(60)", "runner_timeout"],
    ["breaks its result contract", "order_id = 5", "tool_result_schema_mismatch"],
    ["returns what JSON cannot hold", "order_id = {1}", "unsupported_tool_result"],
    ["returns too much", 'order_id = "x" * 70_000', "tool_result_oversized"],
  ])("A50 A57 is spent when its tool %s", async (_, body, code) => {
    const action = await proposed({ body });
    const { ending, report } = await confirmed(action, { callTimeoutMs: 1_500 });
    const receipt = receiptOf(action);
    expect(ending.status).toBe(code);
    expect(report).toMatchObject({ ok: false, status: code, result: null, error: { code } });
    expect(receipt).toMatchObject({ status: code, may_have_taken_effect: true, call: { status: code } });
    expect(await refusal(confirmed(action))).toBe("confirmation_token_claimed");
    expect(action.effects()).toEqual(["A-1"]);
  });

  it("A51 says of a tool that was not run that it had no effect", async () => {
    const action = await proposed();
    // The file is edited between our look and the tool's start.
    const openRunner = opening(() => appendFileSync(action.toolsFile, "# late\n"));
    await confirmed(action, { openRunner });
    expect(receiptOf(action)).toMatchObject({
      status: "tools_file_changed",
      may_have_taken_effect: false,
      interpreter: { is_proposed: true },
    });
    expect(action.effects()).toEqual([]);
  });

  it.each<[string, string, () => Partial<ToolRunner>]>([
    [
      "whose isolation could not be had",
      "isolation_unavailable",
      () => ({
        call: async () => {
          const evidence = { secretVerified: false, isolation: null, siblings: [] };
          return { ok: false, code: "isolation_unavailable", message: "no namespaces", ...evidence };
        },
      }),
    ],
    [
      "whose Python is gone",
      "python_not_found",
      () => ({
        call: async () => {
          throw new ImprintError("python_not_found", "gone");
        },
      }),
    ],
  ])("A51 says of a tool %s that it had no effect: %s", async (_, code, runner) => {
    const action = await proposed();
    const { report } = await confirmed(action, { openRunner: opening(() => {}, runner()) });
    expect(report).toMatchObject({ ok: false, status: code, may_have_taken_effect: false });
    expect(receiptOf(action)).toMatchObject({ status: code, may_have_taken_effect: false });
    expect(await refusal(confirmed(action))).toBe("confirmation_token_claimed");
  });

  it("A92 says after Ctrl-C that its tool may have taken effect, and does not run it again", async () => {
    const action = await proposed({ body: "time.sleep(60)" });
    const interruption = new AbortController();
    const run = confirmed(action, { signal: interruption.signal });
    const watch = setInterval(() => action.effects().length > 0 && interruption.abort(), 20);
    const { report, error } = await run;
    clearInterval(watch);
    expect(error?.code).toBe("unknown_outcome");
    expect(report).toMatchObject({
      ok: false,
      status: "unknown_outcome",
      message: expect.stringContaining("interrupted"),
      may_have_taken_effect: true,
    });
    expect(receiptOf(action)).toMatchObject({ status: "unknown_outcome", may_have_taken_effect: true });
    expect(await refusal(confirmed(action))).toBe("unknown_outcome");
    expect(action.effects()).toEqual(["A-1"]);
  });

  it("A92 says after Ctrl-C right behind the claim that nothing was run", async () => {
    const action = await proposed();
    const interruption = new AbortController();
    let looks = 0;
    // The first look at the clock is that of the checks, the second one is for the claim.
    const clock = {
      ...systemClock,
      now: () => {
        if (looks++ === 1) interruption.abort();
        return systemClock.now();
      },
    };
    const { report } = await confirmed(action, { clock, signal: interruption.signal });
    expect(existsSync(beside(action, "claim.json"))).toBe(true);
    expect(report).toMatchObject({ ok: false, status: "interrupted", may_have_taken_effect: false });
    expect(receiptOf(action)).toMatchObject({ status: "interrupted", interpreter: null, call: null });
    expect(await refusal(confirmed(action))).toBe("confirmation_token_claimed");
    expect(action.effects()).toEqual([]);
  });

  it("A50 tells its result and its outcome when its receipt cannot be written", async () => {
    // The tool lays a folder where the receipt belongs.
    const action = await proposed({ body: 'os.mkdir(open("receipt_path").read())' });
    const receipt = beside(action, "receipt.json");
    writeFileSync(path.join(action.document.working_folder, "receipt_path"), receipt);
    const { report, receiptPath, error } = await confirmed(action);
    expect([receiptPath, error?.code]).toEqual([null, "file_write_failed"]);
    expect(report).toMatchObject({
      ok: false,
      status: "completed",
      error: { code: "file_write_failed", detail: { status: "completed" } },
      result: { order_id: "A-1", status: "submitted" },
      receipt_path: null,
    });
    expect(await refusal(confirmed(action))).toBe("unknown_outcome");
    expect(action.effects()).toEqual(["A-1"]);
  });
});

describeWithPython("the interpreter of a confirmation", () => {
  it("A51 is in the receipt, and whether it is the one that was proposed", async () => {
    const action = await proposed();
    const { python: proposedPython, working_folder: folder } = action.document;
    const other = path.join(folder, "other-python");
    writeFileSync(other, `#!/bin/sh\nexec ${shellWord(proposedPython)} "$@"\n`, { mode: 0o755 });
    await confirmed(action, { python: other });
    expect(receiptOf(action).interpreter).toEqual({ path: other, is_proposed: false });
    const same = await proposed();
    await confirmed(same);
    expect(receiptOf(same).interpreter).toEqual({ path: same.document.python, is_proposed: true });
  });
});
