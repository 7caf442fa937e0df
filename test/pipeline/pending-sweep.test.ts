import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { sweepPending } from "../../pipeline/pending.ts";
import {
  beside,
  clockAt,
  confirmed,
  leaveClaim,
  type Proposed,
  proposed,
} from "../tools/confirm/pending-actions.ts";
import { describeWithPython, temporaryFolder } from "../tools/tool-files.ts";

const anHourLater = clockAt({ wallMinutes: 60, bootMinutes: 60 });

/** What a sweep an hour later, or a day and more, does to a folder that holds this and nothing else. */
async function swept(fill: (folder: string) => unknown, clock = anHourLater) {
  const folder = path.join(realpathSync(temporaryFolder()), "pending_actions");
  mkdirSync(folder, { mode: 0o700 });
  await fill(folder);
  const report = await sweepPending({ folder, clock });
  return { folder, report, left: readdirSync(folder, { recursive: true, encoding: "utf8" }).sort() };
}

describeWithPython("a sweep", () => {
  it("A91 follows no link out of its folder", async () => {
    const elsewhere = await proposed();
    const own = path.dirname(elsewhere.ticket.path);
    writeFileSync(path.join(own, "thesis.txt"), "years of work");
    const { report } = await swept((folder) => symlinkSync(own, path.join(folder, path.basename(own))));
    expect(report).toMatchObject({ removed: [], unreadable: [{ reason: "not_a_folder" }], ok: true });
    expect(readdirSync(own).sort()).toEqual(["pending_action.json", "thesis.txt"]);
  });

  it("A91 leaves an action that was moved or copied here", async () => {
    const action = await proposed();
    const { report, folder } = await swept((folder) => {
      cpSync(path.dirname(action.ticket.path), path.join(folder, "copy"), { recursive: true });
      chmodSync(path.join(folder, "copy"), 0o700); // Node 22 copies no mode of folders
    });
    expect(report).toMatchObject({ removed: [], unreadable: [{ reason: "not_in_its_place" }] });
    expect(existsSync(path.join(folder, "copy", "pending_action.json"))).toBe(true);
  });

  it("A91 removes its own files by name, and leaves what else lies beside them", async () => {
    let action: Proposed | undefined;
    const { report, left } = await swept(async (folder) => {
      action = await proposed({ folder });
      mkdirSync(beside(action, "photos"));
      writeFileSync(beside(action, "photos/cat.jpg"), "");
      writeFileSync(beside(action, ".receipt.json.0123456789ab.tmp"), "");
    });
    const id = action?.document.action_id ?? "";
    expect(report).toMatchObject({ ok: true, removed: [{ action_id: id }] });
    expect(left).toEqual([id, `${id}/photos`, `${id}/photos/cat.jpg`]);
  });

  it("A91 removes what a killed confirmation left unfinished, which may hold arguments", async () => {
    const { left } = await swept(async (folder) => {
      const action = await proposed({ folder });
      await confirmed(action);
      writeFileSync(beside(action, ".receipt.json.0123456789ab.tmp"), '{"arguments":{"order_id":"A-1"}');
    });
    expect(left.map((file) => path.basename(file)).slice(1)).toEqual(["claim.json", "receipt.json"]);
  });

  it("A91 goes on behind one that it cannot remove, and says so", async () => {
    const actions: Proposed[] = [];
    const { report } = await swept(async (folder) => {
      for (let i = 0; i < 3; i++) actions.push(await proposed({ folder }));
      // Under the name of a file that may go lies a folder, which may not.
      for (const action of actions.slice(1, 2)) mkdirSync(beside(action, ".claim.json.0123456789ab.tmp"));
    });
    const folders = actions.map(({ ticket }) => path.dirname(ticket.path));
    expect(report).toMatchObject({
      ok: false,
      error: { code: "file_write_failed" },
      failed: [{ path: folders[1], reason: expect.any(String) }],
      removed: [{ state: "expired" }, { state: "expired" }],
    });
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, true, false]);
  });

  it("A91 clears what a killed chat left, once no action could wait any more, and what a killed sweep left", async () => {
    const days = clockAt({ wallMinutes: 3 * 1_440, bootMinutes: 3 * 1_440 });
    const young = await swept((folder) => mkdirSync(path.join(folder, "edge-action-1"), { mode: 0o700 }));
    expect(young).toMatchObject({ report: { cleared: [] }, left: ["edge-action-1"] });
    const old = await swept((folder) => {
      mkdirSync(path.join(folder, "edge-action-1"), { mode: 0o700 });
      mkdirSync(path.join(folder, "edge-action-2"), { mode: 0o700 });
      writeFileSync(path.join(folder, "edge-action-2", ".pending_action.json.0123456789ab.tmp"), "");
      mkdirSync(path.join(folder, "holiday"));
      mkdirSync(path.join(folder, "edge-action-3"), { mode: 0o700 });
      writeFileSync(path.join(folder, "edge-action-3", "notes.txt"), "");
      writeFileSync(path.join(folder, ".DS_Store"), "");
    }, days);
    expect(old.report.cleared.map((file) => path.basename(file))).toEqual(["edge-action-1", "edge-action-2"]);
    expect(old.report.unreadable.map((entry) => path.basename(entry.path))).toEqual([
      "edge-action-3",
      "holiday",
    ]);
    expect(old.left).toEqual([".DS_Store", "edge-action-3", "edge-action-3/notes.txt", "holiday"]);
    const claimOnly = (purpose: string) => async (folder: string) => {
      const action = await proposed({ folder });
      leaveClaim(action, { purpose });
      unlinkSync(action.ticket.path);
    };
    expect((await swept(claimOnly("sweep"))).left).toEqual([]);
    // What was begun is never cleared.
    const begun = await swept(claimOnly("confirm"), days);
    expect([begun.report.cleared, begun.left.length]).toEqual([[], 2]);
  });
});
