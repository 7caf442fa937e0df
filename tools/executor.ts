import type { ErrorCode } from "../errors/codes.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import type { FrozenTool } from "../imprint/contract.ts";
import type { Sha256 } from "../imprint/hash.ts";

/** One call whose name and arguments fit the frozen contract. */
export interface CheckedCall {
  readonly tool: FrozenTool;
  readonly arguments: JsonObject;
}

/** Why a call that was run, or was about to be, gave no result that can be used. */
export type ExecutionFailure = Extract<
  ErrorCode,
  | "runner_timeout"
  | "runner_failed"
  | "isolation_unavailable"
  | "tools_file_import_failed"
  | "tools_file_changed"
  | "tool_execution_failed"
  | "tool_result_oversized"
  | "unsupported_tool_result"
  | "facts_store_not_found"
  | "invalid_facts_store"
  | "unsupported_facts_store_version"
  | "facts_store_busy"
>;

/**
 * What held a call's processes together. `pid_namespace`: nothing of it can have survived. `process_tree`: its
 * session and every descendant was ended, those that detached themselves too. `process_group`: only its group.
 */
export type ProcessIsolation = "pid_namespace" | "process_tree" | "process_group";

/** What a call was shut into, as it was measured. */
export interface Isolation {
  readonly processes: ProcessIsolation;
  /** `none`: an empty network namespace, proven before the tool's code ran. `host`: the user's own network. */
  readonly network: "host" | "none";
  /** Hash of the probes that were refused inside; null where the network is the host's. */
  readonly networkProofSha256: Sha256 | null;
}

/** A module beside the tools file that a call imported: the bytes that were compiled. */
export interface SiblingModule {
  /** Relative to the tools file's folder, with `/`. */
  readonly path: string;
  readonly sha256: Sha256;
}

/** What is known of how a call was run; goes into its receipt. */
export interface CallEvidence {
  /** The reply was authenticated with this run's secret. */
  readonly runnerSecretVerified: boolean;
  /** The file was read again for this call and had the frozen bytes. */
  readonly toolsFileSha256Verified: boolean;
  /** Null when no process of ours ran the call. */
  readonly isolation: Isolation | null;
  readonly siblings: readonly SiblingModule[];
  /** Rows that a facts lookup gave; null for other tools. */
  readonly rows: number | null;
}

/** Evidence of a call that was not run. */
export const noEvidence: CallEvidence = {
  runnerSecretVerified: false,
  toolsFileSha256Verified: false,
  isolation: null,
  siblings: [],
  rows: null,
};

/** How one call ended. */
export type Execution =
  | {
      readonly ok: true;
      readonly result: JsonObject;
      readonly resultSha256: Sha256;
      readonly evidence: CallEvidence;
    }
  | {
      readonly ok: false;
      readonly code: ExecutionFailure;
      /** Holds no argument and no result. */
      readonly message: string;
      readonly evidence: CallEvidence;
    };

/** What a tool surface does with a checked call. Whatever goes wrong in a tool is data. */
export interface ToolExecutor {
  /** @throws python_not_found, interrupted */
  execute(call: CheckedCall, options: { signal?: AbortSignal | undefined }): Promise<Execution>;
}
