import { mkdirSync, rmdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { workingFolder } from "../../cli/working-folder.ts";
import { isImprintError } from "../../errors/error.ts";
import { testFolder } from "./edge-process.ts";

it("the working folder is where the process stands, or a named error once that is gone", () => {
  const before = process.cwd();
  expect(workingFolder()).toBe(before);
  const folder = path.join(testFolder(), "gone");
  mkdirSync(folder);
  process.chdir(folder);
  rmdirSync(folder);
  try {
    workingFolder();
    expect.unreachable();
  } catch (error) {
    expect(isImprintError(error, "working_folder_not_found")).toBe(true);
  } finally {
    process.chdir(before);
  }
});
