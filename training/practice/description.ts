import { leadingVerb, type Verb } from "./verbs.ts";
import { isPlural, wordsOfName } from "./words.ts";

/** A tool's task as its description, or else its name, puts it. */
export interface Task {
  readonly verb: Verb;
  /** What stands behind the verb: "up the status of an order", "the light of a room on or off". */
  readonly object: string;
}

const lookUp: Verb = { base: "look", gerund: "looking", kind: "look_up" };

/** Reads the first sentence of a description; the words of the name where there is no description. */
export function taskOf(description: string, name: string): Task {
  const sentence = firstSentence(description) || wordsOfName(name).join(" ");
  const words = sentence.split(" ");
  const verb = leadingVerb(words[0] ?? "", words[1]);
  if (verb === undefined) return { verb: lookUp, object: `up ${asObject(sentence)}` };
  const rest = words.slice(1);
  // "Find and return the …" is one verb too many for a gerund.
  const second = ["and", "or"].includes(rest[0] ?? "") ? leadingVerb(rest[1] ?? "", rest[2]) : undefined;
  return { verb, object: withoutSecondTask((second === undefined ? rest : rest.slice(2)).join(" ")) };
}

/** "The customer table and return its rows": one request asks for one thing. */
function withoutSecondTask(object: string): string {
  const [, first = object, word = "", next] = /^(.+?),? and (\p{L}+) (\p{L}+)/u.exec(object) ?? [];
  return leadingVerb(word, next) === undefined ? object : first;
}

/** A request of more words than this is no sentence that anybody says. */
const longestWords = 26;

function firstSentence(description: string): string {
  const plain = description
    .replace(/\([^()]*\)/g, "")
    .replace(/[“”"`\u{e000}-\u{f8ff}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  const sentence = plain.split(/(?<=\p{L}{2})[.!?;:](?: |$)/u)[0] ?? "";
  return withoutTail(withoutPreamble(sentence.replace(/[.\s]+$/, "")));
}

/** "This tool calculates the …", "A function to calculate the …" */
function withoutPreamble(sentence: string): string {
  return sentence
    .replace(
      /^(use )?(this|the|an?) (tool|function|method|utility|api|endpoint)( is used)?( that| which| to| can| will)? /i,
      "",
    )
    .replace(/^(tool|function|method|utility) (to|that|which) /i, "")
    .replace(/^(used|use this|use it|allows you|lets you|helps) to /i, "");
}

/** What a description says about its own parameters and what a person would not say in a request. */
function withoutTail(sentence: string): string {
  const cut = sentence
    .replace(
      /,? (given (the|its|their|a|an|two|three|some)|based on|according to|depending on|using|such as|for example|e\.g\.|by (its|their|name|id)|by \w+,|with optional|with an? [\w ]+,) .*$/i,
      "",
    )
    .replace(/ by \w+( and \w+)?$/i, "")
    .replace(/\b(an?|the) (given|specific|specified|particular|certain|provided) (?=\w)/gi, "$1 ")
    .replace(/\ba (?=[aeio](?!ne\b|u))/g, "an ")
    .replace(/\ban (?=[bcdfgjklmnpqrstvwxyz])/g, "a ")
    .replace(/ by (its|their|the) \w+$/i, "")
    .replace(/,[^,]* (if|when|unless) .*$/i, "")
    .replace(/ that (is|are) (?=\p{L}+ed\b)/u, " ")
    .replace(/ (if|when) (any|given|needed|possible|one is .*)$/i, "")
    .trim();
  return cut.split(" ").length > longestWords ? (cut.split(/,| which | that | and /)[0] ?? cut) : cut;
}

/** A phrase inside a sentence: its first letter small unless it is a name or an abbreviation. */
function asObject(phrase: string): string {
  const small = phrase.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase());
  return /^(the|an?|all|any|some|whether|how|when|what|where|which|who|if) /.test(small) ||
    startsPlural(small)
    ? small
    : `the ${small}`;
}

function startsPlural(phrase: string): boolean {
  return isPlural(phrase.split(" ")[0] ?? "");
}
