import type { PendingActionDocument } from "../../schemas/pending-documents.ts";
import type { Clock } from "../../system/clock.ts";

/** Why an action can no longer be confirmed. */
export type ValidityFault = "time_over" | "clock_set_back" | "restarted";

/**
 * Null while the action is valid. Two clocks must agree: the one that the user sees and that can be set, and the
 * one that counts from the start of the machine and cannot. So no jump of the clock lengthens an action's life.
 */
export function validityFault(
  document: Pick<
    PendingActionDocument,
    "boot_id" | "boot_elapsed_ms" | "validity_ms" | "created_at" | "expires_at"
  >,
  clock: Clock,
): ValidityFault | null {
  const boot = clock.boot();
  if (boot.id !== document.boot_id || boot.elapsedMs < document.boot_elapsed_ms) return "restarted";
  if (boot.elapsedMs - document.boot_elapsed_ms >= document.validity_ms) return "time_over";
  const now = clock.now().getTime();
  // Spelt so that a time that is none ends the action too.
  if (!(now >= Date.parse(document.created_at))) return "clock_set_back";
  return now < Date.parse(document.expires_at) ? null : "time_over";
}
