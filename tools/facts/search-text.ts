import { limits } from "../../imprint/limits.ts";

/** Scripts that write words without spaces between them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const unspacedOrWord = new RegExp(`${unspaced.source}+|[\\p{L}\\p{N}\\p{M}]+`, "gu");

/**
 * Words of a question that say nothing about what is asked for. With them every fact would match every question.
 * They count when a query has no others.
 */
const emptyWords = new Set(
  (
    "a about all am an and any are as at be by can could did do does for from give has have how i if in is it " +
    "its let me my of on or our please say show so tell than that the their them there these they this to " +
    "us was we were what when where which who whom whose why will with would you your"
  ).split(" "),
);

/** Text as the index reads it: each character of an unspaced script is a word of its own. */
export function indexText(text: string): string {
  return text.normalize("NFKC").replace(new RegExp(unspaced.source, "gu"), " $& ");
}

/**
 * A query as an expression of the full-text index: any of its words, and of unspaced scripts any two neighbours.
 * Null when it has no word. Quotes everything, so nothing in it is an operator.
 */
export function matchExpression(query: string): string | null {
  const words = [...query.normalize("NFKC").toLowerCase().matchAll(unspacedOrWord)].map(([word]) => word);
  const telling = words.filter((word) => !emptyWords.has(word));
  const terms = (telling.length > 0 ? telling : words).flatMap((word) =>
    unspaced.test(word) ? neighbours(word) : [word],
  );
  const distinct = [...new Set(terms)].slice(0, limits.factsLookupTermsCount);
  return distinct.length === 0 ? null : distinct.map((term) => `"${term}"`).join(" OR ");
}

/** `abc` is `a b`, `b c`: phrases of the index. */
function neighbours(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]} ${character}`);
}
