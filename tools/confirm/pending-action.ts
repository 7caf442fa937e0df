import { mkdir, realpath } from "node:fs/promises";
import path from "node:path";
import { shellWord } from "../../errors/printable.ts";
import { activeSetOf, type FrozenContract } from "../../imprint/contract.ts";
import { documentText } from "../../imprint/document-text.ts";
import { sha256OfJson } from "../../imprint/hash.ts";
import { type Clock, timestamp } from "../../system/clock.ts";
import {
  ensurePrivateFolder,
  folderIdentity,
  syncFolder,
  writeFileAtomic,
  writing,
} from "../../system/files.ts";
import type { CheckedCall } from "../executor.ts";
import type { Containment } from "../runner.ts";
import type { ToolsSource } from "../source.ts";
import { pendingFileName } from "./action-folder.ts";
import { bound, newToken } from "./binding.ts";

/** What a chat hands to its user, once: where the action lies, and what confirms it. */
export interface PendingTicket {
  /** Absolute path of the pending file. */
  readonly path: string;
  /** Shown once; on disk there is only its hash. */
  readonly token: string;
  /** The whole command, ready for a shell. */
  readonly command: string;
  /** UTC, seconds, `Z`. */
  readonly expiresAt: string;
}

/** How the process of a call is started. Its environment is that of whoever confirms, not that of the chat. */
export interface CallProcess extends Containment {
  readonly cwd: string;
  /** A command or an absolute path. */
  readonly python: string;
}

/** What a chat knows of where its calls come from. */
export interface Proposer {
  readonly contract: FrozenContract;
  readonly source: ToolsSource;
  readonly callProcess: CallProcess;
  /** How long the action may be confirmed. */
  readonly validityMs: number;
  /** Where pending actions live, each in a folder of its own. */
  readonly folder: string;
}

/**
 * Makes a pending action of a checked commit call, and runs nothing: one file in a new private folder, bound to
 * its token, on the disk before anybody hears of it.
 *
 * @throws file_write_failed
 */
export async function proposeAction(
  call: CheckedCall,
  proposer: Proposer,
  deps: { readonly clock: Clock; readonly newRunId: (kind: string) => string },
): Promise<PendingTicket> {
  const actionId = deps.newRunId("edge-action");
  const folder = await actionFolder(proposer.folder, actionId);
  const file = path.join(folder.path, pendingFileName);
  const token = newToken();
  const times = timesOf(proposer.validityMs, deps.clock);
  const place = {
    schema_version: "edge.tools.pending_action.v1",
    action_id: actionId,
    path: file,
    folder_identity: folder.identity,
  } as const;
  const document = bound({ ...place, ...times, ...bindingsOf(call, proposer) }, token);
  await writeFileAtomic(file, documentText(document));
  const command = `edge tools confirm ${shellWord(file)} --token ${token} --json`;
  return { path: file, token, command, expiresAt: document.expires_at };
}

/** A new folder; its name is on the disk before something can happen that is recorded in it. */
async function actionFolder(parent: string, actionId: string): Promise<{ path: string; identity: string }> {
  await ensurePrivateFolder(parent);
  const folder = path.join(await realpath(parent), actionId);
  return writing(folder, async () => {
    await mkdir(folder, { mode: 0o700 });
    await syncFolder(parent);
    return { path: folder, identity: await folderIdentity(folder) };
  });
}

function timesOf(validityMs: number, clock: Clock) {
  const now = clock.now();
  const boot = clock.boot();
  return {
    created_at: timestamp(now),
    expires_at: timestamp(new Date(now.getTime() + validityMs)),
    validity_ms: validityMs,
    boot_id: boot.id,
    boot_elapsed_ms: boot.elapsedMs,
  };
}

function bindingsOf({ tool, arguments: args }: CheckedCall, { contract, source, callProcess }: Proposer) {
  return {
    working_folder: callProcess.cwd,
    python: callProcess.python,
    isolate: callProcess.isolate,
    clean_env: callProcess.cleanEnv,
    tools_file: source.path,
    tools_file_sha256: source.sha256,
    schema_generator_version: contract.generatorVersion,
    active_set: activeSetOf(contract),
    active_set_sha256: contract.activeSetSha256,
    tool: { ...tool.schema, permissions: [...tool.schema.permissions] },
    tool_schema_sha256: tool.schemaSha256,
    execution_level: tool.schema.execution_level,
    arguments: args,
    args_sha256: sha256OfJson(args),
  };
}
