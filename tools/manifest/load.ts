import type { ToolDraft } from "../../imprint/contract.ts";
import { lookupExecutor } from "../facts/lookup.ts";
import { lookupDraft } from "../facts/lookup-tool.ts";
import { FactsStore } from "../facts/store.ts";
import { type FrozenTools, freezeTools } from "../frozen-tools.ts";
import { readManifest, type ToolsManifest } from "./manifest-file.ts";

/**
 * Freezes the tools of a manifest, each over its own store. Runs no code of the user's.
 * @throws invalid_tools_manifest, duplicate_tool_name, active_tool_limit_exceeded, and what loadFactsTools throws
 */
export async function loadManifestTools(file: string, cwd: string, folder: string): Promise<FrozenTools> {
  const manifest = await readManifest(file, cwd);
  const stores = new Map(manifest.tools.map(({ name, store }) => [name, store]));
  const { path, sha256 } = manifest;
  const executor = lookupExecutor(folder, stores);
  const frozen = freezeTools(manifestDrafts(manifest), { kind: "manifest", path, sha256 }, executor);
  for (const store of new Set(stores.values())) await FactsStore.reading(folder, store, () => undefined);
  return frozen;
}

/** What of a manifest is frozen: names and descriptions; stores may change without a relearn. */
export function manifestDrafts({ tools }: ToolsManifest): ToolDraft[] {
  return tools.map(({ name, description }) => lookupDraft(name, description));
}
