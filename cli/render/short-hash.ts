/** A hash for people, who compare its beginning. */
export function shortHash(hash: string): string {
  return hash.slice(0, "sha256:".length + 12);
}
