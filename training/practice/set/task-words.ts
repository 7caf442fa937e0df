import { headsOf } from "../argument.ts";
import type { Task } from "../description.ts";
import { type Phrases, phrasesOf } from "../phrases.ts";
import type { Random } from "../random.ts";
import { leadingVerb, type Verb } from "../verbs.ts";
import { weave, withoutAbsent } from "../weave.ts";
import { isNumber, type SpokenArgument } from "./spoken-argument.ts";
import { nounSynonyms, verbSynonyms } from "./synonyms.ts";

/** A tool's task in one of its wordings, and the arguments that it does not hold. */
export interface WordedTask {
  readonly phrases: Phrases & { readonly ask?: string; readonly clause?: string; readonly cost?: string };
  readonly left: readonly SpokenArgument[];
  /** The words speak of "an order" although the order's id is among what is left. */
  readonly saysTwice: boolean;
}

const plainShare = 0.1;
const nounShare = 0.3;
const verbShare = 0.5;

/** The task in its description's own words, with the values where it speaks of them: what an answer refers to. */
export function restatedTask(
  task: Task,
  { args, absent }: { args: readonly SpokenArgument[]; absent: readonly string[] },
  random: Random,
): WordedTask {
  const { text, left } = weave(withoutAbsent(task.object, absent), args);
  const object = joinedAmounts(text, args, random);
  const phrases = phrasesOf({ verb: task.verb, object }, (wordings) => random.pick(wordings));
  return { phrases, left: left as readonly SpokenArgument[], saysTwice: false };
}

/** Words a task with other verbs, other nouns, and the values where the description speaks of them. */
export function wordedTask(
  task: Task,
  { args, absent }: { args: readonly SpokenArgument[]; absent: readonly string[] },
  random: Random,
): WordedTask {
  const object = withoutAbsent(task.object, absent);
  const woven = weave(object, args);
  const isPlain = random.chance(plainShare);
  const { text, left } = isPlain ? weave(object, args, "switches") : woven;
  const { verb, object: ofVerb } = withOtherVerb({ verb: task.verb, object: text }, random);
  const worded = turned(withOtherNouns(joinedAmounts(ofVerb, args, random), random), args, random);
  const phrases = phrasesOf({ verb, object: worded }, (wordings) => random.pick(wordings));
  const ask = askedDirectly(phrases.know ?? "");
  const clause = phrases.thing === undefined ? phrases.know : phrases.single && `what ${phrases.single} is`;
  const cost = /^the (?:\w+ )?(?:fee|price|cost|charge|fare|premium) (?:for|of) (.+)$/.exec(
    phrases.thing ?? "",
  )?.[1];
  return {
    phrases: {
      ...phrases,
      ...(ask !== undefined && { ask }),
      ...(clause !== undefined && { clause }),
      ...(cost !== undefined && { cost }),
    },
    left: left as readonly SpokenArgument[],
    saysTwice: left.length > woven.left.length,
  };
}

/** "Whether the door is open" asks "is the door open", "when the shop is open" "when is the shop open". */
function askedDirectly(clause: string): string | undefined {
  const whether = /^(?:whether|if) (.+?) (is|are|can|has|have|was|will) (.+)$/.exec(clause);
  if (whether !== null) return `${whether[2]} ${whether[1]} ${whether[3]}`;
  const other = /^(when|where|how|what|why|who) (.+?) (is|are|can|has|was|will) (.+)$/.exec(clause);
  return other === null ? undefined : `${other[1]} ${other[3]} ${other[2]} ${other[4]}`;
}

/** Only where the verb is what is done: what is looked up has its own words in `phrases.ts`. */
function withOtherVerb(task: Task, random: Random): Task {
  const { verb, object } = task;
  const isQuoted = verb.base === "quote" && !object.startsWith("the ");
  const others = Object.hasOwn(verbSynonyms, verb.base) ? verbSynonyms[verb.base] : undefined;
  if ((verb.kind !== "act" && !isQuoted) || others === undefined || !random.chance(verbShare)) return task;
  const [word = "", ...particles] = random.pick(others).split(" ");
  const known = leadingVerb(word, "the");
  if (known === undefined) return task;
  const other: Verb = { ...known, kind: "act" };
  // Who puts something on a list adds it to the list.
  const fitting =
    word === "add" || word === "include" ? object.replace(/ on the (?=\w+ list\b)/, " to the ") : object;
  return { verb: other, object: [...particles, fitting].join(" ") };
}

function withOtherNouns(text: string, random: Random): string {
  const result = text;
  for (const noun of Object.keys(nounSynonyms).toSorted((a, b) => b.length - a.length)) {
    const found = new RegExp(`(?<![\\w-])(an? )?${noun}(?![\\w-])`).exec(result);
    if (found === null || !random.chance(nounShare)) continue;
    const other = random.pick(nounSynonyms[noun] ?? [noun]);
    const article = found[1] === undefined ? "" : /^[aeiou]/.test(other) ? "an " : "a ";
    if (article !== "" && /s$/.test(other)) continue;
    return result.replace(found[0], `${article}${other}`);
  }
  return result;
}

/** "50 from euros to dollars" is "50 euros to dollars". */
function joinedAmounts(text: string, args: readonly SpokenArgument[], random: Random): string {
  const amount = args.find(isNumber);
  if (amount === undefined) return text;
  return text.replace(
    new RegExp(`${amount.mark} from ([\\u{e000}-\\u{f8ff}]) to ([\\u{e000}-\\u{f8ff}])`, "u"),
    (whole, from: string, to: string) =>
      random.chance(0.8) ? `${amount.mark} ${from} ${random.pick(["to", "into", "to", "in"])} ${to}` : whole,
  );
}

/** "The light of the kitchen off" is also "the kitchen light off", "off the light of the kitchen". */
function turned(text: string, args: readonly SpokenArgument[], random: Random): string {
  let result = text;
  for (const { mark, words, listed } of args) {
    if (!listed) continue;
    const near = new RegExp(`the (\\w+(?: \\w+)?) of the ${mark}(?! ${headsOf({ words })[0] ?? "-"})`);
    if (random.chance(0.4)) result = result.replace(near, `the ${mark} $1`);
  }
  return random.chance(0.4) ? result.replace(/^(the .+?) (on|off)$/, "$2 $1") : result;
}
