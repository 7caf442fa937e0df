import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { ImprintError, isImprintError } from "../errors/error.ts";
import { limits } from "../imprint/limits.ts";
import type { Clock } from "../system/clock.ts";
import {
  claimFileName,
  isUnfinished,
  pendingFileName,
  receiptFileName,
} from "../tools/confirm/action-folder.ts";
import { type ClaimState, claimState, wasWithdrawn } from "../tools/confirm/claim-state.ts";
import { type PendingFile, readPendingFile } from "../tools/confirm/pending-file.ts";
import { validityFault } from "../tools/confirm/validity.ts";

export interface FoundAction {
  readonly file: PendingFile;
  readonly claim: ClaimState;
  /** Its time is over, by whatever clock. */
  readonly over: boolean;
}

/** What lies in the folder of pending actions. */
export interface Found {
  /** Oldest first. */
  readonly actions: readonly FoundAction[];
  /** Folders of ours in which an action never came to be, or of which a sweep has not removed the last. */
  readonly leftovers: readonly string[];
  /** What is not known to be one of our actions, in its own place. */
  readonly unreadable: { path: string; reason: string }[];
}

/** Looks at everything and changes nothing. @throws pending_actions_unreadable */
export async function findActions(folder: string, clock: Clock): Promise<Found> {
  const actions: FoundAction[] = [];
  const leftovers: string[] = [];
  const unreadable: { path: string; reason: string }[] = [];
  for (const name of await entriesOf(folder)) {
    const entry = path.join(folder, name);
    try {
      const found = await foundIn(entry, clock);
      if (found !== null) actions.push(found);
    } catch (error) {
      if (!isImprintError(error)) throw error;
      const kind = isImprintError(error, "pending_action_not_found")
        ? await remains(entry, clock)
        : "foreign";
      if (kind === "leftover") leftovers.push(entry);
      if (kind === "foreign") unreadable.push({ path: entry, reason: reasonOf(error) });
    }
  }
  return { actions: actions.sort(byAge), leftovers, unreadable };
}

/** Why something could not be read or removed, in one word. */
export function reasonOf({ code, details }: ImprintError): string {
  return String(details.reason ?? details.errno ?? code);
}

/** What file managers put there is hidden, and none of our names is. */
async function entriesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith(".")).sort();
  } catch (error) {
    const { code: errno } = error as NodeJS.ErrnoException;
    if (errno === "ENOENT") return [];
    throw new ImprintError("pending_actions_unreadable", `${folder} cannot be read as a folder (${errno})`, {
      details: { path: folder, errno },
      cause: error,
    });
  }
}

/** Null for what is gone. Only a folder that lies here, and an action that says so, is one. */
async function foundIn(entry: string, clock: Clock): Promise<FoundAction | null> {
  const stats = await lstat(entry).catch(() => null);
  if (stats === null) return null;
  if (!stats.isDirectory()) throw foreign("not_a_folder");
  const file = await readPendingFile(path.join(entry, pendingFileName));
  if (file.document.path !== file.path) throw foreign("not_in_its_place");
  const claim = await claimState(file, clock);
  return { file, claim, over: validityFault(file.document, clock) !== null };
}

function foreign(reason: string): ImprintError {
  return new ImprintError("invalid_pending_action", "not one of our actions", { details: { reason } });
}

/**
 * A folder without a pending file: `swept` where a settled action's receipt was left; a `leftover` of a sweep, or of a
 * chat that was killed longer ago than an action can wait; else `foreign`, and so is one that was begun.
 */
async function remains(folder: string, clock: Clock): Promise<"swept" | "leftover" | "foreign"> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.includes(receiptFileName)) return "swept";
  if (!names.every((name) => name === claimFileName || isUnfinished(name))) return "foreign";
  if (names.includes(claimFileName)) return (await wasWithdrawn({ folder })) ? "leftover" : "foreign";
  const changed = await lstat(folder).catch(() => null);
  const age = changed === null ? 0 : clock.now().getTime() - changed.mtimeMs;
  const isOurs = path.basename(folder).startsWith("edge-action-");
  return isOurs && age > limits.pendingActionMaxMinutes * 60_000 ? "leftover" : "foreign";
}

/** The wall clock tells seconds only. */
function byAge({ file: { document: a } }: FoundAction, { file: { document: b } }: FoundAction): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || a.boot_elapsed_ms - b.boot_elapsed_ms;
}
