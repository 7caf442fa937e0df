import { parseJsonStrict } from "../../imprint/json-text.ts";
import { limits } from "../../imprint/limits.ts";
import { isPendingActionClaim, isToolsConfirmReceipt } from "../../schemas/index.ts";
import type { ClaimDocument } from "../../schemas/pending-documents.ts";
import type { Clock } from "../../system/clock.ts";
import { FileRefusal, readRegularFile } from "../../system/files.ts";
import { isRunning } from "../../system/process-identity.ts";
import { type ActionFolder, claimPath, receiptPath } from "./action-folder.ts";
import { isToken } from "./binding.ts";
import type { PendingFile } from "./pending-file.ts";

/** What became of an action so far. */
export type ClaimState =
  | { readonly kind: "unclaimed" }
  /** The process that claimed it runs. */
  | { readonly kind: "in_progress" }
  /** A receipt is there; its status is `unknown_outcome` unless it can be read and is this action's. */
  | { readonly kind: "settled"; readonly status: string }
  /** It began, and whoever ran it is gone without a receipt. */
  | { readonly kind: "abandoned" }
  /** The disk does not give the claim: whether it began is not known. */
  | { readonly kind: "unreadable" }
  /** Taken out of use before anybody confirmed it. */
  | { readonly kind: "withdrawn" };

/** Reads claim and receipt; changes nothing. */
export async function claimState(file: PendingFile, clock: Clock): Promise<ClaimState> {
  const settled = await settledState(file);
  if (settled !== null) return settled;
  const claim = await read(claimPath(file));
  if (claim.kind !== "found") return { kind: claim.kind === "none" ? "unclaimed" : "unreadable" };
  // What is no claim in form was one all the same.
  if (!isPendingActionClaim(claim.document)) return { kind: "abandoned" };
  if (claim.document.purpose === "sweep") return { kind: "withdrawn" };
  if (runs(claim.document, clock)) return { kind: "in_progress" };
  // It may have written its receipt and ended since we looked.
  return (await settledState(file)) ?? { kind: "abandoned" };
}

/**
 * What a folder tells of an action whose pending file is gone or is not to be trusted; null when nothing there says
 * that it was begun.
 */
export async function begunState(
  folder: ActionFolder,
  token: string,
): Promise<{ readonly kind: "begun" } | Extract<ClaimState, { kind: "settled" }> | null> {
  const receipt = await read(receiptPath(folder));
  if (receipt.kind === "found" && isToolsConfirmReceipt(receipt.document)) {
    if (isToken(receipt.document, token)) return { kind: "settled", status: receipt.document.status };
  }
  if (receipt.kind !== "none") return { kind: "begun" };
  const claim = await read(claimPath(folder));
  if (claim.kind === "none") return null;
  return claim.kind === "found" && isSweepClaim(claim.document) ? null : { kind: "begun" };
}

/** True when a sweep took the action of this folder out of use. */
export async function wasWithdrawn(folder: ActionFolder): Promise<boolean> {
  const claim = await read(claimPath(folder));
  return claim.kind === "found" && isSweepClaim(claim.document);
}

function isSweepClaim(document: unknown): boolean {
  return isPendingActionClaim(document) && document.purpose === "sweep";
}

async function settledState(file: PendingFile): Promise<ClaimState | null> {
  const receipt = await read(receiptPath(file));
  if (receipt.kind === "none") return null;
  const { action_id, token_sha256 } = file.document;
  const document = receipt.kind === "found" ? receipt.document : undefined;
  const isOurs =
    isToolsConfirmReceipt(document) &&
    document.action_id === action_id &&
    document.token_sha256 === token_sha256;
  return { kind: "settled", status: isOurs ? document.status : "unknown_outcome" };
}

function runs({ boot_id, pid, start_ticks: startTicks }: ClaimDocument, clock: Clock): boolean {
  return boot_id === clock.boot().id && isRunning({ pid, startTicks });
}

/** `document` is undefined for what is there and holds no JSON. */
type Read = { readonly kind: "none" | "unreadable" } | { readonly kind: "found"; readonly document: unknown };

async function read(file: string): Promise<Read> {
  try {
    const { bytes } = await readRegularFile(file, { maxBytes: limits.jsonDocumentBytes, noFollow: true });
    return { kind: "found", document: parseJsonStrict(bytes) };
  } catch (error) {
    if (!(error instanceof FileRefusal)) return { kind: "found", document: undefined };
    if (error.reason === "not_found") return { kind: "none" };
    return error.reason === "unreadable" ? { kind: "unreadable" } : { kind: "found", document: undefined };
  }
}
