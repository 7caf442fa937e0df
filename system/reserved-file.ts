import { open, rename, unlink } from "node:fs/promises";
import path from "node:path";
import { privateFileMode, syncFolder, writeTemp, writing } from "./files.ts";

/** A file that can be written later although the disk has filled up meanwhile: its room is taken already. */
export interface ReservedFile {
  /** Like `writeFileAtomic`; content that is longer than the room may find none. @throws file_write_failed */
  write(content: string): Promise<void>;
  /** Gives back the room that was not used. */
  release(): Promise<void>;
}

/** @throws file_write_failed when there is no room of so many bytes */
export async function reserveFile(file: string, bytes: number): Promise<ReservedFile> {
  const temp = await writeTemp(file, Buffer.alloc(bytes, " "), privateFileMode);
  return {
    write: (content) =>
      writing(file, async () => {
        await overwrite(temp, Buffer.from(content));
        await rename(temp, file);
        await syncFolder(path.dirname(file));
      }),
    release: () => unlink(temp).catch(() => {}),
  };
}

/** Into the blocks that the file has. */
async function overwrite(file: string, content: Uint8Array): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.writeFile(content);
    await handle.truncate(content.length);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
