import type { JsonObject } from "../../imprint/canonical.ts";
import type { FrozenContract, ToolSchema } from "../../imprint/contract.ts";
import { hasteShare, hasty } from "./haste.ts";
import { clockTime, emailAddress, identifier, isoDate } from "./made-texts.ts";
import type { TaskDomain } from "./other-tasks/task-domain.ts";
import { otherTasks } from "./other-tasks.ts";
import { questions } from "./questions.ts";
import { Deck, type Random } from "./random.ts";
import { smallTalk } from "./small-talk.ts";
import { type BankName, banks } from "./value-banks.ts";

import { stemsOf, wordsOfName } from "./words.ts";

/** Why no tool of the contract is wanted. */
export type SilentReason = "small_talk" | "question" | "other_task";

/** A request that is right to answer in words, without a call. */
export interface SilentRequest {
  readonly kind: "silent";
  readonly prompt: string;
  readonly reason: SilentReason;
}

/**
 * Requests that no tool of a contract is for: half of them other tasks, a quarter small talk, a quarter questions,
 * for as long as there are such that were not drawn yet; then other tasks alone.
 */
export class SilentRequests {
  readonly #random: Random;
  readonly #talk: string[];
  readonly #questions: string[];
  readonly #tasks: Deck<string> | undefined;
  #drawn = 0;

  constructor(contract: FrozenContract, random: Random) {
    const tools = contract.tools.map(({ schema }) => subjectOf(schema));
    const foreign = (texts: readonly string[]) => texts.filter((text) => isForeign(text, tools));
    const tasks = otherTasks
      .filter((domain) => isUnspoken(domain, tools))
      .flatMap((domain) => foreign(domain.tasks));
    this.#random = random;
    this.#talk = random.shuffled(foreign(smallTalk));
    this.#questions = random.shuffled(foreign(questions));
    this.#tasks = tasks.length === 0 ? undefined : new Deck(tasks, random);
  }

  /** Undefined when nothing in the banks is left that is foreign to the contract. */
  draw(): SilentRequest | undefined {
    const turn = this.#drawn++ % 4;
    if (turn === 1) return this.#said("small_talk", this.#talk) ?? this.#task();
    if (turn === 3) return this.#said("question", this.#questions) ?? this.#task();
    return this.#task() ?? this.#said("question", this.#questions) ?? this.#said("small_talk", this.#talk);
  }

  #said(reason: SilentReason, texts: string[]): SilentRequest | undefined {
    const prompt = texts.pop();
    return prompt === undefined ? undefined : { kind: "silent", prompt, reason };
  }

  #task(): SilentRequest | undefined {
    if (this.#tasks === undefined) return undefined;
    const text = this.#random.chance(hasteShare) ? hasty(this.#tasks.draw()) : this.#tasks.draw();
    return { kind: "silent", prompt: withValues(text, this.#random), reason: "other_task" };
  }
}

/** What a tool is about, as stems: its name alone, and all that is said about it. */
export interface Subject {
  readonly name: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

export function subjectOf({ name, description, parameters }: ToolSchema): Subject {
  const properties = Object.entries((parameters.properties ?? {}) as Record<string, JsonObject>);
  const said = properties.flatMap(([parameter, node]) => [
    wordsOfName(parameter).join(" "),
    typeof node.description === "string" ? node.description : "",
    Array.isArray(node.enum) ? node.enum.join(" ") : "",
  ]);
  const named = wordsOfName(name).join(" ");
  return { name: stemsOf(named), all: stemsOf([named, description, ...said].join(" ")) };
}

/** A domain is left out when a tool speaks of it with a single word: "rain" is not in "weather of a city". */
export function isUnspoken({ words }: TaskDomain, tools: readonly Subject[]): boolean {
  const stems = stemsOf(words);
  return tools.every(({ all }) => sharedCount(stems, all) === 0);
}

/** No word of the text is in a tool's name, and at most one in all that is said about a tool. */
export function isForeign(text: string, tools: readonly Subject[]): boolean {
  const stems = stemsOf(text.replace(/\{\w+\}/g, " "));
  return tools.every(({ name, all }) => sharedCount(stems, name) === 0 && sharedCount(stems, all) < 2);
}

function sharedCount(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((stem) => other.has(stem)).length;
}

/** The text with a value in each place; two places of a kind get two values. */
export function withValues(text: string, random: Random): string {
  const used = new Set<string>();
  return text.replace(/\{(\w+)\}/g, (_, kind: string) => {
    let value = placeValue(kind, random);
    while (used.has(value)) value = placeValue(kind, random);
    used.add(value);
    return value;
  });
}

const makers: Readonly<Record<string, (random: Random) => string>> = {
  few: (random) => String(random.between(2, 9)),
  years: (random) => String(random.between(5, 30)),
  n: (random) => String(random.between(2, 90)),
  decimal: (random) => `${random.between(1, 40)}.${random.between(1, 9)}`,
  money: (random) => String(random.between(4, 900) * 5),
  year: (random) => String(random.between(1900, 2025)),
  id: (random) => identifier(random),
  date: (random) => isoDate(random, 2024, 2028),
  time: clockTime,
  day: (random) => random.pick(banks.weekday),
  email: emailAddress,
};

function placeValue(kind: string, random: Random): string {
  const maker = makers[kind];
  return maker === undefined ? random.pick(banks[kind as BankName]) : maker(random);
}
