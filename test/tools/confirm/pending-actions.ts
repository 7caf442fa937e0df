import { readFileSync, writeFileSync } from "node:fs";
import { realpath } from "node:fs/promises";
import path from "node:path";
import type { JsonObject } from "../../../imprint/canonical.ts";
import { confirmAction } from "../../../pipeline/confirm.ts";
import { type ConfirmDeps, confirmDeps, type OpenedRunner } from "../../../pipeline/confirm-deps.ts";
import type { PendingActionDocument } from "../../../schemas/pending-documents.ts";
import { openProposals, type Proposals } from "../../../scripts/confirm/proposals.ts";
import { type Clock, systemClock } from "../../../system/clock.ts";
import { processIdentity } from "../../../system/process-identity.ts";
import type { PendingTicket } from "../../../tools/confirm/pending-action.ts";
import type { ToolRunner } from "../../../tools/runner.ts";
import { python, temporaryFolder, testRunner } from "../tool-files.ts";

/** One proposed call of a fresh tools file, and what has come of it. */
export interface Proposed extends Proposals {
  readonly ticket: PendingTicket;
  readonly document: PendingActionDocument;
}

export interface ProposedOptions {
  readonly args?: JsonObject;
  readonly body?: string;
  readonly minutes?: number;
  readonly clock?: Clock;
  readonly folder?: string;
}

export async function proposed(options: ProposedOptions = {}): Promise<Proposed> {
  const { args = { order_id: "A-1" }, body, folder, ...when } = options;
  const root = await realpath(temporaryFolder());
  const proposals = await openProposals(root, {
    ...(body !== undefined && { body }),
    ...(folder !== undefined && { folder }),
    ...(python && { python: python.path }),
  });
  const ticket = await proposals.propose(args, when);
  return { ...proposals, ticket, document: documentOf(ticket) };
}

export function documentOf({ path: file }: Pick<PendingTicket, "path">): PendingActionDocument {
  return JSON.parse(readFileSync(file, "utf8"));
}

export interface ConfirmedOptions {
  readonly path?: string | undefined;
  readonly token?: string;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  readonly includeText?: boolean;
  readonly callTimeoutMs?: number;
  readonly python?: string;
  readonly openRunner?: ConfirmDeps["openRunner"];
}

/** Confirms a proposed action in this process, with its own path and token unless said. */
export async function confirmed({ ticket }: Pick<Proposed, "ticket">, options: ConfirmedOptions = {}) {
  const io = {
    env: process.env,
    cwd: temporaryFolder(),
    clock: options.clock ?? systemClock,
    signal: options.signal ?? new AbortController().signal,
    callTimeoutMs: options.callTimeoutMs ?? 8_000,
  };
  const deps = confirmDeps(io, { python: options.python });
  const { path: file = ticket.path, token = ticket.token, includeText = false } = options;
  const { openRunner = deps.openRunner } = options;
  const confirmation = await confirmAction({ path: file, token, includeText }, { ...deps, openRunner });
  return { ...confirmation, report: confirmation.report as Record<string, unknown> };
}

/** A file of the action's folder. */
export function beside({ ticket }: Pick<Proposed, "ticket">, name: string): string {
  return path.join(path.dirname(ticket.path), name);
}

export function receiptOf(action: Pick<Proposed, "ticket">): Record<string, unknown> {
  return JSON.parse(readFileSync(beside(action, "receipt.json"), "utf8"));
}

/** The claim of a process that runs, this one, unless changed. */
export function leaveClaim(action: Proposed, change: object = {}): void {
  const { pid, startTicks } = processIdentity(process.pid);
  const claim = {
    schema_version: "edge.tools.pending_action.claim.v1",
    action_id: action.document.action_id,
    purpose: "confirm",
    claimed_at: action.document.created_at,
    boot_id: systemClock.boot().id,
    pid,
    start_ticks: startTicks,
    ...change,
  };
  writeFileSync(beside(action, "claim.json"), JSON.stringify(claim), { mode: 0o600 });
}

/** The change that makes the claim that of a process that is gone. */
export const gone = { pid: 2 ** 22 - 1, start_ticks: 1 };

/** For `openRunner`: what happens behind the checks and before the claim, and then a runner. */
export function opening(happens: () => unknown = () => {}, runner: Partial<ToolRunner> = {}) {
  return async (): Promise<OpenedRunner> => {
    await happens();
    return { runner: { ...testRunner(), ...runner }, python: python?.path ?? "python3" };
  };
}

/** A clock that stands where it is put: minutes past the real one, on each of the two. */
export function clockAt(shift: { wallMinutes?: number; bootMinutes?: number; bootId?: string }): Clock {
  return {
    ...systemClock,
    now: () => new Date(Date.now() + (shift.wallMinutes ?? 0) * 60_000),
    boot: () => {
      const { id, elapsedMs } = systemClock.boot();
      return { id: shift.bootId ?? id, elapsedMs: elapsedMs + (shift.bootMinutes ?? 0) * 60_000 };
    },
  };
}
