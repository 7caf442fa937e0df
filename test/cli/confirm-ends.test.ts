import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { runEdge } from "../../cli/program.ts";
import { ImprintError } from "../../errors/error.ts";
import { systemClock } from "../../system/clock.ts";
import { describeWithPython } from "../tools/tool-files.ts";
import { pasted, place, proposal, submit } from "./commit-place.ts";
import { edge, edgeHere, onlyDocument, testFolder } from "./edge-process.ts";
import { chatArgv, scriptedEdge } from "./scripted-edge.ts";

const sleeps = 'print("it runs", flush=True)\n    time.sleep(60)';

describeWithPython("edge tools confirm that is interrupted", () => {
  it("A92 while the tool runs ends with an unknown outcome, and never says to run it again", async () => {
    const at = place(sleeps);
    const { path: file, token } = await proposal(at);
    const argv = ["tools", "confirm", file, "--token", token];
    const { exit, stdout } = await edge(at.data, [...argv, "--json"], { interruptAt: /it runs/ });
    expect(exit).toBe(1);
    const report = onlyDocument(stdout);
    expect(report).toMatchObject({
      ok: false,
      status: "unknown_outcome",
      message: expect.stringContaining("interrupted"),
      may_have_taken_effect: true,
      error: { code: "unknown_outcome", remediation: expect.not.stringMatching(/run it again/i) },
    });
    expect(JSON.parse(readFileSync(String(report.receipt_path), "utf8")).status).toBe("unknown_outcome");
    expect((await edgeHere(at.data, argv)).stderr).toMatch(/^edge: error: unknown_outcome: /);
    expect(at.effects()).toBe("A-1\n");
  });

  it("A92 says so to people too", async () => {
    const at = place(sleeps);
    const { path: file, token } = await proposal(at);
    const interruption = new AbortController();
    const { exit, stdout } = await edgeHere(at.data, ["tools", "confirm", file, "--token", token], {
      signal: interruption.signal,
      onStderr: (stderr) => stderr.includes("it runs") && interruption.abort(),
    });
    expect(exit).toBe(1);
    expect(stdout).toMatch(/^status +unknown_outcome$/m);
    expect(stdout).toMatch(/^message +interrupted /m);
    expect(stdout).toMatch(/^effect +it may have taken effect/m);
  });

  it("A50 before anything was claimed leaves the action open", async () => {
    const at = place();
    const { path: file, token } = await proposal(at);
    const argv = ["tools", "confirm", file, "--token", token, "--json"];
    const { exit, stdout } = await edgeHere(at.data, argv, { signal: AbortSignal.abort() });
    expect([exit, onlyDocument(stdout).status]).toEqual([130, "interrupted"]);
    expect(onlyDocument((await edgeHere(at.data, argv)).stdout).status).toBe("completed");
  });
});

describeWithPython("the command that a chat has shown", () => {
  it("A49 asks for no working folder, which may be gone", async () => {
    const at = place();
    const { path: file, token } = await proposal(at);
    const exit = await runEdge(["tools", "confirm", file, "--token", token, "--json"], {
      env: { ...process.env, EDGE_DATA_DIR: at.data },
      get cwd(): string {
        throw new ImprintError("working_folder_not_found", "gone");
      },
      clock: systemClock,
      signal: new AbortController().signal,
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
    });
    expect(exit).toBe(0);
    expect(at.effects()).toBe("A-1\n");
  });

  it("A49 is what the shell reads, whatever the path holds", async ({ skip }) => {
    if (spawnSync("bash", ["-c", ":"]).status !== 0) skip("needs bash");
    const at = place("", "it's \u001b[31m\u202edata\\");
    const argv = chatArgv(at.tools, "--prompt", "Submit.");
    const { stdout } = await scriptedEdge(argv, { data: at.data, script: [submit()] });
    const command = /^ {2}(edge tools confirm .+)$/m.exec(stdout)?.[1] ?? "";
    expect(stdout).not.toMatch(/[\u001b\u202e]/);
    const run = pasted(command, "bash");
    expect(run.exit, run.stdout + run.stderr).toBe(0);
    expect(at.effects()).toBe("A-1\n");
  });
});

describeWithPython("edge tools pending", () => {
  it("A91 names what lies where its folder should be", async () => {
    const data = testFolder();
    writeFileSync(path.join(data, "pending_actions"), "");
    for (const command of ["list", "sweep"]) {
      const { exit, stdout } = await edgeHere(data, ["tools", "pending", command, "--json"]);
      expect([exit, onlyDocument(stdout).status]).toEqual([1, "pending_actions_unreadable"]);
    }
  });

  it("A91 ends with 1 when something could not be removed", async () => {
    const data = testFolder();
    const folder = path.join(data, "pending_actions", "edge-action-1");
    mkdirSync(path.join(folder, ".claim.json.0123456789ab.tmp"), { recursive: true });
    const claim = {
      schema_version: "edge.tools.pending_action.claim.v1",
      action_id: "edge-action-1",
      purpose: "sweep",
      claimed_at: "2026-01-02T03:04:05Z",
      boot_id: "before",
      pid: 1,
      start_ticks: 1,
    };
    writeFileSync(path.join(folder, "claim.json"), JSON.stringify(claim));
    spawnSync("chmod", ["700", folder]);
    const shown = await edgeHere(data, ["tools", "pending", "sweep"]);
    expect([shown.exit, shown.stdout]).toEqual([
      1,
      expect.stringMatching(/^not removed: .+edge-action-1: /m),
    ]);
    const { exit, stdout } = await edgeHere(data, ["tools", "pending", "sweep", "--json"]);
    expect(exit).toBe(1);
    expect(onlyDocument(stdout)).toMatchObject({ ok: false, error: { code: "file_write_failed" } });
  });
});
