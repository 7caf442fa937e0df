import { type Argument, headsOf } from "./argument.ts";
import { switchPhrase } from "./switch-phrase.ts";
import { capitalized, enumerated, isPlural } from "./words.ts";

/** The arguments that a phrase does not hold yet, in the three ways that frames ask for. */
export interface Mentions {
  /** " from ▮ to ▮ with amount ▮", with its space; empty when nothing is left. */
  readonly with: string;
  /** "from: ▮, to: ▮, amount: ▮" */
  readonly listed: string;
  /** "It's from ▮ to ▮. The amount is ▮." */
  readonly stated: string;
}

export interface MentionStyle {
  /** Between a label and its value in a list. */
  readonly separator: ": " | " = " | " ";
  /** "with a base of ▮", not "with base ▮". */
  readonly articles: boolean;
  /** The phrase is a bare noun, so that what it is about stands behind "for": "order status for order ▮". */
  readonly about: boolean;
}

export function mentionsOf(left: readonly Argument[], style: MentionStyle): Mentions {
  const subject = style.about ? left.find(isSubject) : undefined;
  const rest = left.filter((argument) => argument !== subject);
  const placed = inOrder(rest.filter((argument) => preposition(argument) !== undefined));
  const counted = rest.filter(isCount);
  const switches = rest.filter(({ type }) => type === "boolean");
  const others = rest.filter((argument) => ![...placed, ...counted, ...switches].includes(argument));
  const where = placed.map((argument) => `${preposition(argument)} ${argument.mark}`);
  const counts = counted.map((argument) => `${argument.mark} ${labelOf(argument)}`);
  const labelled = others.map((argument) => labelledValue(argument, style.articles));
  const told = [
    ...where,
    subject === undefined ? "" : `for ${aboutPhrase(subject)}`,
    counts.length > 0 ? `for ${enumerated(counts)}` : "",
    labelled.length > 0 ? `with ${enumerated(labelled)}` : "",
  ].filter((part) => part !== "");
  const asides = enumerated(switches.map(switchPhrase));
  return {
    with: `${told.map((part) => ` ${part}`).join("")}${asides && `, ${asides}`}`,
    listed: left.map((argument) => `${labelOf(argument)}${style.separator}${measured(argument)}`).join(", "),
    stated: stated(
      left.filter((argument) => !switches.includes(argument)),
      asides,
    ),
  };
}

function stated(left: readonly Argument[], asides: string): string {
  const placed = inOrder(
    left.filter((argument) => !/^(for|about|undefined)$/.test(String(preposition(argument)))),
  );
  const where = placed.map((argument) => `${preposition(argument)} ${argument.mark}`);
  const facts = left
    .filter((argument) => !placed.includes(argument))
    .map((argument) => `the ${factLabel(argument)} ${isOrAre(argument)} ${measured(argument)}`);
  const opening = where.every((part) => /^(from|to) /.test(part)) ? "It's" : "It should be";
  const sentences = [
    where.length > 0 ? `${opening} ${where.join(" ")}.` : "",
    facts.length > 0 ? `${capitalized(enumerated(facts))}.` : "",
    asides !== "" ? `${capitalized(asides)}, please.` : "",
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function isOrAre({ type, words }: Argument): "is" | "are" {
  return type === "array" && isPlural(words.at(-1) ?? "") ? "are" : "is";
}

export function measured({ mark, unit }: Argument): string {
  return unit === undefined ? mark : `${mark} ${unit}`;
}

/** "order id", "from city"; a name that is only a unit gets a noun: "celsius value". */
export function labelOf({ words }: Argument): string {
  const label = words.join(" ");
  return /^(celsius|fahrenheit|kelvin|percent|km|kg|cm|usd|eur)$/.test(label) ? `${label} value` : label;
}

/** What a fact is said of: "base", "number of passengers". */
function factLabel(argument: Argument): string {
  return isCount(argument) ? `number of ${labelOf(argument)}` : labelOf(argument);
}

/** "base ▮" or "a base of ▮", "note ▮" or "the note ▮", "tier ▮" or "the ▮ tier"; "x = ▮". */
function labelledValue(argument: Argument, articles: boolean): string {
  const label = labelOf(argument);
  if (label.length < 3) return `${label} = ${measured(argument)}`;
  if (!articles) return `${label} ${measured(argument)}`;
  const number = argument.type === "number" || argument.type === "integer";
  if (argument.listed && !number)
    return isNoWord(argument) ? `${label} ${argument.mark}` : `the ${argument.mark} ${label}`;
  if (!number || isPlural(label)) return `the ${label} ${measured(argument)}`;
  return `${/^[aeiou]/.test(label) ? "an" : "a"} ${label} of ${measured(argument)}`;
}

/** "The none diet" is nothing that anybody says. */
function isNoWord({ value }: Argument): boolean {
  return /^(none|any|all|other|default|auto)$/i.test(String(value));
}

/** "5 passengers", "3 days": numbers whose name is what is counted. */
export function isCount({ words, type, unit }: Argument): boolean {
  return type === "integer" && unit === undefined && words.length === 1 && isPlural(words[0] ?? "");
}

/** What a request can be about: a thing by its id, its name, or a word of a list. */
function isSubject(argument: Argument): boolean {
  return argument.type === "string" && argument.style !== "quoted" && preposition(argument) === undefined;
}

/** "order ▮", "the ▮ branch", "▮". */
function aboutPhrase(argument: Argument): string {
  const [head = labelOf(argument)] = headsOf(argument);
  if (argument.style === "id") return `${head} ${argument.mark}`;
  return argument.listed ? `the ${argument.mark} ${head}` : argument.mark;
}

/** The word that a value stands behind by itself: "from Paris", "on Monday", "after 14:30", "for gardening". */
export function preposition({ words, type, style }: Argument): string | undefined {
  const [first = "", ...more] = words;
  if (type !== "string" || style === "quoted") return undefined;
  if (/^(from|to|after|before|until|since)$/.test(first)) return first;
  if (more.length > 0) return undefined;
  const found = Object.entries(placing).find(([, names]) => names.test(first));
  return found?.[0];
}

/** "From ▮" stands before "to ▮", whatever the order of the parameters. */
export function inOrder(placed: readonly Argument[]): Argument[] {
  return placed.toSorted((a, b) => Number(preposition(b) === "from") - Number(preposition(a) === "from"));
}

const placing: Readonly<Record<string, RegExp>> = {
  on: /^(day|date|weekday)$/,
  in: /^(city|country|town|location|language|currency|unit|units)$/,
  "in the": /^room$/,
  at: /^time$/,
  for: /^(query|keyword|keywords)$/,
  about: /^(topic|subject)$/,
};
