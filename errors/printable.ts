/**
 * Foreign text as it may stand in a message or a table: one line, in which nothing is hidden. Escaped are control
 * characters (C0, DEL, C1), which forge lines and steer terminals; format characters and all others that are not
 * seen, which turn the order of what is read or hide in it; separators of lines and paragraphs, and spaces that only
 * look like one; lone surrogates.
 * Cut when a length is given.
 */
export function printable(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const escaped = text.replace(
    /[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\p{Cs}]|(?![ \u3000])\p{Zs}|[\u2800\ufffc\u{16fe4}\u{1d159}]/gu,
    escapeOf,
  );
  return escaped.length > maxLength ? `${escaped.slice(0, maxLength)}...` : escaped;
}

const steering = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Foreign text of several lines, as a model's answer: line breaks and tabs stay, and the joiners and marks that
 * scripts and emoji need; control characters and what turns the order of text are escaped.
 */
export function printableLines(text: string): string {
  return text.replace(steering, escapeOf);
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, "0")}` : `\\u{${code.toString(16)}}`;
}

/**
 * A word as a POSIX shell reads it back, which `printableLines` leaves as it is. One that needs `$'…'` for that is
 * read by bash, zsh, ksh and BusyBox; dash has not got that part of POSIX yet.
 */
export function shellWord(word: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]+$/.test(word)) return word;
  if (printableLines(word) === word) return `'${word.replaceAll("'", "'\\''")}'`;
  return `$'${word.replace(/[\\']/g, "\\$&").replace(steering, octal)}'`;
}

/** Its bytes in UTF-8. */
function octal(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
