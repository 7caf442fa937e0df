import { stat } from "node:fs/promises";
import path from "node:path";
import { ImprintError } from "../errors/error.ts";
import { executeConfirmed, type ToolCallOutcome } from "../tools/call.ts";
import { type ClaimedAction, claimAction, lateFault } from "../tools/confirm/claim.ts";
import { bindingChanged } from "../tools/confirm/frozen-call.ts";
import type { VerifiedAction } from "../tools/confirm/verify.ts";
import { pythonExecutor } from "../tools/python/executor.ts";
import { readToolsSource, type ToolsSource } from "../tools/source.ts";
import type { ConfirmDeps, OpenedRunner } from "./confirm-deps.ts";
import { assertOpen, refuseClaimed, verifyUnbegun } from "./confirm-open.ts";
import { confirmReport, type Ending } from "./confirm-record.ts";
import { reserveReceipt, type Settled, settle } from "./confirm-settle.ts";
import { namedEnd } from "./turn-record.ts";

export interface ConfirmRequest {
  /** The pending file, as the chat named it. */
  readonly path: string;
  readonly token: string;
  readonly includeText: boolean;
}

export interface Confirmation extends Settled {
  /** `edge.tools.confirm.report.v1` */
  readonly report: object;
  readonly action: VerifiedAction;
  readonly ending: Ending;
}

/**
 * Runs one pending action, at most once ever. Whatever is thrown leaves the action as it was; once it is claimed it
 * is spent, and what is known of it is in the confirmation, and in its receipt where that could be written.
 *
 * @throws pending_action_not_found, invalid_pending_action, confirmation_token_invalid, confirmation_token_expired,
 * confirmation_token_claimed, confirmation_binding_changed, unknown_outcome, tools_file_not_found,
 * tools_file_unreadable, working_folder_not_found, python_not_found, file_write_failed, interrupted
 */
export async function confirmAction(request: ConfirmRequest, deps: ConfirmDeps): Promise<Confirmation> {
  const start = deps.clock.elapsedMs();
  // An absolute path needs no working directory.
  const file = path.isAbsolute(request.path) ? request.path : path.resolve(deps.cwd, request.path);
  const action = await verifyUnbegun(file, request.token);
  await assertOpen(action, deps.clock);
  const source = await proposedSource(action);
  const opened = await openRunner(action, deps);
  try {
    deps.signal.throwIfAborted();
    const { ending, ...settled } = await runOnce(action, request, { source, opened }, deps);
    const elapsedMs = deps.clock.elapsedMs() - start;
    const report = confirmReport(action, ending, { ...settled, elapsedMs });
    return { report, action, ending, ...settled };
  } finally {
    await opened.runner.dispose();
  }
}

/** The tools file, as long as it is the one of the proposal. */
async function proposedSource({ document }: VerifiedAction): Promise<ToolsSource> {
  const source = await readToolsSource(document.tools_file);
  if (source.sha256 !== document.tools_file_sha256) throw bindingChanged(["tools_file"]);
  return source;
}

/** All that the call needs is looked for before the claim: what is missing must not cost the action. */
async function openRunner({ document }: VerifiedAction, deps: ConfirmDeps): Promise<OpenedRunner> {
  const { working_folder: cwd, python, isolate, clean_env: cleanEnv } = document;
  const found = await stat(cwd).catch(() => null);
  if (!found?.isDirectory()) {
    throw new ImprintError("working_folder_not_found", "the folder of the proposal is gone", {
      details: { path: cwd },
    });
  }
  return deps.openRunner({ cwd, python, isolate, cleanEnv });
}

interface Means {
  readonly source: ToolsSource;
  readonly opened: OpenedRunner;
}

/** Room for the receipt, claim, run, receipt. */
async function runOnce(
  action: VerifiedAction,
  { includeText }: ConfirmRequest,
  means: Means,
  deps: ConfirmDeps,
): Promise<Settled & { readonly ending: Ending }> {
  const room = await reserveReceipt(action, includeText);
  try {
    const claimed = await claimAction(action, deps.clock);
    if (claimed === null) return await refuseClaimed(action, deps.clock);
    const ending = await carryOut(claimed, means, deps);
    return { ending, ...(await settle(action, ending, room, { clock: deps.clock, includeText })) };
  } finally {
    await room.release();
  }
}

async function carryOut(claimed: ClaimedAction, means: Means, deps: ConfirmDeps): Promise<Ending> {
  const fault = await lateFault(claimed, deps);
  if (fault !== null) return notRun(fault, `${fault} behind the claim; nothing was run`);
  const { frozen, document } = claimed.action;
  const { runner, python } = means.opened;
  const interpreter = { path: python, isProposed: python === document.python };
  const executor = pythonExecutor(means.source, runner);
  try {
    const call = await executeConfirmed(deps, frozen.contract, executor, frozen.call);
    return { ...endingOf(call), interpreter };
  } catch (error) {
    const { code, message } = namedEnd(error, deps.signal);
    if (code === "python_not_found") return notRun(code, message);
    const told = `${code} while the tool ran; it may have taken effect`;
    return { status: "unknown_outcome", message: told, mayHaveTakenEffect: true, call: null, interpreter };
  }
}

function notRun(status: Ending["status"], message: string): Ending {
  return { status, message, mayHaveTakenEffect: false, call: null, interpreter: null };
}

function endingOf(call: ToolCallOutcome): Omit<Ending, "interpreter"> {
  const { status, message, toolsFileSha256Verified: started } = call;
  const wasRun = status !== "isolation_unavailable" && (status !== "tools_file_changed" || started);
  return { status, message, mayHaveTakenEffect: wasRun, call };
}
