/**
 * The table and the rules of `python/runner/text.py`, for texts of a contract that Python never sees: ignorable
 * characters, separators, odd spaces, and what has no character of its own on a screen. A table, so that what is valid
 * does not depend on the version of Unicode.
 */
const hidden = new RegExp(
  "[\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f" +
    "\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffc" +
    "\\u{13430}-\\u{1343f}\\u{16fe4}\\u{1bca0}-\\u{1bca3}\\u{1d159}\\u{1d173}-\\u{1d17a}" +
    "\\u{e0000}-\\u{e0fff}]+",
  "gu",
);

/** A wide space beside another space, which only pushes text away. */
const wideRun = / \u3000|\u3000[ \u3000]/;

/** Scripts and emoji are spelt with these, one behind a visible character beyond ASCII; longer runs carry messages. */
const spelling = new Set(["\u200c", "\u200d", "\ufe0e", "\ufe0f", "\ufe0f\u200d"]);

/** True when a reader cannot see all of a text. */
export function hidesSomething(text: string): boolean {
  const spells = ({ 0: run, index }: RegExpExecArray) =>
    spelling.has(run) && /[^\0-\u00a0\u3000]/.test(text[index - 1] ?? "");
  return wideRun.test(text) || [...text.matchAll(hidden)].some((run) => !spells(run));
}
