import { failureDocument } from "../errors/document.ts";
import { ImprintError, isImprintError } from "../errors/error.ts";
import { assertToolsPendingReport } from "../schemas/index.ts";
import type { PendingActionSummary, PendingReportDocument } from "../schemas/pending-documents.ts";
import type { Clock } from "../system/clock.ts";
import { dataFolders } from "../system/data-folders.ts";
import { fileIdentity } from "../system/files.ts";
import { receiptPath } from "../tools/confirm/action-folder.ts";
import { withdrawAction } from "../tools/confirm/claim.ts";
import type { ClaimState } from "../tools/confirm/claim-state.ts";
import { removeAction, removeArguments, removeLeftovers } from "../tools/confirm/remove.ts";
import { type FoundAction, findActions, reasonOf } from "./pending-found.ts";

export type { PendingReportDocument } from "../schemas/pending-documents.ts";

export interface PendingDeps {
  readonly clock: Clock;
  /** As `pendingFolder` says. */
  readonly folder: string;
}

/** Where pending actions live. */
export function pendingFolder(env: NodeJS.ProcessEnv): string {
  return dataFolders(env).pendingActions;
}

/** Every action that waits or waited, oldest first; changes nothing. Shows no argument. @throws pending_actions_unreadable */
export async function listPending({ folder, clock }: PendingDeps): Promise<PendingReportDocument> {
  const { actions, unreadable } = await findActions(folder, clock);
  return report({ folder, actions: actions.map(summary), removed: [], cleared: [], failed: [], unreadable });
}

/**
 * Removes what nobody can confirm any more, and the arguments of what was settled once its time is over; receipts
 * stay. Never touches an action whose outcome is not known, nor one that runs, nor what is not one of our actions.
 * What cannot be removed is told, and the rest is swept all the same.
 *
 * @throws pending_actions_unreadable
 */
export async function sweepPending({ folder, clock }: PendingDeps): Promise<PendingReportDocument> {
  const found = await findActions(folder, clock);
  const actions: PendingActionSummary[] = [];
  const removed: PendingActionSummary[] = [];
  const cleared: string[] = [];
  const failed: PendingReportDocument["failed"] = [];
  const attempt = async (path: string, sweeping: () => Promise<boolean>) => {
    try {
      return await sweeping();
    } catch (error) {
      if (!isImprintError(error)) throw error;
      failed.push({ path, reason: reasonOf(error) });
      return false;
    }
  };
  for (const action of found.actions) {
    if (await attempt(action.file.folder, () => sweep(action, clock))) removed.push(summary(action));
    else if ((await fileIdentity(action.file.path)) !== "") actions.push(summary(action));
  }
  for (const path of found.leftovers) {
    if (await attempt(path, () => removeLeftovers({ folder: path }).then(() => true))) cleared.push(path);
  }
  return report({ folder, actions, removed, cleared, failed, unreadable: found.unreadable });
}

/** True when it is gone. An action that was never claimed is claimed first, so that no confirmation comes between. */
async function sweep({ file, claim, over }: FoundAction, clock: Clock): Promise<boolean> {
  if (over && claim.kind === "settled" && claim.status !== "unknown_outcome") {
    await removeArguments(file);
    return true;
  }
  const isOurs =
    claim.kind === "withdrawn" || (over && claim.kind === "unclaimed" && (await withdrawn(file, clock)));
  if (isOurs) await removeAction(file);
  return isOurs;
}

async function withdrawn(file: FoundAction["file"], clock: Clock): Promise<boolean> {
  try {
    return await withdrawAction(file, clock);
  } catch (error) {
    // Another sweep was faster.
    if (isImprintError(error, "pending_action_not_found")) return false;
    throw error;
  }
}

function summary({ file, claim, over }: FoundAction): PendingActionSummary {
  const { document } = file;
  return {
    action_id: document.action_id,
    tool: document.tool.name,
    execution_level: document.execution_level,
    state: stateOf(claim, over),
    created_at: document.created_at,
    expires_at: document.expires_at,
    path: file.path,
    receipt_path: claim.kind === "settled" ? receiptPath(file) : null,
  };
}

function stateOf(claim: ClaimState, over: boolean): PendingActionSummary["state"] {
  switch (claim.kind) {
    case "unclaimed":
      return over ? "expired" : "open";
    case "withdrawn":
      return "expired";
    case "abandoned":
    case "unreadable":
      return "unknown_outcome";
    case "in_progress":
      return "in_progress";
    case "settled":
      return claim.status === "completed" || claim.status === "unknown_outcome" ? claim.status : "failed";
  }
}

function report(
  found: Omit<PendingReportDocument, "schema_version" | "ok" | "error">,
): PendingReportDocument {
  const { length } = found.failed;
  const message = `${length} of what was to be removed could not be`;
  const error = length === 0 ? null : new ImprintError("file_write_failed", message);
  const document: PendingReportDocument = {
    schema_version: "edge.tools.pending.report.v1",
    ok: error === null,
    ...(error && { error: failureDocument(error) }),
    ...found,
  };
  assertToolsPendingReport(document);
  return document;
}
