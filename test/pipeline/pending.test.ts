import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { listPending, sweepPending } from "../../pipeline/pending.ts";
import { type Clock, systemClock } from "../../system/clock.ts";
import { withdrawAction } from "../../tools/confirm/claim.ts";
import { readPendingFile } from "../../tools/confirm/pending-file.ts";
import {
  clockAt,
  confirmed,
  gone,
  leaveClaim,
  opening,
  type Proposed,
  proposed,
} from "../tools/confirm/pending-actions.ts";
import { describeWithPython, refusal, temporaryFolder } from "../tools/tool-files.ts";

const anHourLater = clockAt({ wallMinutes: 60, bootMinutes: 60 });

/** One action in each state, in one folder. */
async function oneOfEach() {
  const folder = path.join(temporaryFolder(), "pending_actions");
  const open = await proposed({ folder, args: { order_id: "secret-77" } });
  const expired = await proposed({ folder, minutes: 1 });
  const completed = await proposed({ folder });
  await confirmed(completed);
  const failed = await proposed({ folder, body: 'raise ValueError("x")' });
  await confirmed(failed);
  const running = await proposed({ folder });
  leaveClaim(running);
  const unknown = await proposed({ folder });
  leaveClaim(unknown, gone);
  const foreign = path.join(folder, "not-an-action");
  mkdirSync(foreign);
  return { folder, open, expired, completed, failed, running, unknown, foreign };
}

const statesAt = async (folder: string, clock: Clock) =>
  Object.fromEntries(
    (await listPending({ folder, clock })).actions.map(({ action_id, state }) => [action_id, state]),
  );

