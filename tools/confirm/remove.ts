import { readdir, rm, rmdir, unlink } from "node:fs/promises";
import path from "node:path";
import { syncFolder, writing } from "../../system/files.ts";
import { type ActionFolder, claimPath, isUnfinished } from "./action-folder.ts";
import type { PendingFile } from "./pending-file.ts";

/**
 * Removes what holds the arguments of a settled action: its pending file, and what a killed process left unfinished.
 * Claim and receipt stay: the claim so that the action can never run again, the receipt for whoever asks later.
 *
 * @throws file_write_failed
 */
export async function removeArguments({ path: file, folder }: PendingFile): Promise<void> {
  await unless(["ENOENT"], file, async () => {
    await unlink(file);
    await syncFolder(folder);
    await removeUnfinished(folder);
  });
}

/**
 * Removes an action that was withdrawn. The pending file goes first and for certain: an action that lay there without
 * its claim could be confirmed again.
 *
 * @throws file_write_failed
 */
export async function removeAction(file: PendingFile): Promise<void> {
  await removeArguments(file);
  await removeLeftovers(file);
}

/**
 * Removes a folder without a pending file: a sweep's claim, and what was left unfinished. Whatever else lies there
 * stays, and the folder with it.
 *
 * @throws file_write_failed
 */
export async function removeLeftovers({ folder }: ActionFolder): Promise<void> {
  await unless(["ENOENT", "ENOTEMPTY", "EEXIST"], folder, async () => {
    await removeUnfinished(folder);
    await rm(claimPath({ folder }), { force: true });
    await rmdir(folder);
  });
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(isUnfinished)) {
    await rm(path.join(folder, name), { force: true });
  }
}

/** Does without what fails for such a reason: another sweep may have been faster. */
async function unless(errnos: readonly string[], file: string, remove: () => Promise<void>): Promise<void> {
  await writing(file, async () => {
    try {
      await remove();
    } catch (error) {
      if (!errnos.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  });
}
