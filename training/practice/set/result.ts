import { canonicalJson, type JsonObject } from "../../../imprint/canonical.ts";
import type { ToolSchema } from "../../../imprint/contract.ts";
import type { Random } from "../random.ts";
import { practiceValue } from "../values.ts";
import { capitalized, enumerated, isPlural, wordsOfName } from "../words.ts";
import { done } from "./participle.ts";
import type { MadeRequest, RequestMaker } from "./request.ts";
import { amountOf, foundOf, hoursOf, statusWords } from "./result-values.ts";
import { spoken } from "./spoken-argument.ts";

/** What a tool might give back for a request, as the chat puts it, and an answer that states it. */
export interface MadeResult {
  readonly content: string;
  readonly answer: string;
}

/** What the result states beside what the call said, and the answer with marks for the call's values. */
interface Statement {
  readonly result: JsonObject;
  readonly answer: string;
}

/** The chat goes on behind a result only of tools that run at once and do not answer by themselves. */
export function isAnswered(tool: ToolSchema): boolean {
  return !tool.return_direct && tool.execution_level !== "commit";
}

/** A result of the tool for this request. Nothing was run: what it states is made up, and the answer says just that. */
export function madeResult(maker: RequestMaker, request: MadeRequest, random: Random): MadeResult {
  const { result, answer } = fromOutputSchema(maker.tool, request, random) ?? stated(maker, request, random);
  return { content: canonicalJson(result), answer: capitalized(spoken(answer, request.args)) };
}

function stated(maker: RequestMaker, request: MadeRequest, random: Random): Statement {
  const { result, answer } = statementOf(maker, request, random);
  return { result: random.chance(0.6) ? { ...request.values, ...result } : result, answer };
}

function statementOf(maker: RequestMaker, request: MadeRequest, random: Random): Statement {
  const { phrases } = maker.restated(request);
  const { verb } = maker.task;
  if (phrases.know !== undefined && phrases.thing === undefined) return ofClause(phrases.know, random);
  if (phrases.thing !== undefined) return ofThing(phrases.thing, random);
  if (verb.base === "quote") return ofThing("the price", random);
  if (/^(search|query|browse|explore|filter|rank)$/.test(verb.base)) return ofSearch(maker.tool, random);
  if (/^(convert|exchange|count|measure|evaluate|solve|round|rate)$/.test(verb.base))
    return ofSum(request, random);
  return ofDeed(done(phrases.self), random);
}

function ofDeed(deed: string, random: Random): Statement {
  const result: JsonObject = random.chance(0.3)
    ? { ok: true }
    : { status: random.pick(["ok", "done", "accepted", "completed"]) };
  return {
    result,
    answer: random.pick([
      `Done: I have ${deed}.`,
      `I have ${deed}.`,
      `All right, I've ${deed}.`,
      `It is done. I have ${deed}.`,
    ]),
  };
}

/** "Whether the door is open, closed or locked" has one of the words that the clause lists; "when …" has hours. */
function ofClause(clause: string, random: Random): Statement {
  const [, subject, is, words] = /^(?:whether|if|when) (.+?) (is|are) (.+)$/.exec(clause) ?? [];
  if (subject === undefined || words === undefined) {
    const isSo = random.chance(0.5);
    return { result: { result: isSo }, answer: isSo ? "Yes." : "No." };
  }
  if (clause.startsWith("when")) {
    const hours = hoursOf(random);
    return { result: { hours }, answer: `${subject} ${is} ${words}: ${hours}.` };
  }
  const [status = "so"] = random.shuffled(words.split(/, | or /));
  const it = is === "are" ? "They are" : "It is";
  const answer = random.pick([
    `${it} ${status}.`,
    `${it} ${status} right now.`,
    `I looked: ${it.toLowerCase()} ${status}.`,
  ]);
  return { result: { status }, answer };
}

