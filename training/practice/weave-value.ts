import { type Argument, headsOf } from "./argument.ts";
import { pluralOf } from "./words.ts";

/** The phrase with one argument in its place; undefined when it speaks of no such thing. */
export function wovenValue(text: string, argument: Argument): string | undefined {
  if (headsOf(argument).length === 0 && argument.type !== "boolean") return undefined;
  if (argument.type === "boolean") return wovenSwitch(text, argument);
  if (argument.type === "array") return wovenList(text, argument);
  const woven = ["integer", "number"].includes(argument.type) && !argument.listed ? wovenNumber : wovenText;
  return woven(text, argument);
}

/** "on or off" says a boolean by itself. */
function wovenSwitch(text: string, { words, value }: Argument): string | undefined {
  if (!words.some((word) => /^(on|off|enabled|state|active)$/.test(word))) return undefined;
  const on = words.includes("off") ? value === false : value === true;
  return changed(text, /\b(on or off|on\/off)\b/, on ? "on" : "off");
}

function wovenList(text: string, argument: Argument): string | undefined {
  const plurals = headsOf(argument).map(pluralOf).join("|");
  return changed(
    text,
    new RegExp(`(?:\\b(?:a list of|the|some|several|multiple) )?\\b(?:${plurals}|a list)\\b(?! \\w+ing)`),
    argument.mark,
  );
}

function wovenNumber(text: string, argument: Argument): string | undefined {
  const heads = headsOf(argument);
  const nouns = nounsOf(argument);
  const plurals = heads.map(pluralOf).join("|");
  const { mark } = argument;
  if (argument.words.some((word) => /^(number|value|integer|year)$/.test(word))) {
    return changed(text, new RegExp(`\\ban? (?:\\w+ )?(?:${nouns})\\b${phraseEnd}`), mark);
  }
  return (
    // "the statistics for a season", "a circle of a radius": named, as years and sizes are.
    changed(text, new RegExp(`\\ban? (season|edition)\\b${phraseEnd}`), `the ${mark} $1`, isEdition(heads)) ??
    changed(text, new RegExp(`\\bof an? (${nouns})\\b${phraseEnd}`), `of $1 ${mark}`) ??
    // "a number of guests", "some minutes", "days": counted.
    changed(
      text,
      new RegExp(`\\b(?:(?:a|the) (?:given )?number of|some|several) (${plurals})\\b`),
      `${mark} $1`,
    ) ??
    changed(text, new RegExp(`(?<=^|\\b(?:for|in|of|after|some|with|to) )(${plurals})\\b`), `${mark} $1`) ??
    // "a temperature in degrees Celsius": measured.
    changed(text, new RegExp(`\\ban? \\w+ in ((?:degrees )?(?:${nouns})\\b)`, "i"), `${mark} $1`) ??
    // "an amount of money": the thing itself goes without saying.
    changed(
      text,
      new RegExp(`\\ban? (?:${nouns}|amount|quantity|sum) of (?:an? )?\\w+\\b`),
      mark,
      isAmount(heads),
    ) ??
    changed(text, new RegExp(`\\b(an? (?:\\w+ )?(?:${nouns}))\\b${phraseEnd}`), `$1 of ${mark}`)
  );
}

function isEdition(heads: readonly string[]): boolean {
  return heads.some((head) => /^(season|edition)$/.test(head));
}

function isAmount(heads: readonly string[]): boolean {
  return heads.some((head) => /^(amount|value|quantity|sum)$/.test(head));
}

/** Behind a noun that is the last of its phrase. */
export const phraseEnd =
  "(?=$|[,.]| (?:for|from|to|in|at|of|by|with|without|on|off|and|or|that|which|as|into|between|after|before|is|are)\\b)";
/** What "the ▮" is enough for, and what needs no article: days, cities, currencies. */
const places = /^(room|area|zone|place)$/;
const bare =
  /^(day|weekday|month|year|city|town|country|currency|language|unit|color|size|format|date|time|level|mode|type|category)$/;

function wovenText(text: string, argument: Argument): string | undefined {
  const heads = headsOf(argument);
  const nouns = nounsOf(argument);
  const { mark, style, listed } = argument;
  const article = "\\b(?:an?|one|any|each|another)";
  const noun = new RegExp(
    `${article} ((?:\\w+ ){0,2}?(?:${nouns})(?: (?:record|account|file|code))?)\\b${phraseEnd}`,
  );
  if (style === "id") return changed(text, noun, `$1 ${mark}`);
  if (style === "quoted") return changed(text, noun, `the $1 ${mark}`);
  const alone = new RegExp(
    `${article} (?:\\w+ ){0,2}?(?:${nouns})\\b(?: of (?:the week|day|the day|the house))?${phraseEnd}`,
  );
  if (!listed || heads.some((head) => bare.test(head))) return changed(text, alone, mark);
  return changed(
    text,
    alone,
    heads.some((head) => places.test(head)) ? `the ${mark}` : `the ${mark} ${heads[0]}`,
  );
}

/** The parameter's nouns, one and many, as a pattern; empty when its name tells nothing. */
export function nounsOf(argument: Argument): string {
  return headsOf(argument)
    .flatMap((head) => [head, pluralOf(head)])
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ""))
    .join("|");
}

function changed(text: string, pattern: RegExp, replacement: string, applies = true): string | undefined {
  const result = applies ? text.replace(pattern, replacement) : text;
  return result === text ? undefined : result;
}
