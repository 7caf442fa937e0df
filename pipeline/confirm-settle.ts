import { ImprintError, isImprintError } from "../errors/error.ts";
import { canonicalJson } from "../imprint/canonical.ts";
import { limits } from "../imprint/limits.ts";
import type { Clock } from "../system/clock.ts";
import { type ReservedFile, reserveFile } from "../system/reserved-file.ts";
import { receiptPath, unlessRemoved } from "../tools/confirm/action-folder.ts";
import type { VerifiedAction } from "../tools/confirm/verify.ts";
import { confirmReceipt, type Ending, endingError } from "./confirm-record.ts";

/** How a claimed action was put on record. */
export interface Settled {
  /** Null when it could not be written. */
  readonly receiptPath: string | null;
  /** What the confirmation ends with; null when the tool ran well and that is on record. */
  readonly error: ImprintError | null;
}

/** A receipt has about 3 KB, and some 150 bytes more for each module beside the tools file. */
const receiptBytes = 65_536;
/** The spaces and line breaks of a document on disk, against its canonical form. */
const spelling = 4;

/**
 * Room on the disk for the receipt, taken before the claim: a disk that is full costs no action, and one that fills up
 * meanwhile no outcome.
 * @throws file_write_failed, pending_action_not_found
 */
export function reserveReceipt(
  { file, document }: VerifiedAction,
  includeText: boolean,
): Promise<ReservedFile> {
  const text = Buffer.byteLength(canonicalJson(document.arguments)) + limits.toolResultBytes;
  const bytes = receiptBytes + (includeText ? spelling * text : 0);
  return unlessRemoved(() => reserveFile(receiptPath(file), bytes));
}

/**
 * Writes the receipt. Only who holds the claim knows the outcome, so this replaces what others have put down as
 * unknown. A receipt that cannot be written is told with the outcome, never in its place.
 */
export async function settle(
  action: VerifiedAction,
  ending: Ending,
  room: ReservedFile,
  settings: { readonly clock: Clock; readonly includeText: boolean },
): Promise<Settled> {
  const file = receiptPath(action.file);
  try {
    await room.write(confirmReceipt(action, ending, settings));
    return { receiptPath: file, error: endingError(ending, file) };
  } catch (error) {
    if (!isImprintError(error, "file_write_failed")) throw error;
    const message = `the action ended (${ending.status}), and its receipt could not be written`;
    const details = { ...error.details, action_id: action.document.action_id, status: ending.status };
    const told = new ImprintError("file_write_failed", message, { details, cause: error });
    return { receiptPath: null, error: told };
  }
}
