import type { ErrorCode } from "../errors/codes.ts";

/** JSON forms of what the tool runner answers. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface RunnerDiscoveryDocument {
  op: "discover";
  ok: true;
  python_version: string;
  tools: RunnerToolDocument[];
  problems: RunnerProblemDocument[];
}

export interface RunnerToolDocument {
  name: string;
  line: number | null;
  intent_tags: string[];
  schema: {
    name: string;
    description: string;
    parameters: { [key: string]: Json };
    permissions: readonly string[];
    execution_level: "read" | "prepare" | "commit";
    return_direct: boolean;
    output_schema: { [key: string]: Json } | null;
  };
}

export interface RunnerProblemDocument {
  code: ErrorCode;
  message: string;
  tool: string | null;
  parameter: string | null;
  line: number | null;
}

/** What a runner says before it is given a request. */
export type RunnerReadyDocument =
  | {
      op: "ready";
      ok: true;
      session: number;
      pid_namespace?: string;
      network_namespace?: string;
      network_probes?: { [probe: string]: string };
    }
  | { op: "ready"; ok: false; reason: string };

export type RunnerCallDocument = { siblings: { path: string; sha256: `sha256:${string}` }[] } & (
  | { op: "call"; ok: true; result: { [key: string]: Json } }
  | {
      op: "call";
      ok: false;
      code:
        | "tools_file_import_failed"
        | "tools_file_changed"
        | "tool_execution_failed"
        | "tool_result_oversized"
        | "unsupported_tool_result";
      message: string;
    }
);
