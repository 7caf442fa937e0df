import { createStore, type Store } from "../artifacts/store.ts";
import type { Engine } from "../runtime/engine/engine.ts";
import { openLlamaEngine } from "../runtime/engine/llama.ts";
import type { Clock } from "../system/clock.ts";
import { type DataFolders, dataFolders } from "../system/data-folders.ts";
import { type NetworkWatch, watchNetwork } from "../system/network-watch.ts";
import { createPythonRunner } from "../tools/python/runner.ts";
import { type Containment, defaultContainment, type ToolRunner } from "../tools/runner.ts";
import { newRunId } from "./run-id.ts";

/** Everything outside that the pipeline touches, handed in once. Tests hand in their own. */
export interface PipelineDeps {
  readonly clock: Clock;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly folders: DataFolders;
  readonly store: Store;
  readonly runner: ToolRunner;
  /** How the runner's processes are shut in, for actions that are confirmed later; its defaults unless said. */
  readonly containment?: Containment;
  readonly network: NetworkWatch;
  readonly openEngine: () => Promise<Engine>;
  /** A fresh id of one kind of run. */
  readonly newRunId: (kind: string) => string;
}

/** The real outside. */
export function systemDeps(io: {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Interpreter for tools files; found as `docs/tools.md` says when absent. */
  readonly python?: string | undefined;
  /** What tools print. */
  readonly onToolOutput?: (chunk: Uint8Array) => void;
  /** `processes` unless said. */
  readonly isolate?: Containment["isolate"];
  /** False unless said. */
  readonly cleanEnv?: boolean;
  /** llama.cpp unless said. */
  readonly openEngine?: PipelineDeps["openEngine"];
  /** Deadline of one tool call; `limits.runnerTimeoutMs` unless said. */
  readonly callTimeoutMs?: number;
}): PipelineDeps {
  const folders = dataFolders(io.env);
  const { isolate = defaultContainment.isolate, cleanEnv = defaultContainment.cleanEnv } = io;
  const containment = { isolate, cleanEnv };
  return {
    clock: io.clock,
    cwd: io.cwd,
    env: io.env,
    signal: io.signal,
    folders,
    store: createStore(folders.store),
    runner: createPythonRunner({
      env: io.env,
      cwd: io.cwd,
      ...containment,
      ...(io.python !== undefined && { python: io.python }),
      ...(io.onToolOutput && { onStderr: io.onToolOutput }),
      ...(io.callTimeoutMs !== undefined && { callTimeoutMs: io.callTimeoutMs }),
    }),
    containment,
    network: watchNetwork(),
    openEngine: io.openEngine ?? (() => openLlamaEngine()),
    newRunId,
  };
}
