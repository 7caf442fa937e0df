import type { Mentions } from "./mention.ts";

/** What there is to say, in all the forms that frames may ask for. */
export interface SentenceParts {
  /** By their placeholder: `do`, `thing`, `name` and so on. */
  readonly phrases: Readonly<Record<string, string | undefined>>;
  /** Of what the phrases do not hold. */
  readonly mentions: Mentions;
  /** Of all arguments, as the tool's name holds none. */
  readonly nameMentions: Mentions;
  /** The phrases speak of "an order" although the order's id is among the mentions. */
  readonly saysTwice: boolean;
}

/** Whether all that a frame asks for is there, and all that is left to say has a place in it. */
export function fits(frame: string, parts: SentenceParts): boolean {
  const slots = [...frame.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot ?? "");
  return slots.every((slot) => {
    // "The status of an order with order id 7" is no sentence; "… The order id is 7." is one.
    if (slot === "with") return isNamed(frame) || !parts.saysTwice;
    if (slot === "listed" || slot === "stated") return toldIn(frame, parts)[slot] !== "";
    return parts.phrases[slot] !== undefined;
  });
}

/** The frame with its places filled; first letter and end are as the frame has them. */
export function sentenceOf(frame: string, parts: SentenceParts): string {
  return frame.replace(/\{(\w+)\}/g, (_, slot: string) => {
    if (slot === "with" || slot === "listed" || slot === "stated") return toldIn(frame, parts)[slot];
    return parts.phrases[slot] ?? "";
  });
}

function toldIn(frame: string, { mentions, nameMentions }: SentenceParts): Mentions {
  return isNamed(frame) ? nameMentions : mentions;
}

function isNamed(frame: string): boolean {
  return /\{(name|noun)\}/.test(frame);
}
