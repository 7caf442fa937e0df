import { writeFile } from "node:fs/promises";
import path from "node:path";
import { ImprintError, messageOf } from "../errors/error.ts";
import type { EngineContext } from "../runtime/engine/engine.ts";
import { privateFileMode, withPrivateTempFolder } from "../system/files.ts";

/**
 * Gives a state's bytes to a fresh context, through a file of this run alone.
 * @throws imprint_restore_failed, file_write_failed
 */
export async function loadStateInto(context: EngineContext, bytes: Uint8Array): Promise<void> {
  await withPrivateTempFolder(async (folder) => {
    const file = path.join(folder, "state");
    await writeState(file, bytes);
    await context.loadState(file);
  });
}

/** For this run only, so it is not forced to the disk. */
async function writeState(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes, { mode: privateFileMode, flag: "wx" });
  } catch (cause) {
    throw new ImprintError("file_write_failed", `cannot write the state: ${messageOf(cause)}`, { cause });
  }
}
