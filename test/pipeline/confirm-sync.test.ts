import { existsSync, readdirSync, unlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { sweepPending } from "../../pipeline/pending.ts";
import { systemClock } from "../../system/clock.ts";
import { syncFolder } from "../../system/files.ts";
import {
  beside,
  clockAt,
  confirmed,
  leaveClaim,
  proposed,
  receiptOf,
} from "../tools/confirm/pending-actions.ts";
import { describeWithPython, refusal, temporaryFolder } from "../tools/tool-files.ts";

vi.mock("../../system/files.ts", async (original) => {
  const files = await original<typeof import("../../system/files.ts")>();
  return { ...files, syncFolder: vi.fn(files.syncFolder) };
});

const synced = vi.mocked(syncFolder);
const really = synced.getMockImplementation();

afterEach(() => {
  if (really) synced.mockReset().mockImplementation(really);
});

const anHourLater = clockAt({ wallMinutes: 60, bootMinutes: 60 });

describeWithPython("an action on a disk that may lose power", () => {
  it("A92 has its folder's name on the disk before its pending file is there", async () => {
    const folder = path.join(temporaryFolder(), "pending_actions");
    const action = await proposed({ folder });
    const seen: [string, string[]][] = [];
    synced.mockImplementation(async (name) => {
      seen.push([name, readdirSync(name).flatMap((entry) => readdirSync(path.join(name, entry)))]);
    });
    unlinkSync(action.ticket.path);
    await action.propose({ order_id: "B-2" });
    expect(seen).toEqual([[folder, []]]);
  });

  it("A50 runs nothing when its claim cannot be made safe, and says so for good", async () => {
    const action = await proposed();
    synced.mockRejectedValueOnce(new Error("EIO"));
    const { report } = await confirmed(action);
    expect(report).toMatchObject({ ok: false, status: "file_write_failed", may_have_taken_effect: false });
    expect(receiptOf(action)).toMatchObject({ status: "file_write_failed", interpreter: null });
    expect(await refusal(confirmed(action))).toBe("confirmation_token_claimed");
    expect(action.effects()).toEqual([]);
  });

  it("A57 A91 loses its pending file first and for certain when it is swept, then its claim", async () => {
    const action = await proposed();
    leaveClaim(action, { purpose: "sweep" });
    const seen: [string, boolean, boolean][] = [];
    synced.mockImplementation(async (name) => {
      seen.push([name, existsSync(action.ticket.path), existsSync(beside(action, "claim.json"))]);
    });
    await sweepPending({ folder: action.folder, clock: systemClock });
    expect(seen).toEqual([[path.dirname(action.ticket.path), false, true]]);
    expect(existsSync(path.dirname(action.ticket.path))).toBe(false);
  });

  it("A91 is not swept when the sweep's own claim cannot be made safe", async () => {
    const action = await proposed();
    synced.mockRejectedValueOnce(Object.assign(new Error("EIO"), { code: "EIO" }));
    const { failed, removed } = await sweepPending({ folder: action.folder, clock: anHourLater });
    expect([failed, removed]).toEqual([[{ path: path.dirname(action.ticket.path), reason: "EIO" }], []]);
    expect(existsSync(action.ticket.path)).toBe(true);
  });
});
