import type { StateGeometry } from "../../imprint/state/layout.ts";

/** One scenario. `expect` names the kind of failure, so that a deep one cannot mask a shallow one. */
export interface Vector {
  readonly comment: string;
  readonly expect: { readonly accepted: true } | { readonly code: string; readonly reason: string };
  /** What the model demands; for states only. */
  readonly geometry?: StateGeometry;
  /** The whole input. */
  readonly hex: string;
}

export function refused(code: string, reason: string): Vector["expect"] {
  return { code, reason };
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
