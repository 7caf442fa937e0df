const unit = /\\u[0-9A-Fa-f]{4}|\\["\\/bfnrt]|[^"\\\p{Cc}]/guy;
const separator = /^(?:[\s_,;-]|\\[nrt])$/;

/** The characters of a JSON text's inside, an escape being one; what is only half there at the end is left out. */
export function unitsOf(inside: string): string[] {
  return inside.match(unit) ?? [];
}

/**
 * Up to the last place at or before `end` where a word is whole because something stands behind it; up to `end`
 * where nothing stands between words.
 */
export function wholeWords(units: readonly string[], end = units.length): string {
  const gap = units.findLastIndex((each, index) => index <= end && separator.test(each));
  const last = units.findLastIndex((each, index) => index < gap && !separator.test(each));
  return units.slice(0, last < 0 ? end : last + 1).join("");
}
