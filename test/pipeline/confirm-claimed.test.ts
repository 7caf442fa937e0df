import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { systemClock } from "../../system/clock.ts";
import {
  beside,
  clockAt,
  confirmed,
  gone,
  leaveClaim,
  opening,
  type Proposed,
  proposed,
  receiptOf,
} from "../tools/confirm/pending-actions.ts";
import { describeWithPython, refusal, temporaryFolder } from "../tools/tool-files.ts";

describeWithPython("an action that was claimed", () => {
  it("A57 is in progress while its process lives", async () => {
    const action = await proposed();
    leaveClaim(action);
    const refused = await confirmed(action).catch((error: unknown) => error);
    if (!isImprintError(refused, "confirmation_token_claimed")) throw refused;
    expect(refused.details).toMatchObject({ receipt_path: null });
    expect(existsSync(beside(action, "receipt.json"))).toBe(false);
  });

  it.each([
    ["is gone", gone],
    ["is another one with its id", { start_ticks: 1 }],
    ["was of another boot", { boot_id: "before" }],
  ])("A92 has an unknown outcome when its process %s: on record, and never run", async (_, change) => {
    const action = await proposed();
    leaveClaim(action, change);
    expect(await refusal(confirmed(action))).toBe("unknown_outcome");
    expect(receiptOf(action)).toMatchObject({
      status: "unknown_outcome",
      may_have_taken_effect: true,
      call: null,
      result_sha256: null,
    });
    expect(await refusal(confirmed(action))).toBe("unknown_outcome");
    expect(action.effects()).toEqual([]);
  });

  it("A92 has an unknown outcome when its claim cannot be read", async () => {
    const action = await proposed();
    writeFileSync(beside(action, "claim.json"), "");
    expect(await refusal(confirmed(action))).toBe("unknown_outcome");
    expect(action.effects()).toEqual([]);
  });

  it("A92 has an unknown outcome when its claim cannot be had from the disk; nothing is put down", async () => {
    const action = await proposed();
    symlinkSync("claim.json", beside(action, "claim.json"));
    expect(await refusal(confirmed(action))).toBe("unknown_outcome");
    expect(existsSync(beside(action, "receipt.json"))).toBe(false);
    expect(action.effects()).toEqual([]);
  });

  it("A92 has the outcome of a receipt that comes between the look at its claim and at its process", async () => {
    const action = await proposed();
    await confirmed(action);
    const receipt = readFileSync(beside(action, "receipt.json"));
    unlinkSync(beside(action, "receipt.json"));
    leaveClaim(action, gone);
    const clock = {
      ...systemClock,
      boot: () => {
        writeFileSync(beside(action, "receipt.json"), receipt);
        return systemClock.boot();
      },
    };
    expect(await refusal(confirmed(action, { clock }))).toBe("confirmation_token_claimed");
  });

  it.each([
    ["is of another action", { action_id: "edge-action-other" }],
    ["is of another token", { token_sha256: `sha256:${"0".repeat(64)}` }],
    ["is no receipt", { status: 5 }],
  ])("A92 has an unknown outcome when the receipt beside it %s", async (_, change) => {
    const action = await proposed();
    await confirmed(action);
    writeFileSync(beside(action, "receipt.json"), JSON.stringify({ ...receiptOf(action), ...change }));
    expect(await refusal(confirmed(action))).toBe("unknown_outcome");
    expect(action.effects()).toEqual(["A-1"]);
  });

  it("A92 is never told as expired, which would invite a second run", async () => {
    const action = await proposed();
    leaveClaim(action, { boot_id: "before" });
    const later = clockAt({ bootId: "after", wallMinutes: 60, bootMinutes: 60 });
    expect(await refusal(confirmed(action, { clock: later }))).toBe("unknown_outcome");
  });

  it("A57 does not run when it was removed, changed or ended between check and claim", async () => {
    const spoiled: [string, (action: Proposed) => void, string][] = [
      ["removed", ({ ticket }) => unlinkSync(ticket.path), "pending_action_not_found"],
      ["changed", ({ ticket }) => appendFileSync(ticket.path, " "), "confirmation_binding_changed"],
      [
        "its folder removed",
        ({ ticket }) => rmSync(path.dirname(ticket.path), { recursive: true }),
        "pending_action_not_found",
      ],
    ];
    for (const [what, spoil, code] of spoiled) {
      const action = await proposed();
      const openRunner = opening(() => spoil(action));
      const ended = await confirmed(action, { openRunner }).then(({ ending }) => ending.status, codeOf);
      expect([what, ended]).toEqual([what, code]);
      expect(action.effects()).toEqual([]);
    }
    const action = await proposed();
    let looks = 0;
    // Valid when it was looked at, over when it was claimed.
    const clock = { ...systemClock, now: () => new Date(Date.now() + (looks++ < 1 ? 0 : 3_600_000)) };
    await confirmed(action, { clock });
    expect(receiptOf(action)).toMatchObject({
      status: "confirmation_token_expired",
      may_have_taken_effect: false,
    });
    expect(action.effects()).toEqual([]);
  });
});

