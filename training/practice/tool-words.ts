import { leadingVerb } from "./verbs.ts";
import { wordsOfName } from "./words.ts";

/** Words that make a verb of a name wherever they stand: `museum.get_hours`. */
const deeds = /\b(get|find|calc|calculate|compute|fetch|retrieve|create|set|add|is)\b/;

/** A tool's name as people say it, without a unit at its end, and whether it names a thing or a deed. */
export function toolWords(name: string): { readonly words: string; readonly isNoun: boolean } {
  const [first = name, ...more] = wordsOfName(name.replace(/_(km|cm|kg|usd|eur|pct|ms)$/, ""));
  const words = [first, ...more].join(" ");
  return { words, isNoun: leadingVerb(first, more[0]) === undefined && !deeds.test(words) };
}
