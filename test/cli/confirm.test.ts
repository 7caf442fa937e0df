import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { describeWithPython } from "../tools/tool-files.ts";
import { pasted, place, proposal, submit } from "./commit-place.ts";
import { edgeHere, expectTextError, filesBelow, onlyDocument, testFolder } from "./edge-process.ts";
import { chatArgv, scriptedEdge } from "./scripted-edge.ts";

describeWithPython("edge tools confirm", () => {
  it("A48 A49 A50 A51 A57 A60 runs the very command that a chat has shown, once", async () => {
    const at = place();
    const { report, receipt } = await proposal(at);
    expect(report).toMatchObject({ ok: false, status: "tool_confirmation_required" });
    expect(receipt).toMatchObject({
      status: "tool_confirmation_required",
      tool_calls: [{ name: "submit_order", status: "tool_confirmation_required", result_sha256: null }],
    });
    expect(at.effects()).toBe("");
    const command = String(report.confirmation_command);
    expect(command).toContain(`--token ${report.confirmation_token} --json`);

    const first = pasted(command);
    expect(first.exit, first.stderr).toBe(0);
    const confirmed = onlyDocument(first.stdout);
    expect(confirmed).toMatchObject({
      schema_version: "edge.tools.confirm.report.v1",
      ok: true,
      status: "completed",
      result: { order_id: "A-1", status: "submitted" },
      args_sha256: receipt?.tool_calls[0]?.args_sha256,
    });
    expect(at.effects()).toBe("A-1\n");
    const written = JSON.parse(readFileSync(String(confirmed.receipt_path), "utf8"));
    expect(written).toMatchObject({ schema_version: "edge.tools.confirm.receipt.v1", status: "completed" });

    const second = pasted(command);
    expect(second.exit).toBe(1);
    expect(onlyDocument(second.stdout)).toMatchObject({
      ok: false,
      status: "confirmation_token_claimed",
      error: { code: "confirmation_token_claimed", detail: { receipt_path: confirmed.receipt_path } },
    });
    expect(at.effects()).toBe("A-1\n");
  });

  it("A50 prints the result and the receipt for people", async () => {
    const at = place();
    const { path: file, token } = await proposal(at);
    const { exit, stdout } = await edgeHere(at.data, ["tools", "confirm", file, "--token", token]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^status {2,}completed\n/);
    expect(stdout).toMatch(/^result {2,}\{"order_id":"A-1","status":"submitted"\}$/m);
    expect(stdout).toMatch(/^receipt {2,}.+receipt\.json$/m);
    expect(stdout).not.toContain(token);
  });

  it("A50 ends with the code of a tool that failed", async () => {
    const at = place('raise ValueError("x")');
    const { path: file, token } = await proposal(at);
    const { exit, stdout } = await edgeHere(at.data, ["tools", "confirm", file, "--token", token, "--json"]);
    expect(exit).toBe(1);
    expect(onlyDocument(stdout)).toMatchObject({
      ok: false,
      status: "tool_execution_failed",
      error: { code: "tool_execution_failed" },
      may_have_taken_effect: true,
    });
  });

  it("A52 A55 names what is wrong, and neither says the token nor the arguments", async () => {
    const at = place();
    const { path: file, token } = await proposal(at);
    const wrong = await edgeHere(at.data, ["tools", "confirm", file, "--token", "0".repeat(64)]);
    expectTextError(wrong, "confirmation_token_invalid");
    writeFileSync(at.tools, `${readFileSync(at.tools, "utf8")}# edited\n`);
    const changed = await edgeHere(at.data, ["tools", "confirm", file, "--token", token]);
    expectTextError(changed, "confirmation_binding_changed");
    expect(`${wrong.stderr}${changed.stderr}`).not.toMatch(new RegExp(`A-1|${token}`));
    const nowhere = await edgeHere(at.data, ["tools", "confirm", `${file}.x`, "--token", token]);
    expectTextError(nowhere, "pending_action_not_found");
    expect(at.effects()).toBe("");
  });

  it.each([[["confirm"]], [["pending", "list"]], [["pending", "sweep"]]])(
    "A50 A91 of tools %j shows examples in its help",
    async (command) => {
      const { exit, stdout } = await edgeHere(testFolder(), ["tools", ...command, "--help"]);
      expect(exit).toBe(0);
      expect(stdout).toMatch(/^Examples:\n {2}edge tools /m);
    },
  );

  it("A50 needs a path and a token", async () => {
    for (const argv of [[], ["x.json"], ["x.json", "--token"]]) {
      expectTextError(await edgeHere(testFolder(), ["tools", "confirm", ...argv]), "invalid_usage", 2);
    }
  });

  it("A58 leaves nothing in the data folder that others may read", async () => {
    const at = place();
    const { path: file, token } = await proposal(at);
    await edgeHere(at.data, ["tools", "confirm", file, "--token", token]);
    const files = filesBelow(path.join(at.data, "pending_actions"));
    expect(files.map((name) => path.basename(name)).sort()).toEqual([
      "claim.json",
      "pending_action.json",
      "receipt.json",
    ]);
    for (const name of files) {
      expect(statSync(path.join(at.data, "pending_actions", name)).mode & 0o777, name).toBe(0o600);
    }
  });
});