/** Ways in which a pending file stops being one that can be confirmed. */
const spoiled: [string, (action: Proposed) => string | undefined][] = [
  ["is gone", ({ ticket }) => void unlinkSync(ticket.path)],
  ["was cut", ({ ticket }) => void writeFileSync(ticket.path, "")],
  ["was edited", ({ ticket }) => void edit(ticket.path, '"validity_ms": 6', '"validity_ms": 7')],
  ["may be read by others", ({ ticket }) => void chmodSync(ticket.path, 0o644)],
  ["lies in an open folder", ({ ticket }) => void chmodSync(path.dirname(ticket.path), 0o755)],
  [
    "is a copy elsewhere",
    ({ ticket }) => {
      const copy = path.join(realpathSync(temporaryFolder()), "pending_action.json");
      copyFileSync(ticket.path, copy);
      return copy;
    },
  ],
  [
    "lies in a folder that was put back from a copy",
    ({ ticket }) => {
      const folder = path.dirname(ticket.path);
      cpSync(folder, `${folder}-copy`, { recursive: true });
      renameSync(folder, `${folder}-before`);
      renameSync(`${folder}-copy`, folder);
      chmodSync(folder, 0o700);
      return undefined;
    },
  ],
];

describeWithPython("an action that was begun and whose pending file", () => {
  it.each(spoiled)("A57 A92 %s is never told as one to ask for again", async (_, spoil) => {
    const ran = await proposed();
    await confirmed(ran);
    expect(await refusal(confirmed(ran, { path: spoil(ran) }))).toBe("confirmation_token_claimed");
    expect(ran.effects()).toEqual(["A-1"]);
    const begun = await proposed();
    leaveClaim(begun, gone);
    expect(await refusal(confirmed(begun, { path: spoil(begun) }))).toBe("unknown_outcome");
    expect(begun.effects()).toEqual([]);
  });

  it("A55 is gone says to a wrong token only that it was begun", async () => {
    const action = await proposed();
    await confirmed(action);
    unlinkSync(action.ticket.path);
    expect(await refusal(confirmed(action, { token: "0".repeat(64) }))).toBe("unknown_outcome");
  });

  it("A54 was put back from a copy from before its claim runs nothing", async () => {
    const action = await proposed();
    const folder = path.dirname(action.ticket.path);
    cpSync(folder, `${folder}-backup`, { recursive: true });
    await confirmed(action);
    rmSync(folder, { recursive: true });
    // So that the number of the old folder is not given out again.
    renameSync(`${folder}-backup`, folder);
    chmodSync(folder, 0o700);
    expect(await refusal(confirmed(action))).toBe("confirmation_binding_changed");
    expect(action.effects()).toEqual(["A-1"]);
  });
});

function edit(file: string, from: string, to: string): void {
  const before = readFileSync(file, "utf8");
  expect(before).toContain(from);
  writeFileSync(file, before.replace(from, to));
}

function codeOf(error: unknown): string {
  return isImprintError(error) ? error.code : String(error);
}
