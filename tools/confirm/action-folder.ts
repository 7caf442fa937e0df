import path from "node:path";
import { ImprintError, isImprintError } from "../../errors/error.ts";

export const pendingFileName = "pending_action.json";
export const claimFileName = "claim.json";
export const receiptFileName = "receipt.json";

const unfinished = /^\.(pending_action|claim|receipt)\.json\.[0-9a-f]+\.tmp$/;

/** An action's own folder, where its claim and its receipt lie beside the pending file. */
export interface ActionFolder {
  /** Absolute. */
  readonly folder: string;
}

export function claimPath({ folder }: ActionFolder): string {
  return path.join(folder, claimFileName);
}

export function receiptPath({ folder }: ActionFolder): string {
  return path.join(folder, receiptFileName);
}

/** True for a file that a process was writing when it was killed. */
export function isUnfinished(name: string): boolean {
  return unfinished.test(name);
}

/** @throws pending_action_not_found where the folder was removed meanwhile; else what `write` throws */
export async function unlessRemoved<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isImprintError(error, "file_write_failed") || error.details.errno !== "ENOENT") throw error;
    throw new ImprintError("pending_action_not_found", "the action was removed meanwhile", { cause: error });
  }
}
