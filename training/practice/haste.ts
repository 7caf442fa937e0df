/** How many requests are typed in haste. */
export const hasteShare = 0.125;

/** A sentence as one types it in haste: small letters, nothing at the end. Places for values stay as they are. */
export function hasty(text: string): string {
  return text.toLowerCase().replace(/[.?!]$/, "");
}
