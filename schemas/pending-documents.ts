/** JSON forms of an action that waits for a confirmation, and of what became of it. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Hash = `sha256:${string}`;
type Level = "read" | "prepare" | "commit";

export interface PendingActionDocument {
  schema_version: "edge.tools.pending_action.v1";
  action_id: string;
  /** Its own place: absolute, without symbolic links. */
  path: string;
  /** Device and inode of the folder that it lies in. */
  folder_identity: string;
  created_at: string;
  expires_at: string;
  validity_ms: number;
  /** The machine's run in which it was made, and how long that had lasted. */
  boot_id: string;
  boot_elapsed_ms: number;
  working_folder: string;
  python: string;
  isolate: "none" | "processes" | "net";
  clean_env: boolean;
  tools_file: string;
  tools_file_sha256: Hash;
  schema_generator_version: string;
  active_set: { name: string; schema_sha256: Hash }[];
  active_set_sha256: Hash;
  tool: {
    name: string;
    description: string;
    parameters: { [key: string]: Json };
    permissions: string[];
    execution_level: Level;
    return_direct: boolean;
    output_schema: { [key: string]: Json } | null;
  };
  tool_schema_sha256: Hash;
  execution_level: Level;
  arguments: { [key: string]: Json };
  args_sha256: Hash;
  token_sha256: Hash;
  /** HMAC-SHA256, keyed with the token, over the canonical JSON of all else. */
  binding_hmac: `hmac-sha256:${string}`;
}

export interface ClaimDocument {
  schema_version: "edge.tools.pending_action.claim.v1";
  action_id: string;
  purpose: "confirm" | "sweep";
  claimed_at: string;
  boot_id: string;
  pid: number;
  start_ticks: number | null;
}

/** What is read of a receipt; it holds more. */
export interface ConfirmReceiptDocument {
  action_id: string;
  token_sha256: Hash;
  status: string;
}

export interface PendingReportDocument {
  schema_version: "edge.tools.pending.report.v1";
  /** False when something that was to be removed could not be. */
  ok: boolean;
  error?: object;
  folder: string;
  actions: PendingActionSummary[];
  removed: PendingActionSummary[];
  /** Folders without an action that were removed. */
  cleared: string[];
  /** What could not be removed. */
  failed: { path: string; reason: string }[];
  unreadable: { path: string; reason: string }[];
}

export interface PendingActionSummary {
  action_id: string;
  tool: string;
  execution_level: Level;
  state: "open" | "expired" | "in_progress" | "completed" | "failed" | "unknown_outcome";
  created_at: string;
  expires_at: string;
  path: string;
  receipt_path: string | null;
}
