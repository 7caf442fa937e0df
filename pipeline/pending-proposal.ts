import { ImprintError } from "../errors/error.ts";
import { limits } from "../imprint/limits.ts";
import type { CallDeps } from "../tools/call.ts";
import { proposeAction } from "../tools/confirm/pending-action.ts";
import type { FrozenTools } from "../tools/frozen-tools.ts";
import { defaultContainment } from "../tools/runner.ts";
import type { PipelineDeps } from "./deps.ts";

/** @throws invalid_usage */
export function assertPendingMinutes(minutes: number): void {
  const { pendingActionMaxMinutes: most } = limits;
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= most) return;
  throw new ImprintError("invalid_usage", `an action can wait for 1 to ${most} minutes`, {
    details: { minutes, limit: most },
  });
}

/**
 * What makes pending actions of the commit calls of a chat; undefined where nothing of it can be confirmed. Commit
 * tools are on the surface of Python files only.
 */
export function proposalFor(
  { contract, surface }: FrozenTools,
  pendingMinutes: number | null,
  deps: PipelineDeps,
): CallDeps["propose"] {
  if (surface.kind !== "python_file" || pendingMinutes === null) return undefined;
  const proposer = {
    contract,
    source: surface.source,
    callProcess: { cwd: deps.cwd, python: surface.python.path, ...(deps.containment ?? defaultContainment) },
    validityMs: pendingMinutes * 60_000,
    folder: deps.folders.pendingActions,
  };
  return (call) => proposeAction(call, proposer, deps);
}
