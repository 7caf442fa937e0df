import * as fs from "node:fs/promises";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { ensurePrivateFolder } from "../../system/files.ts";

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof fs>();
  return { ...real, open: vi.fn(real.open) };
});

it("the names of folders that had to be made are put on the disk, and no others are", async () => {
  const root = await realpath(await mkdtemp(path.join(os.tmpdir(), "folder-sync-")));
  const opened = vi.mocked(fs.open);
  await ensurePrivateFolder(path.join(root, "a", "b", "c"));
  expect(opened.mock.calls.map(([folder]) => folder)).toEqual([
    path.join(root, "a", "b"),
    path.join(root, "a"),
    root,
  ]);
  opened.mockClear();
  await ensurePrivateFolder(path.join(root, "a", "b", "c"));
  expect(opened).not.toHaveBeenCalled();
  await rm(root, { recursive: true });
});
