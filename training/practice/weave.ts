import { type Argument, headsOf } from "./argument.ts";
import { nounsOf, phraseEnd, wovenValue } from "./weave-value.ts";
import { wordsOfName } from "./words.ts";

/** A phrase with marks in the place of its nouns, and the arguments that found no place. */
export interface Woven {
  readonly text: string;
  readonly left: readonly Argument[];
}

/**
 * Puts arguments where the phrase speaks of them: "the status of an order" becomes "the status of order ▮",
 * "the light of a room" "the light of the ▮", "between two cities" "between ▮ and ▮". With `switches`, only
 * booleans: "on or off" becomes "off".
 */
export function weave(phrase: string, args: readonly Argument[], which: "all" | "switches" = "all"): Woven {
  const pairs = which === "all" ? wovenPairs(phrase, args) : { text: phrase, left: args };
  const left: Argument[] = [];
  let { text } = pairs;
  for (const argument of pairs.left) {
    const woven = which === "all" || argument.type === "boolean" ? wovenValue(text, argument) : undefined;
    if (woven === undefined) left.push(argument);
    else text = woven;
  }
  return { text, left };
}

/** The phrase without what it says of parameters that are left out: "the fee for a tier" is "the fee". */
export function withoutAbsent(phrase: string, names: readonly string[]): string {
  const shorter = names.reduce((text, name) => {
    const nouns = headsOf({ words: wordsOfName(name) }).join("|");
    if (nouns === "") return text;
    return text.replace(new RegExp(` (?:for|with|at|in|on) an? (?:\\w+ )?(?:${nouns})\\b${phraseEnd}`), "");
  }, phrase);
  return shorter.includes(" ") ? shorter : phrase;
}

const opposites = [
  ["from", "to"],
  ["origin", "destination"],
  ["source", "target"],
  ["start", "end"],
  ["first", "second"],
  ["in", "out"],
] as const;

/** "from one currency to another", "between two cities": two parameters that differ in one word. */
function wovenPairs(phrase: string, args: readonly Argument[]): Woven {
  for (const [one, other] of opposites) {
    const first = args.find(({ words }) => words.includes(one));
    const second = args.find(({ words }) => words.includes(other));
    if (first === undefined || second === undefined) continue;
    const nouns = nounsOf(first) || "places";
    const text = phrase
      .replace(
        new RegExp(
          `\\bfrom (?:one|an?) \\w+(?: \\w+)? to (?:another|an?)(?: (?:\\w+ ){0,2}(?:${nouns}))?\\b`,
          "i",
        ),
        `from ${first.mark} to ${second.mark}`,
      )
      .replace(
        new RegExp(`\\b(?:the )?two (?:\\w+ )?(?:${nouns}|places|points|locations|addresses)\\b`, "i"),
        `${first.mark} and ${second.mark}`,
      );
    if (text !== phrase)
      return { text, left: args.filter((argument) => argument !== first && argument !== second) };
  }
  return { text: phrase, left: args };
}