describeWithPython("pending actions", () => {
  it("A91 are listed with their state, and without their arguments", async () => {
    const all = await oneOfEach();
    const { folder } = all;
    const id = ({ document }: Proposed) => document.action_id;
    const report = await listPending({ folder, clock: clockAt({ wallMinutes: 2, bootMinutes: 2 }) });
    expect(Object.fromEntries(report.actions.map(({ action_id, state }) => [action_id, state]))).toEqual({
      [id(all.open)]: "open",
      [id(all.expired)]: "expired",
      [id(all.completed)]: "completed",
      [id(all.failed)]: "failed",
      [id(all.running)]: "in_progress",
      [id(all.unknown)]: "unknown_outcome",
    });
    expect(report.unreadable).toEqual([{ path: all.foreign, reason: expect.any(String) }]);
    expect(report.removed).toEqual([]);
    expect(JSON.stringify(report)).not.toMatch(/secret-77|A-1/);
    const [first] = report.actions;
    expect(first).toMatchObject({
      tool: "submit_order",
      execution_level: "commit",
      path: all.open.ticket.path,
      expires_at: all.open.ticket.expiresAt,
      receipt_path: null,
    });
  });

  it("A91 are swept when their time is over; what runs, is not known or not ours stays, and so do receipts", async () => {
    const all = await oneOfEach();
    const { folder } = all;
    const { removed, actions, unreadable } = await sweepPending({ folder, clock: anHourLater });
    const paths = (list: { path: string }[]) => list.map(({ path: file }) => file).sort();
    const files = (...list: Proposed[]) => list.map(({ ticket }) => ticket.path).sort();
    expect(paths(removed)).toEqual(files(all.open, all.expired, all.completed, all.failed));
    expect(paths(actions)).toEqual(files(all.running, all.unknown));
    expect(unreadable).toHaveLength(1);
    for (const file of paths(removed)) expect(existsSync(file), file).toBe(false);
    for (const file of paths(actions)) expect(existsSync(file), file).toBe(true);
    expect(existsSync(path.dirname(all.open.ticket.path))).toBe(false);
    expect(readdirSync(path.dirname(all.completed.ticket.path)).sort()).toEqual([
      "claim.json",
      "receipt.json",
    ]);
    expect(existsSync(all.foreign)).toBe(true);
    // What was swept is not told of again.
    const after = await listPending({ folder, clock: anHourLater });
    expect(paths(after.actions)).toEqual(files(all.running, all.unknown));
    expect(after.unreadable).toHaveLength(1);
    expect(await refusal(confirmed(all.open))).toBe("pending_action_not_found");
    expect(await refusal(confirmed(all.completed))).toBe("confirmation_token_claimed");
    expect(all.completed.effects()).toEqual(["A-1"]);
  });

  it("A91 are left alone while they can be confirmed or their receipt is young", async () => {
    const all = await oneOfEach();
    const { removed } = await sweepPending({ folder: all.folder, clock: systemClock });
    expect(removed).toEqual([]);
    expect((await confirmed(all.open)).ending.status).toBe("completed");
  });

  it("A57 A91 are claimed by a sweep before they go, so that no confirmation comes between", async () => {
    const action = await proposed();
    expect(await withdrawAction(await readPendingFile(action.ticket.path), systemClock)).toBe(true);
    // The sweep was killed here.
    expect(await refusal(confirmed(action))).toBe("confirmation_token_expired");
    expect(action.effects()).toEqual([]);
    expect(await statesAt(action.folder, systemClock)).toEqual({ [action.document.action_id]: "expired" });
    const { removed } = await sweepPending({ folder: action.folder, clock: systemClock });
    expect(removed).toHaveLength(1);
    expect(readdirSync(action.folder)).toEqual([]);
  });

  it("A57 A91 stay when somebody claims them between a sweep's look and its hand", async () => {
    const action = await proposed();
    const claim = path.join(path.dirname(action.ticket.path), "claim.json");
    // The clock is read behind the claim's place.
    const clock = {
      ...anHourLater,
      boot: () => {
        writeFileSync(claim, "{}");
        return anHourLater.boot();
      },
    };
    const { removed, actions } = await sweepPending({ folder: action.folder, clock });
    expect(removed).toEqual([]);
    expect(actions).toHaveLength(1);
    expect(existsSync(action.ticket.path)).toBe(true);
  });

  it("A57 A91 either run once or are swept, when both come to the claim at the same time", async () => {
    const folder = path.join(temporaryFolder(), "pending_actions");
    const action = await proposed({ folder });
    const outcomes: string[] = [];
    // Who won gives the other one a longer lead, until they meet.
    let [leadMs, stepMs] = [0, 1];
    for (let round = 0; round < 20; round++) {
      const orderId = `race-${round}`;
      const ticket = await action.propose({ order_id: orderId });
      let sweeping: Promise<unknown> | undefined;
      const openRunner = opening(async () => {
        // The sweep's clock is ahead; the confirmation's is not.
        sweeping = delay(-leadMs).then(() => sweepPending({ folder, clock: anHourLater }));
        await delay(leadMs);
      });
      const run = await confirmed({ ticket }, { openRunner }).then(
        ({ ending }) => ending.status,
        (error: unknown) => (isImprintError(error) ? error.code : String(error)),
      );
      await sweeping;
      expect(action.effects().filter((line) => line === orderId)).toHaveLength(run === "completed" ? 1 : 0);
      const isAgain = (run === "completed") === (outcomes.at(-1) === "completed");
      stepMs = isAgain ? stepMs * 2 : 1;
      leadMs += run === "completed" ? stepMs : -stepMs;
      outcomes.push(run);
    }
    const swept = ["confirmation_token_expired", "pending_action_not_found"];
    expect(outcomes.filter((outcome) => ![...swept, "completed"].includes(outcome))).toEqual([]);
    expect(outcomes.filter((outcome) => outcome === "completed")).not.toEqual([]);
    expect(outcomes.filter((outcome) => swept.includes(outcome))).not.toEqual([]);
  });

  it("A91 can be swept by two at once", async () => {
    const all = await oneOfEach();
    const deps = { folder: all.folder, clock: anHourLater };
    const [one, two] = await Promise.all([sweepPending(deps), sweepPending(deps)]);
    expect(one.removed.length + two.removed.length).toBeGreaterThanOrEqual(4);
    expect((await listPending(deps)).actions).toHaveLength(2);
  });

  it("A91 are told by name when what should hold them is no folder", async () => {
    const file = path.join(temporaryFolder(), "pending_actions");
    writeFileSync(file, "");
    const loop = path.join(temporaryFolder(), "loop");
    symlinkSync(loop, loop);
    for (const folder of [file, loop]) {
      expect(await refusal(listPending({ folder, clock: systemClock }))).toBe("pending_actions_unreadable");
      expect(await refusal(sweepPending({ folder, clock: systemClock }))).toBe("pending_actions_unreadable");
    }
  });

  it("A91 that vanish while they are looked for are not told of", async () => {
    const folder = path.join(temporaryFolder(), "pending_actions");
    const actions = [await proposed({ folder }), await proposed({ folder })];
    const clock = {
      ...systemClock,
      boot: () => {
        // The clock is read behind the first one's files; whichever comes second goes.
        for (const { ticket } of actions.slice(1))
          rmSync(path.dirname(ticket.path), { recursive: true, force: true });
        return systemClock.boot();
      },
    };
    actions.sort((a, b) => (a.ticket.path < b.ticket.path ? -1 : 1));
    const { actions: listed, unreadable } = await listPending({ folder, clock });
    expect(listed.map(({ path: file }) => file)).toEqual([actions[0]?.ticket.path]);
    expect(unreadable).toEqual([]);
  });

  it("A91 are none where there never was one", async () => {
    const folder = path.join(temporaryFolder(), "nowhere");
    expect(await listPending({ folder, clock: systemClock })).toMatchObject({ actions: [], unreadable: [] });
    expect(await sweepPending({ folder, clock: systemClock })).toMatchObject({ removed: [] });
    expect(existsSync(folder)).toBe(false);
  });

  it("A58 stay private in a sweep's claim too", async () => {
    const action = await proposed();
    await withdrawAction(await readPendingFile(action.ticket.path), systemClock);
    const claim = path.join(path.dirname(action.ticket.path), "claim.json");
    expect(statSync(claim).mode & 0o777).toBe(0o600);
  });
});
