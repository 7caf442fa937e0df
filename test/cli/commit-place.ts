import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { commitTool } from "../../scripts/confirm/proposals.ts";
import { callText } from "../scripted-engine.ts";
import { toolsFile } from "../tools/tool-files.ts";
import { edgeArgv, testFolder } from "./edge-process.ts";
import { scriptedChatRun } from "./scripted-edge.ts";

export interface Place {
  readonly data: string;
  readonly tools: string;
  effects(): string;
}

/** A data folder whose name needs quoting, and a tools file with a commit tool. */
export function place(body = "", name = "it's data"): Place {
  const folder = testFolder();
  const effects = path.join(folder, "effects");
  return {
    data: path.join(folder, name),
    tools: toolsFile(commitTool(effects, body)),
    effects: () => (existsSync(effects) ? readFileSync(effects, "utf8") : ""),
  };
}

/** What a model writes to call it. */
export const submit = (orderId = "A-1") => callText("submit_order", { order_id: orderId });

/** A chat whose model calls it, and what it has shown. */
export async function proposal({ data, tools }: Place, ...argv: string[]) {
  const run = await scriptedChatRun(tools, [submit()], { data, argv });
  expect(run.exit, run.stderr).toBe(1);
  return {
    ...run,
    path: String(run.report.pending_action_path),
    token: String(run.report.confirmation_token),
  };
}

/** A command line as a user pastes it into a shell, in another folder and without the data folder's variable. */
export function pasted(commandLine: string, shell = "sh") {
  const bin = path.join(testFolder(), "bin");
  mkdirSync(bin);
  const words = edgeArgv.map((word) => `'${word}'`).join(" ");
  writeFileSync(path.join(bin, "edge"), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  const { EDGE_DATA_DIR: _, ...env } = process.env;
  const run = spawnSync(shell, ["-c", commandLine], {
    cwd: "/",
    env: { ...env, PATH: `${bin}:${process.env.PATH}` },
    encoding: "utf8",
  });
  return { exit: run.status, stdout: run.stdout, stderr: run.stderr };
}
