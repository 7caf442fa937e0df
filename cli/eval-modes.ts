import type { EvalMode } from "../eval/case.ts";

/** What people write for a mode. */
export const modeNames: Readonly<Record<string, EvalMode>> = {
  "no-contract": "no_contract",
  prompt: "prompt",
  exact: "exact_imprint",
  trained: "trained_imprint",
};

export function modeNamed(name: string): EvalMode | undefined {
  return Object.hasOwn(modeNames, name) ? modeNames[name] : undefined;
}
