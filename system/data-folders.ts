import path from "node:path";
import envPaths from "env-paths";

/** Where `edge` keeps its data. Every path is below `root`. */
export interface DataFolders {
  readonly root: string;
  /** Model files. */
  readonly models: string;
  /** The content-addressed store: `blobs/sha256/…` and `refs/…` live directly below. */
  readonly store: string;
  /** One folder a run, with its receipt. */
  readonly runs: string;
  /** Receipts that belong to no run (model fetches). */
  readonly receipts: string;
  /** Actions that wait for a confirmation, one private folder each. */
  readonly pendingActions: string;
  /** Facts stores, one database each. */
  readonly facts: string;
  /** Evaluation runs, one folder each. */
  readonly evals: string;
  /** Public evaluation sets that the user has put here. */
  readonly evalSets: string;
  /** Training runs, one folder each. */
  readonly training: string;
  /** What can be computed again: remembered model hashes. */
  readonly cache: string;
}

/** `EDGE_DATA_DIR`, else the platform's user data folder (`~/.local/share/edge` on Linux). Creates nothing. */
export function dataFolders(env: NodeJS.ProcessEnv): DataFolders {
  const root = path.resolve(env.EDGE_DATA_DIR || envPaths("edge", { suffix: "" }).data);
  return {
    root,
    models: path.join(root, "models"),
    store: root,
    runs: path.join(root, "demo_runs"),
    receipts: path.join(root, "receipts"),
    pendingActions: path.join(root, "pending_actions"),
    facts: path.join(root, "facts"),
    evals: path.join(root, "evals"),
    evalSets: path.join(root, "eval"),
    training: path.join(root, "training"),
    cache: path.join(root, "cache"),
  };
}