function ofThing(thing: string, random: Random): Statement {
  const head = headOf(thing);
  const key = head.at(-1) ?? "result";
  if (isPlural(key)) return ofSeveral(key, random, thing);
  const value = amountOf(head, random);
  // "The distance in kilometers is 117" is better said as "the distance is 117 kilometers".
  const [, unit = ""] =
    / in (kilometers|miles|meters|minutes|hours|days|euros|dollars|percent)$/.exec(thing) ?? [];
  const subject = unit === "" ? thing : thing.slice(0, -` in ${unit}`.length);
  const is = unit === "" ? `is ${value}` : `is ${value} ${unit}`;
  const answer = random.pick([
    `${subject} ${is}.`,
    `${subject} ${is}.`,
    `It ${is}.`,
    `I looked it up: ${subject} ${is}.`,
  ]);
  return { result: { [head.join("_")]: value }, answer };
}

/** The tool's name tells what is found: `find_books` gives books. */
function ofSearch({ name }: ToolSchema, random: Random): Statement {
  const last = wordsOfName(name).at(-1) ?? "";
  return ofSeveral(isPlural(last) ? last : "results", random);
}

function ofSeveral(key: string, random: Random, thing?: string): Statement {
  if (random.chance(0.15)) {
    return {
      result: { [key]: [] },
      answer: random.pick([`I found no ${key}.`, `I'm sorry, there are no ${key}.`, `Nothing was found.`]),
    };
  }
  const found = [...new Set([0, 1, 2].slice(random.below(2)).map(() => foundOf(key, random)))];
  const list = enumerated(found);
  const answers = [`I found ${list}.`, `Here is what I found: ${list}.`, `The ${key} that I found: ${list}.`];
  const about = thing === undefined ? [] : [`For ${thing.replace(/^the /, "")}, I found ${list}.`];
  return { result: { [key]: found }, answer: random.pick([...answers, ...about]) };
}

/** "That is 41.5 grams", where the call named the unit that was wanted. */
function ofSum(request: MadeRequest, random: Random): Statement {
  const value = random.between(11, 99_999) / 100;
  const wanted = request.args.find(({ words, type }) => type === "string" && words.includes("to"));
  const answer =
    wanted === undefined
      ? `The result is ${value}.`
      : random.pick([
          `That is ${value} ${wanted.mark}.`,
          `It comes to ${value} ${wanted.mark}.`,
          `${value} ${wanted.mark}.`,
        ]);
  return { result: { [random.pick(["result", "value", "amount"])]: value }, answer };
}

/** "The oven temperature for ▮" has the head "oven temperature". */
function headOf(thing: string): string[] {
  const [phrase = ""] = thing
    .replace(/^(the|an?|all|any) /, "")
    .split(/ (?:of|for|in|on|at|to|from|between|with|by|that|which|after|per)\b/);
  return wordsOfName(phrase).slice(-2);
}

/** What the tool declares: each property with a value of its own, echoed where the call has one of its name. */
function fromOutputSchema(tool: ToolSchema, request: MadeRequest, random: Random): Statement | undefined {
  const properties = (tool.output_schema?.properties ?? {}) as Record<string, JsonObject>;
  const names = Object.keys(properties);
  const isSimple = names.every((name) =>
    ["string", "number", "integer", "boolean"].includes(String(properties[name]?.type)),
  );
  if (names.length === 0 || !isSimple) return undefined;
  const result = Object.fromEntries(
    names.map((name) => {
      const isStatus = /^(status|state)$/.test(name) && properties[name]?.enum === undefined;
      const made = practiceValue(name, properties[name] ?? {}, { about: tool.description, random });
      return [name, request.values[name] ?? (isStatus ? random.pick(statusWords) : made.value)];
    }),
  );
  const facts = names.map((name) => `the ${wordsOfName(name).join(" ")} is ${result[name]}`);
  return { result, answer: `${enumerated(facts)}.` };
}
