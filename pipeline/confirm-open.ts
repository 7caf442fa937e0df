import path from "node:path";
import { ImprintError, isImprintError } from "../errors/error.ts";
import type { Clock } from "../system/clock.ts";
import { createFileAtomic } from "../system/files.ts";
import { type ActionFolder, receiptPath } from "../tools/confirm/action-folder.ts";
import { begunState, claimState } from "../tools/confirm/claim-state.ts";
import { type ValidityFault, validityFault } from "../tools/confirm/validity.ts";
import { type VerifiedAction, verifyAction } from "../tools/confirm/verify.ts";
import { confirmReceipt, type Ending } from "./confirm-record.ts";

/**
 * `verifyAction`, for whoever will act on what it says: an action that was begun is never told as one to ask for
 * again, whatever became of its pending file.
 *
 * @throws as `verifyAction`; confirmation_token_claimed, unknown_outcome
 */
export async function verifyUnbegun(file: string, token: string): Promise<VerifiedAction> {
  try {
    return await verifyAction(file, token);
  } catch (error) {
    if (!isImprintError(error) || error.code === "confirmation_token_invalid") throw error;
    // A copy says where it comes from.
    for (const place of [file, error.details.path]) {
      if (typeof place === "string") await refuseBegun({ folder: path.dirname(place) }, token, error);
    }
    throw error;
  }
}

async function refuseBegun(folder: ActionFolder, token: string, cause: ImprintError): Promise<void> {
  const begun = await begunState(folder, token);
  if (begun === null) return;
  if (begun.kind === "settled") throw settled(begun.status, { receipt_path: receiptPath(folder) });
  const message = `the action was begun, and its pending file is no longer what it was (${cause.code})`;
  throw new ImprintError("unknown_outcome", message, { details: { reason: cause.code }, cause });
}

/**
 * Refuses an action that was claimed before or is out of date; one whose process is gone is put on record first.
 * What was claimed counts before what is out of date: who is told that an action expired asks for it again.
 * @throws confirmation_token_claimed, confirmation_token_expired, unknown_outcome, file_write_failed
 */
export async function assertOpen(action: VerifiedAction, clock: Clock): Promise<void> {
  const { file, document } = action;
  const { action_id } = document;
  const state = await claimState(file, clock);
  switch (state.kind) {
    case "unclaimed": {
      const reason = validityFault(document, clock);
      if (reason !== null) throw expired(action_id, reason);
      return;
    }
    case "withdrawn":
      throw expired(action_id, "time_over");
    case "in_progress":
      throw claimedBefore("the action is being run by another process", { action_id, receipt_path: null });
    case "settled":
      throw settled(state.status, { action_id, receipt_path: receiptPath(file) });
    case "unreadable":
      throw new ImprintError("unknown_outcome", "whether the action was begun cannot be read", {
        details: { action_id, reason: "claim_unreadable" },
      });
    case "abandoned":
      await createFileAtomic(
        receiptPath(file),
        confirmReceipt(action, abandoned, { clock, includeText: false }),
      );
      return assertOpen(action, clock);
  }
}

const abandoned: Ending = {
  status: "unknown_outcome",
  message: "the process that ran the action ended without a receipt",
  mayHaveTakenEffect: true,
  call: null,
  interpreter: null,
};

/** For an action that somebody else claimed between our look and our claim. @throws as `assertOpen` */
export async function refuseClaimed(action: VerifiedAction, clock: Clock): Promise<never> {
  await assertOpen(action, clock);
  throw claimedBefore("the action was claimed by another process", { action_id: action.document.action_id });
}

function settled(status: string, details: { receipt_path: string; action_id?: string }): ImprintError {
  const { receipt_path: file } = details;
  if (status !== "unknown_outcome") {
    return claimedBefore(`the action was confirmed before (${status}), see ${file}`, { ...details, status });
  }
  const message = `the action was begun and its end is not known, see ${file}`;
  return new ImprintError("unknown_outcome", message, { details });
}

function claimedBefore(message: string, details: Record<string, unknown>): ImprintError {
  return new ImprintError("confirmation_token_claimed", message, { details });
}

const reasons: Record<ValidityFault, string> = {
  time_over: "its time is over",
  clock_set_back: "the clock was set back to before it was made",
  restarted: "the machine was restarted",
};

function expired(actionId: string, reason: ValidityFault): ImprintError {
  const message = `the action can no longer be confirmed: ${reasons[reason]}`;
  return new ImprintError("confirmation_token_expired", message, {
    details: { action_id: actionId, reason },
  });
}
