import { documentText } from "../../imprint/document-text.ts";
import type { ClaimDocument } from "../../schemas/pending-documents.ts";
import { type Clock, timestamp } from "../../system/clock.ts";
import { fileIdentity, linkNewFile, syncFolder, writing } from "../../system/files.ts";
import { processIdentity } from "../../system/process-identity.ts";
import { claimPath, unlessRemoved } from "./action-folder.ts";
import type { PendingFile } from "./pending-file.ts";
import { validityFault } from "./validity.ts";
import type { VerifiedAction } from "./verify.ts";

/** Held by this module alone, so that nothing else can make a ClaimedAction. */
const maker: unique symbol = Symbol("claimAction");

/** The right to run an action, once, unless `lateFault` finds something. One process in all has it. */
export class ClaimedAction {
  constructor(
    made: typeof maker,
    readonly action: VerifiedAction,
    /** A claim that a power failure could take back gives no right to run anything. */
    readonly isOnDisk: boolean,
  ) {
    if (made !== maker) throw new TypeError("a ClaimedAction is made by claimAction");
    Object.freeze(this);
  }
}

/**
 * Claims an action for good; null when another process was first.
 * @throws file_write_failed, pending_action_not_found when it was removed meanwhile
 */
export async function claimAction(action: VerifiedAction, clock: Clock): Promise<ClaimedAction | null> {
  const { file } = action;
  if (!(await linkClaim(file, "confirm", clock))) return null;
  const isOnDisk = await syncFolder(file.folder).then(
    () => true,
    () => false,
  );
  return new ClaimedAction(maker, action, isOnDisk);
}

/** Takes an action out of use for good; false when it was claimed before. @throws as `claimAction` */
export async function withdrawAction(file: PendingFile, clock: Clock): Promise<boolean> {
  const isOurs = await linkClaim(file, "sweep", clock);
  if (isOurs) await unlessRemoved(() => writing(file.folder, () => syncFolder(file.folder)));
  return isOurs;
}

/** Why an action that was just claimed must not run after all. */
export type LateFault =
  | "file_write_failed"
  | "pending_action_not_found"
  | "confirmation_binding_changed"
  | "confirmation_token_expired"
  | "interrupted";

/**
 * Null for an action that may run. Whoever held us up between check and claim, a debugger or a sleeping machine, must
 * not find an old claim swept away and run it a second time.
 */
export async function lateFault(
  { action: { file }, isOnDisk }: ClaimedAction,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<LateFault | null> {
  if (!isOnDisk) return "file_write_failed";
  const identity = await fileIdentity(file.path);
  if (identity === "") return "pending_action_not_found";
  if (identity !== file.identity) return "confirmation_binding_changed";
  if (validityFault(file.document, clock) !== null) return "confirmation_token_expired";
  return signal.aborted ? "interrupted" : null;
}

async function linkClaim(
  file: PendingFile,
  purpose: ClaimDocument["purpose"],
  clock: Clock,
): Promise<boolean> {
  const { pid, startTicks } = processIdentity(process.pid);
  const claim: ClaimDocument = {
    schema_version: "edge.tools.pending_action.claim.v1",
    action_id: file.document.action_id,
    purpose,
    claimed_at: timestamp(clock.now()),
    boot_id: clock.boot().id,
    pid,
    start_ticks: startTicks,
  };
  return unlessRemoved(() => linkNewFile(claimPath(file), documentText(claim)));
}
