import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { JsonObject } from "../../imprint/canonical.ts";
import { limits } from "../../imprint/limits.ts";
import { newRunId } from "../../pipeline/run-id.ts";
import { type Clock, systemClock } from "../../system/clock.ts";
import { checkCall } from "../../tools/call.ts";
import { type PendingTicket, proposeAction } from "../../tools/confirm/pending-action.ts";
import { loadTools } from "../../tools/load.ts";
import { createPythonRunner } from "../../tools/python/runner.ts";
import { defaultContainment } from "../../tools/runner.ts";

/** A commit tool whose effect is one line in a file; `body` runs behind the effect. */
export function commitTool(effectsFile: string, body = ""): string {
  return `
import os, sys, time
from edgestudio.tools import edge_tool

@edge_tool(
    description="Submit an order for good.",
    execution_level="commit",
    return_direct=True,
    output_schema={
        "type": "object",
        "properties": {"order_id": {"type": "string"}, "status": {"type": "string", "enum": ["submitted"]}},
        "required": ["order_id", "status"],
        "additionalProperties": False,
    },
)
def submit_order(order_id: str, copies: int = 1) -> dict:
    with open(${JSON.stringify(effectsFile)}, "a") as effects:
        effects.write(order_id + "\\n")
    ${body}
    return {"order_id": order_id, "status": "submitted"}

@edge_tool
def order_status(order_id: str) -> dict:
    return {"order_id": order_id, "status": "unknown"}
`;
}

/** Makes actions of one tools file, and counts what came of them. */
export interface Proposals {
  readonly toolsFile: string;
  /** Where pending actions live. */
  readonly folder: string;
  propose(args: JsonObject, options?: { minutes?: number; clock?: Clock }): Promise<PendingTicket>;
  /** The lines that the tool has written: its side effects, in order. */
  effects(): string[];
}

/** @param root an empty folder, without symbolic links in its path */
export async function openProposals(
  root: string,
  options: { body?: string; folder?: string; python?: string } = {},
): Promise<Proposals> {
  const effectsFile = path.join(root, "effects");
  const toolsFile = path.join(root, "tools.py");
  const cwd = path.join(root, "work");
  mkdirSync(cwd);
  const folder = options.folder ?? path.join(root, "pending_actions");
  writeFileSync(toolsFile, commitTool(effectsFile, options.body));
  const runner = createPythonRunner({ env: process.env, python: options.python });
  const { contract, surface } = await loadTools({ file: toolsFile }, { runner });
  if (surface.kind !== "python_file") throw new TypeError("a tools file");
  return {
    toolsFile,
    folder,
    propose: async (args, { minutes = limits.pendingActionMinutes, clock = systemClock } = {}) => {
      const call = checkCall(contract, { toolName: "submit_order", arguments: args });
      if (!call.ok) throw new Error(call.message);
      const { source, python } = surface;
      const callProcess = { cwd, python: python.path, ...defaultContainment };
      const proposer = { contract, source, callProcess, validityMs: minutes * 60_000, folder };
      return proposeAction(call, proposer, { clock, newRunId });
    },
    effects: () =>
      existsSync(effectsFile) ? readFileSync(effectsFile, "utf8").split("\n").slice(0, -1) : [],
  };
}
