import type { Task } from "./description.ts";
import type { Verb } from "./verbs.ts";
import { isPlural } from "./words.ts";

/** The forms of a task that frames ask for; those that would not be English are left out. */
export interface Phrases {
  readonly do: string;
  /** What the one who asks would do: never "tell me". */
  readonly self: string;
  readonly doing: string;
  readonly thing?: string;
  readonly single?: string;
  readonly know?: string;
}

type Wording = readonly [base: string, self: string, gerund: string];

/** Other words for a verb: people seldom use the description's own. */
const alike = {
  reckon: [
    ["work out", "work out", "working out"],
    ["calculate", "calculate", "calculating"],
    ["figure out", "figure out", "figuring out"],
    ["tell me", "find out", "finding out"],
  ],
  look_up: [
    ["look up", "look up", "looking up"],
    ["find", "find", "finding"],
    ["get me", "get", "getting"],
    ["tell me", "find out", "finding out"],
    ["show me", "see", "finding"],
    ["check", "check", "checking"],
  ],
  indefinite: [
    ["find", "find", "finding"],
    ["get me", "get", "getting"],
    ["look for", "find", "looking for"],
  ],
  clause: [
    ["tell me", "find out", "finding out"],
    ["check", "check", "checking"],
    ["find out", "find out", "finding out"],
  ],
} as const satisfies Readonly<Record<string, readonly Wording[]>>;

const clauses = /^(whether|if|when|how|what|where|which|who|why) /;

/**
 * The forms of a task whose object is already filled with values. `choose` picks the verb among those that
 * mean the same.
 */
export function phrasesOf(
  { verb, object }: Task,
  choose: (wordings: readonly Wording[]) => Wording,
): Phrases {
  const answer = object.replace(/^(up|out|for|me) /, "");
  const done = `${verb.base} ${object}`;
  const definite = answer.startsWith("the ");
  if (verb.kind === "act" || isPlace(answer) || (verb.base === "quote" && !definite)) {
    return { do: done, self: done, doing: `${verb.gerund} ${object}` };
  }
  const clause = clauses.test(answer);
  const others = clause
    ? alike.clause
    : definite || verb.kind === "reckon"
      ? alike[verb.kind]
      : alike.indefinite;
  const tells = /^(tell|return|give|provide|show)$/.test(verb.base);
  const [base, self, gerund] = choose(tells ? others : [...others, ownWording(verb, object)]);
  const forms = { do: `${base} ${answer}`, self: `${self} ${answer}`, doing: `${gerund} ${answer}` };
  if (clause) return { ...forms, know: answer };
  if (!definite) return { ...forms, thing: answer };
  const known = { ...forms, thing: answer, know: answer };
  return isOneThing(answer) ? { ...known, single: answer } : known;
}

/** "Look in the archive": what stands behind the verb is not what is wanted. */
function isPlace(answer: string): boolean {
  return /^(through|in|into|at|on|over) /.test(answer);
}

/** The verb of the description with its particle, so that it can stand in front of the answer like any other. */
function ownWording(verb: Verb, object: string): Wording {
  const particle = /^(up|out|for) /.exec(object)?.[0].trimEnd();
  const [base, gerund] = [verb.base, verb.gerund].map((form) => (particle ? `${form} ${particle}` : form));
  return [base ?? verb.base, base ?? verb.base, gerund ?? verb.gerund];
}

/** Whether "what is" fits in front: its noun is no plural and not one of several. */
function isOneThing(phrase: string): boolean {
  const words = phrase.split(" ");
  const end = words.findIndex((word) =>
    /^(of|for|in|on|at|to|from|between|that|which|with|by|and|or|as|per)$/.test(word),
  );
  return words[end] !== "and" && !isPlural(words[(end < 0 ? words.length : end) - 1] ?? "");
}
