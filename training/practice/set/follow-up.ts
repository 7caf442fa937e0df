import { headsOf } from "../argument.ts";
import { Deck, type Random } from "../random.ts";
import { capitalized } from "../words.ts";
import { linesOf } from "./bank-lines.ts";
import { typed } from "./noise.ts";
import type { MadeRequest, RequestMaker } from "./request.ts";
import { type SpokenArgument, spoken } from "./spoken-argument.ts";

/** What is said behind an answer to have the same done for another value. `{it}` is said with its name if need be. */
const again = linesOf(`
  And for {it}?
  And {it}?
  What about {it}?
  How about {it}?
  Now the same for {it}.
  Same thing for {it}, please.
  And now with {it}.
  Okay, and {it}?
  Do the same with {it}.
  Thanks. And for {it}?
  Great, now {it} please.
  One more: {it}.
`);

/**
 * The same request again with one value changed: "And for order B-22?". Undefined when no text of the request can be
 * told by itself.
 */
export function sameAgain(maker: RequestMaker, before: MadeRequest, random: Random): MadeRequest | undefined {
  const texts = before.args.filter(({ type, style }) => type === "string" && style !== "quoted");
  const [only] = texts;
  if (only === undefined || texts.length > 1) return undefined;
  const other = maker.arguments.another(only);
  if (other === undefined) return undefined;
  const wording = new Deck(again, random).draw();
  const prompt = spoken(typed(capitalized(wording.replace("{it}", calledAs(other))), random), [other]);
  return {
    ...before,
    prompt,
    wording,
    values: { ...before.values, [other.name]: other.value },
    args: before.args.map((argument) => (argument.mark === other.mark ? other : argument)),
  };
}

/** "The bedroom", "the garage door", "order B-22"; a day or a currency by itself. */
function calledAs(argument: SpokenArgument): string {
  const { mark, listed, words } = argument;
  const [head = ""] = headsOf(argument);
  if (
    !listed ||
    head === "" ||
    /^(day|weekday|month|currency|unit|language|color|size|format|mode)$/.test(head)
  )
    return mark;
  return words.some((word) => /^(room|area|zone|place)$/.test(word)) ? `the ${mark}` : `the ${mark} ${head}`;
}
