/** What the verb at the head of a description asks for: an answer worked out or looked up, or something done. */
export type VerbKind = "reckon" | "look_up" | "act";

/** A verb as sentences need it: "look" and "looking". Words that belong to it follow in the object. */
export interface Verb {
  readonly base: string;
  readonly gerund: string;
  readonly kind: VerbKind;
}

const reckoning = wordSet("calculate compute determine estimate predict");
const lookingUp =
  wordSet(`get find fetch retrieve return look tell show list check quote display report provide
  read give inspect view identify obtain access`);
const acting = wordSet(`add analyze apply approve archive arrange assign attach block book brew build buy call
  cancel change charge classify clean clear close compare compose configure count confirm connect convert copy create
  cut delete deliver deposit detect disable draft draw drop edit enable encode encrypt evaluate exchange export
  extract filter format forward generate hash import increase invite join keep launch lock log lower make mark measure
  merge message modify move mute notify open optimize order organize pause pay perform place plan play plot post
  prepare print process publish purchase put raise rate record redeem reduce refund register remind remove rename
  renew rent repeat replace reply report request reserve reset resize restart resume reverse rotate round run
  save scan schedule search sell solve query send set share ship simulate skip sort split start stop store submit subscribe
  summarize swap switch sync tag take transfer transform translate trim turn unlock update upgrade upload use
  validate verify water write`);

const determiners = wordSet(
  "a an the all any each every its my some this these two whether if how when what",
);
const doubling = wordSet(
  "get set put run cut plan stop drop trim log plot scan swap tag ship submit split let",
);

/**
 * The verb that a description or a name begins with; undefined when it begins with something else, as
 * "Weather forecast for a city" does. An unknown word in front of a determiner is taken for a verb.
 */
export function leadingVerb(first: string, second: string | undefined): Verb | undefined {
  const word = first.toLowerCase();
  const base = [word, singleForm(word)].find((form) => kindOf(form) !== undefined);
  if (base !== undefined) return verb(base, kindOf(base) ?? "act");
  if (second === undefined || determiners.has(word) || !determiners.has(second.toLowerCase()))
    return undefined;
  return /^\p{L}{3,}$/u.test(word) && !/(ing|ed)$/.test(word) ? verb(singleForm(word), "act") : undefined;
}

function kindOf(word: string): VerbKind | undefined {
  if (reckoning.has(word)) return "reckon";
  if (lookingUp.has(word)) return "look_up";
  return acting.has(word) ? "act" : undefined;
}

/** "calculates" as "calculate", "fetches" as "fetch". */
function singleForm(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function verb(base: string, kind: VerbKind): Verb {
  return { base, gerund: gerundOf(base), kind };
}

/** "getting", "making", "lying"; "seeing" keeps its e. */
function gerundOf(base: string): string {
  if (doubling.has(base)) return `${base}${base.at(-1)}ing`;
  if (base.endsWith("ie")) return `${base.slice(0, -2)}ying`;
  return /[^eoy]e$/.test(base) ? `${base.slice(0, -1)}ing` : `${base}ing`;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
