import { ImprintError } from "../errors/error.ts";

/**
 * The folder that relative paths start at, asked for when it is needed: without one, help still works.
 * @throws working_folder_not_found
 */
export function workingFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new ImprintError("working_folder_not_found", "the working directory is gone", { cause });
  }
}
