/**
 * Foreign text as it may stand in a message or a table: one line, every control character (C0, DEL, C1)
 * escaped, so that it can neither forge a line nor steer a terminal; cut when a length is given.
 */
export function printable(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const escaped = text.replace(/\p{Cc}/gu, escapeOf);
  return escaped.length > maxLength ? `${escaped.slice(0, maxLength)}...` : escaped;
}

/** Foreign text of several lines, as a model's answer: line breaks and tabs stay, all else is as in `printable`. */
export function printableLines(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, escapeOf);
}

function escapeOf(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

/** A word as a POSIX shell reads it back. */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