describeWithPython("a chat that proposes", () => {
  const hostile = "A\u202e1\u001b[2J\u200b";
  const shownArguments = '{"order_id":"A\\u202e1\\u001b[2J\\u200b"}';

  function expectProposal(stdout: string, data: string): void {
    const token = /^token +([0-9a-f]{64})$/m.exec(stdout)?.[1];
    const file = /^pending_action +(.+)$/m.exec(stdout)?.[1];
    expect(file?.startsWith(data)).toBe(true);
    expect(stdout).toMatch(/^waits for confirmation +submit_order$/m);
    expect(stdout).toMatch(/^expires_at +\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/m);
    expect(stdout).toContain(
      `  edge tools confirm '${file?.replaceAll("'", "'\\''")}' --token ${token} --json\n`,
    );
    expect(stdout).toContain(shownArguments);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  }

  it("A49b shows all of it as text, with nothing hidden in the arguments", async () => {
    const at = place();
    const argv = chatArgv(at.tools, "--prompt", "Submit.");
    const { exit, stdout } = await scriptedEdge(argv, { data: at.data, script: [submit(hostile)] });
    expect(exit).toBe(1);
    expectProposal(stdout, at.data);
  });

  it("A49b shows all of it in a conversation, which goes on", async () => {
    const at = place();
    const stdin = new PassThrough();
    stdin.end("Submit.\nAnd now?\n");
    const { exit, stdout, data } = await scriptedEdge(chatArgv(at.tools, "--interactive"), {
      data: at.data,
      script: [submit(hostile), "It waits."],
      stdin,
    });
    expect(exit).toBe(0);
    expect(stdout).toContain("It waits.");
    expectProposal(stdout, data);
    expect(at.effects()).toBe("");
  });

  it("A49 stays one document with --json, in which nothing is hidden either", async () => {
    const at = place();
    const argv = ["--include-text"];
    const { stdout } = await scriptedEdge(chatArgv(at.tools, "--prompt", "Submit.", "--json", ...argv), {
      data: at.data,
      script: [submit(hostile)],
    });
    expect(JSON.parse(stdout).tool_calls[0].arguments).toEqual({ order_id: hostile });
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });

  it("A59 says in its help how long an action can be confirmed, and takes a day at most", async () => {
    const at = place();
    const help = await edgeHere(at.data, ["demo", "chat", "--help"]);
    expect(help.stdout).toMatch(/--pending-minutes <n>.+10/s);
    const { report } = await proposal(at, "--pending-minutes", "3");
    const { created_at, expires_at } = JSON.parse(readFileSync(String(report.pending_action_path), "utf8"));
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(180_000);
    for (const minutes of ["0", "1441", "1.5", "x"]) {
      const argv = chatArgv(at.tools, "--prompt", "x", "--pending-minutes", minutes);
      expectTextError(await scriptedEdge(argv, { data: at.data }), "invalid_usage", 2);
    }
  });
});

describeWithPython("edge tools pending", () => {
  it("A91 lists what waits, and sweeps what cannot be confirmed any more", async () => {
    const at = place();
    const { path: file, token } = await proposal(at);
    const list = async (...argv: string[]) =>
      (await edgeHere(at.data, ["tools", "pending", "list", ...argv])).stdout;
    expect(onlyDocument(await list("--json"))).toMatchObject({
      schema_version: "edge.tools.pending.report.v1",
      actions: [{ tool: "submit_order", state: "open", path: file, receipt_path: null }],
    });
    expect(await list()).toMatch(/^open +submit_order .+pending_action\.json$/m);
    expect(await list()).not.toContain("A-1");
    const swept = await edgeHere(at.data, ["tools", "pending", "sweep", "--json"]);
    expect(onlyDocument(swept.stdout)).toMatchObject({ removed: [], actions: [{ state: "open" }] });
    await edgeHere(at.data, ["tools", "confirm", file, "--token", token]);
    expect(await list()).toMatch(/^completed +submit_order/m);
    expect(await edgeHere(testFolder(), ["tools", "pending", "list"])).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^no pending actions in /),
    });
  });
});
