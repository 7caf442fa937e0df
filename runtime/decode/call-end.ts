import { limits } from "../../imprint/limits.ts";
import { spelledMember } from "../../imprint/spelling.ts";
import type { BegunCall } from "./begun-call.ts";
import type { Parameter } from "./parameters.ts";
import { isCopied, uncircled } from "./value-circling.ts";
import { endedValue, shortestValue } from "./value-end.ts";

/**
 * The whole arguments that a begun call is ended as: what is written, the open value ended, of the rest only what
 * is required. Null where the open value is none of its parameter's.
 */
export function endedCall(parameters: readonly Parameter[], begun: BegunCall): string | null {
  const { open } = begun;
  const value = open && endedOpen(parameters, open);
  if (open !== null && value === null) return null;
  const written = open === null || value === null ? begun.done : withValue(parameters, begun, value);
  const rest = parameters
    .slice(open === null ? begun.position : open.position + 1)
    .filter(({ required }) => required)
    .map(({ name, shape }) => spelledMember(name, shortestValue(shape)));
  const start = " {".startsWith(written) ? " {" : `${written}${rest.length > 0 ? ", " : ""}`;
  return `${start}${rest.join(", ")}}}`;
}

/**
 * The open value ended where it has to be, behind all that stands before it: because it circles, or because it is
 * `valueTokens` long and too long. What the request says word for word may be as long as it is there. Null where
 * the value goes on.
 */
export function endedInTime(
  parameters: readonly Parameter[],
  begun: BegunCall,
  { valueTokens, request }: { valueTokens: number; request: string },
): string | null {
  const { open } = begun;
  if (open === null) return null;
  const once = uncircled(open.begun);
  if (once === null && valueTokens <= limits.callValueTokens) return null;
  if (isCopied(open.begun, request)) return null;
  const value = endedOpen(parameters, { position: open.position, begun: once ?? open.begun });
  return value === null ? null : withValue(parameters, begun, value);
}

function endedOpen(parameters: readonly Parameter[], open: NonNullable<BegunCall["open"]>): string | null {
  return endedValue(parameters[open.position]?.shape ?? [], open.begun);
}

function withValue(parameters: readonly Parameter[], { done, open }: BegunCall, value: string): string {
  const { name = "" } = parameters[open?.position ?? -1] ?? {};
  return `${done}${done === " {" ? "" : ", "}${spelledMember(name, value)}`;
}
