import type { ErrorCode } from "../errors/codes.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import type { ToolDraft, ToolSchema } from "../imprint/contract.ts";
import type { Sha256 } from "../imprint/hash.ts";
import type { ExecutionFailure, Isolation, SiblingModule } from "./executor.ts";
import type { ToolsSource } from "./source.ts";

/** What is wrong with a tools file, where it is known to the line. */
export interface ToolProblem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly tool: string | null;
  readonly parameter: string | null;
  readonly line: number | null;
}

/** One tool in order of definition. `draft` is null when the tool has problems. */
export interface DiscoveredTool {
  readonly name: string;
  /** Line of its `def`; null when another file defines the function. */
  readonly line: number | null;
  readonly draft: ToolDraft | null;
}

/** The interpreter that ran a file. */
export interface PythonInfo {
  readonly path: string;
  /** `3.11.7` */
  readonly version: string;
}

export interface DiscoveredTools {
  readonly tools: readonly DiscoveredTool[];
  /** All problems of the file, in order of lines; empty for a valid file. */
  readonly problems: readonly ToolProblem[];
  readonly python: PythonInfo;
}

/** One call that was already validated against the frozen contract. */
export interface CallRequest {
  readonly source: ToolsSource;
  readonly tool: ToolSchema;
  readonly arguments: JsonObject;
  readonly signal?: AbortSignal | undefined;
}

/** What is known of a run beside its outcome. */
interface RunnerEvidence {
  /** The reply was authenticated with this run's secret; false whenever no such reply came. */
  readonly secretVerified: boolean;
  readonly isolation: Isolation | null;
  readonly siblings: readonly SiblingModule[];
}

/** How one call ended. */
export type RunnerOutcome = RunnerEvidence &
  (
    | { readonly ok: true; readonly result: JsonObject; readonly resultSha256: Sha256 }
    | { readonly ok: false; readonly code: ExecutionFailure; readonly message: string }
  );

/**
 * What a run is shut into. `processes`: a PID namespace of its own where the system allows one. `none`: no
 * namespace at all. `net`: also an empty network, proven before user code runs; without that nothing runs.
 */
export type IsolationMode = "none" | "processes" | "net";

/** How a run is shut in. */
export interface Containment {
  readonly isolate: IsolationMode;
  /** Tools start with an environment that has nothing of the user's. */
  readonly cleanEnv: boolean;
}

/** How a run is shut in where nothing is said. */
export const defaultContainment: Containment = { isolate: "processes", cleanEnv: false };

/** Executes tools files somewhere else than in this process. */
export interface ToolRunner {
  /** @throws python_not_found, runner_timeout, runner_failed, isolation_unavailable, interrupted */
  discover(source: ToolsSource, options?: { signal?: AbortSignal | undefined }): Promise<DiscoveredTools>;
  /** @throws python_not_found, interrupted */
  call(request: CallRequest): Promise<RunnerOutcome>;
  /**
   * From the end of the next use on, or at once when there was one, an interpreter is started before it is needed:
   * the first use finds out which. It reads no user file before its call.
   */
  prestart(): void;
  /** Ends what was started ahead and waits for it. The runner stays usable. */
  dispose(): Promise<void>;
}
