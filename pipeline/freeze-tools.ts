import type { FrozenTools } from "../tools/frozen-tools.ts";
import { loadTools } from "../tools/load.ts";
import type { PipelineDeps } from "./deps.ts";

/** Which tools a run offers: one surface. */
export type ToolChoice = {
  readonly surface: "python_file";
  readonly file: string;
  readonly names: readonly string[];
  readonly tags: readonly string[];
};

/** Loads and freezes the active set that a run offers. @throws what the surface throws; docs/errors.md */
export async function freezeChosenTools(choice: ToolChoice, deps: PipelineDeps): Promise<FrozenTools> {
  return loadTools(choice, deps);
}
