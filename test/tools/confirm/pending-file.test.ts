import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  linkSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { realpath } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { limits } from "../../../imprint/limits.ts";
import { describeWithPython, refusal, temporaryFolder } from "../tool-files.ts";
import { confirmed, type Proposed, proposed } from "./pending-actions.ts";

/** The code that a spoiled action is refused with; nothing may have run. */
async function refusedAfter(spoil: (file: string, action: Proposed) => string | undefined) {
  const action = await proposed();
  const elsewhere = spoil(action.ticket.path, action);
  const code = await refusal(confirmed(action, { path: elsewhere ?? action.ticket.path }));
  expect(action.effects()).toEqual([]);
  return code;
}

/** For what only root can do. */
const needsRoot = process.getuid?.() === 0 ? null : "only root gives files to another user";

describeWithPython("a pending file", () => {
  it("A58 is its owner's alone, in a folder that is its owner's alone", async () => {
    const { ticket, folder } = await proposed();
    expect(path.dirname(path.dirname(ticket.path))).toBe(folder);
    expect(statSync(ticket.path).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(ticket.path)).mode & 0o777).toBe(0o700);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("A49 holds its token as a hash and nowhere else", async () => {
    const { ticket } = await proposed();
    expect(ticket.token).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(ticket.path, "utf8")).not.toContain(ticket.token);
  });

  it.each<[string, (file: string) => void]>([
    ["others may read", (file) => chmodSync(file, 0o644)],
    ["others may write", (file) => chmodSync(file, 0o622)],
    ["its owner may run", (file) => chmodSync(file, 0o700)],
    ["lies in a folder that others may enter", (file) => chmodSync(path.dirname(file), 0o750)],
    ["has a second name", (file) => linkSync(file, `${file}.second`)],
    ["is too large", (file) => writeFileSync(file, Buffer.alloc(limits.jsonDocumentBytes + 1, " "))],
    ["is empty", (file) => writeFileSync(file, "")],
    ["is not JSON", (file) => writeFileSync(file, readFileSync(file, "utf8").slice(1))],
    ["names a field twice", (file) => edit(file, (text) => text.replace("{", '{"path": "/",'))],
    ["is another document", (file) => writeFileSync(file, "{}")],
    ["has a field too many", (file) => edit(file, (text) => text.replace("{", '{"note": 1,'))],
  ])("A58 that %s is refused", async (_, spoil) => {
    const code = await refusedAfter((file) => {
      spoil(file);
      return undefined;
    });
    expect(code).toBe("invalid_pending_action");
  });

  it("A58 that belongs to another user is refused", async ({ skip }) => {
    if (needsRoot) skip(needsRoot);
    expect(
      await refusedAfter((file) => {
        chownSync(file, 12_345, 12_345);
        return undefined;
      }),
    ).toBe("invalid_pending_action");
  });

  it("A58 that lies in another user's folder is refused", async ({ skip }) => {
    if (needsRoot) skip(needsRoot);
    expect(
      await refusedAfter((file) => {
        chownSync(path.dirname(file), 12_345, 12_345);
        return undefined;
      }),
    ).toBe("invalid_pending_action");
  });

  it("A58 that is a symbolic link or a folder is refused", async () => {
    const linked = await refusedAfter((file) => {
      renameSync(file, `${file}.real`);
      symlinkSync(`${file}.real`, file);
      return undefined;
    });
    expect(linked).toBe("invalid_pending_action");
    expect(await refusedAfter((file) => path.dirname(file))).toBe("invalid_pending_action");
  });

  it("A54 that was copied or moved is refused: its claim would lie elsewhere", async () => {
    const copied = await refusedAfter((file) => {
      copyFileSync(file, path.join(path.dirname(file), "copy.json"));
      return path.join(path.dirname(file), "copy.json");
    });
    const folderCopied = await refusedAfter((file, { folder }) => {
      cpSync(path.dirname(file), path.join(folder, "copy"), { recursive: true });
      chmodSync(path.join(folder, "copy"), 0o700); // Node 22 copies no mode of folders
      return path.join(folder, "copy", path.basename(file));
    });
    const moved = await refusedAfter((file) => {
      renameSync(path.dirname(file), `${path.dirname(file)}-moved`);
      return path.join(`${path.dirname(file)}-moved`, path.basename(file));
    });
    expect([copied, folderCopied, moved]).toEqual(Array(3).fill("confirmation_binding_changed"));
  });

  it("is found by any path that leads to it", async () => {
    const action = await proposed();
    const link = path.join(await realpath(temporaryFolder()), "link");
    symlinkSync(path.dirname(action.ticket.path), link);
    const { ending } = await confirmed(action, { path: path.join(link, path.basename(action.ticket.path)) });
    expect(ending.status).toBe("completed");
  });

  it("that is not there is pending_action_not_found", async () => {
    const gone = await refusedAfter((file) => {
      unlinkSync(file);
      return undefined;
    });
    const nowhere = await refusedAfter((file) => path.join(file, "..", "..", "nowhere", "x.json"));
    expect([gone, nowhere]).toEqual(["pending_action_not_found", "pending_action_not_found"]);
  });
});

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, "utf8")));
}
