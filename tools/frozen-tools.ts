import { type FrozenContract, freezeContract, type ToolDraft } from "../imprint/contract.ts";
import type { Sha256 } from "../imprint/hash.ts";
import type { ToolExecutor } from "./executor.ts";
import type { PythonInfo } from "./runner.ts";
import type { ToolsSource } from "./source.ts";

/** Where an active set came from. */
export type ToolSurface =
  | {
      readonly kind: "python_file";
      readonly source: ToolsSource;
      /** The interpreter that discovered it. */
      readonly python: PythonInfo;
    }
  | { readonly kind: "facts_store"; readonly store: string }
  | { readonly kind: "manifest"; readonly path: string; readonly sha256: Sha256 };

/** Held by this module alone, so that nothing else can make FrozenTools. */
const maker: unique symbol = Symbol("freezeTools");

/** A frozen contract, where it came from, and what runs its calls. Made only by `freezeTools`. */
export class FrozenTools {
  constructor(
    made: typeof maker,
    readonly contract: FrozenContract,
    /** The active set in order of definition, with the tags that the contract leaves out. */
    readonly active: readonly ToolDraft[],
    readonly surface: ToolSurface,
    readonly executor: ToolExecutor,
  ) {
    if (made !== maker) throw new TypeError("FrozenTools are made by freezeTools");
    Object.freeze(this);
  }
}

/** @throws no_tools_found, duplicate_tool_name, active_tool_limit_exceeded */
export function freezeTools(
  active: readonly ToolDraft[],
  surface: ToolSurface,
  executor: ToolExecutor,
): FrozenTools {
  return new FrozenTools(maker, freezeContract(active), active, surface, executor);
}
