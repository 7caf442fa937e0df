import util from "node:util";
import type { BackendThreads, Tfjs } from "./backend.ts";

/** The name under which tfjs-node registers itself, whichever of its packages it is. */
export const registered = "tensorflow";

/** Makes room for another package under that name: tfjs would go on with the first one that took it. */
export function unregister(tf: Tfjs): void {
  if (tf.findBackendFactory(registered) !== null) tf.removeBackend(registered);
}

/** What TensorFlow was loaded with in this process; it is loaded once and keeps it. */
let held: BackendThreads | undefined;

/**
 * Prepares this process for a TensorFlow library, which reads its settings from the environment when it is loaded,
 * and from nowhere else.
 *
 * @returns the thread counts that hold: those asked for, else those that the environment has, else the library's own
 * @throws Error when it was prepared for other counts before
 */
export function prepareForTensorflow(threads: BackendThreads | undefined): BackendThreads {
  restoreNodeUtil();
  if (held !== undefined && threads !== undefined && !isSame(held, threads)) {
    throw new Error("TensorFlow keeps the thread counts with which it was loaded into this process");
  }
  process.env.TF_CPP_MIN_LOG_LEVEL ??= "2"; // errors only
  held ??= {
    withinOp: settled("TF_NUM_INTRAOP_THREADS", threads?.withinOp ?? null),
    betweenOps: settled("TF_NUM_INTEROP_THREADS", threads?.betweenOps ?? null),
  };
  return held;
}

function isSame(left: BackendThreads, right: BackendThreads): boolean {
  return left.withinOp === right.withinOp && left.betweenOps === right.betweenOps;
}

function settled(variable: string, wanted: number | null): number | null {
  if (wanted !== null) process.env[variable] = String(wanted);
  const holds = Number(process.env[variable]);
  return Number.isSafeInteger(holds) && holds > 0 ? holds : null;
}

/** Node 23 took away what tfjs-node 4.22.0 still calls. */
function restoreNodeUtil(): void {
  const old = util as { isNullOrUndefined?: unknown; isArray?: unknown };
  old.isNullOrUndefined ??= (value: unknown) => value === null || value === undefined;
  old.isArray ??= Array.isArray;
}
