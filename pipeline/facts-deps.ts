import type { Clock } from "../system/clock.ts";
import { dataFolders } from "../system/data-folders.ts";
import { watchNetwork } from "../system/network-watch.ts";
import type { PipelineDeps } from "./deps.ts";
import { newRunId } from "./run-id.ts";

/** The outside of commands that only fill and show facts stores: no engine, no Python. */
export type FactsDeps = Pick<PipelineDeps, "clock" | "cwd" | "signal" | "folders" | "network" | "newRunId">;

export function factsDeps(io: {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}): FactsDeps {
  const { env, cwd, clock, signal } = io;
  return { clock, cwd, signal, folders: dataFolders(env), network: watchNetwork(), newRunId };
}
