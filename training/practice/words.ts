/** A name's words in lower case: `getUserInfo`, `get_user_info` and `user.getInfo` come apart alike. */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** One of a kind: `cities` and `city`, `boxes` and `box`. A word that is no plural stays as it is. */
export function singularOf(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|z|ss|[^aeiou]o)es$/.test(word)) return word.slice(0, -2);
  return isPlural(word) ? word.slice(0, -1) : word;
}

/** Whether a word looks like a plural in -s; `status`, `bus` and `analysis` do not. */
export function isPlural(word: string): boolean {
  return word.length > 3 && /s$/.test(word) && !/(ss|us|is|news)$/.test(word);
}

export function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(ch|sh|x|z|s)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Words that say little about what a request is for: small words, and nouns and verbs that fit any task. */
const empty = new Set(
  `a about add after all also am an and another any are as at back be been before being between but by can
  change check code compute could data date day describe did do does each find first for from get give had has
  have her here hi him his how i id if in information into is it item its just know last let like list look
  lookup make many may me more most much my name need new no not now number of off on one only or our out over
  per please put result return right see set she show so some start status string such take tell than that the
  their them then there these they this time to too total two type up us use value very want was way we were
  what when where which who why will with would you your calculate don t s m d ll re ve`.split(/\s+/),
);

/** What a text is about: its words without the empty ones, cut to a stem so that `books` meets `booking`. */
export function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => !empty.has(word)).map(stemOf));
}

function stemOf(word: string): string {
  const stem = singularOf(word).replace(/(?<=\p{L}{3})(ation|ing|ed|er|e)$/u, "");
  return stem.replace(/([bdgmnprt])\1$/, "$1");
}

/** Several things as one writes them: `a`, `a and b`, `a, b and c`. */
export function enumerated(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

/** The text with its first letter large. */
export function capitalized(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
