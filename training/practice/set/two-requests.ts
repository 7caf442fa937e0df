import { canonicalJson } from "../../../imprint/canonical.ts";
import { Deck, type Random } from "../random.ts";
import { capitalized } from "../words.ts";
import { linesOf } from "./bank-lines.ts";
import { finished } from "./finished.ts";
import { typed } from "./noise.ts";
import type { MadeRequest } from "./request.ts";
import { tailOf } from "./tail.ts";

/** Two wishes in one breath, in the order in which they are to be done. */
const pairs = linesOf(`
  {one} and then {two}.
  {one}, then {two}.
  First {one}, then {two}.
  Please {one} and {two}.
  {one} and {two}, please.
  Could you {one} and {two}?
  Can you {one}, and after that {two}?
  {one}. After that, {two}.
  I need two things: {one}, and {two}.
  Two things: {one}; {two}.
  {one}. And please {two}.
  I'd like you to {one} and to {two}.
  {one}, and also {two}.
  When you have a minute, {one} and {two}.
`);

/** One prompt with both tasks; undefined where a task would be said without its values. */
export function bothRequests(
  first: MadeRequest,
  second: MadeRequest,
  random: Random,
): { readonly prompt: string; readonly wording: string } | undefined {
  if (first.worded.saysTwice || second.worded.saysTwice || isSame(first, second)) return undefined;
  const said = [first, second].map(({ worded, args }) =>
    finished(`${worded.phrases.do}${tailOf(worded.left, random)}`, args, random),
  );
  const wording = new Deck(pairs, random).draw();
  const [one = "", two = ""] = said;
  // Slips stay out of it: the values are in the sentence already.
  const typedFrame = random.chance(0.2) ? typed(wording, random) : wording;
  return { prompt: capitalized(typedFrame.replace("{one}", one).replace("{two}", two)), wording };
}

function isSame(first: MadeRequest, second: MadeRequest): boolean {
  return canonicalJson(first.values) === canonicalJson(second.values);
}
