import { loadFactsTools } from "../tools/facts/load.ts";
import type { FrozenTools } from "../tools/frozen-tools.ts";
import { loadTools } from "../tools/load.ts";
import { loadManifestTools } from "../tools/manifest/load.ts";
import type { PipelineDeps } from "./deps.ts";

/** Which tools a run offers: one surface. */
export type ToolChoice =
  | {
      readonly surface: "python_file";
      readonly file: string;
      readonly names: readonly string[];
      readonly tags: readonly string[];
    }
  | { readonly surface: "facts_store"; readonly store: string }
  | { readonly surface: "manifest"; readonly file: string };

/** Loads and freezes the active set that a run offers. @throws what the surface throws; docs/errors.md */
export async function freezeChosenTools(choice: ToolChoice, deps: PipelineDeps): Promise<FrozenTools> {
  switch (choice.surface) {
    case "python_file":
      return loadTools(choice, deps);
    case "facts_store":
      return loadFactsTools(choice.store, deps.folders.facts);
    case "manifest":
      return loadManifestTools(choice.file, deps.cwd, deps.folders.facts);
  }
}
