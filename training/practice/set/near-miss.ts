import type { JsonObject } from "../../../imprint/canonical.ts";
import type { FrozenContract, ToolSchema } from "../../../imprint/contract.ts";
import { headsOf } from "../argument.ts";
import { taskOf } from "../description.ts";
import { Deck, type Random } from "../random.ts";
import { capitalized, stemsOf, wordsOfName } from "../words.ts";
import { ArgumentMaker } from "./arguments.ts";
import { finished } from "./finished.ts";
import { aboutKinds, aboutNouns, aboutTasks } from "./near-miss-frames.ts";
import { valueWishes } from "./near-miss-values.ts";
import { typed } from "./noise.ts";
import { done } from "./participle.ts";
import { spoken } from "./spoken-argument.ts";
import { tailOf } from "./tail.ts";
import { wordedTask } from "./task-words.ts";

/** A prompt that speaks of what a tool is for, and for which no call is right. */
export interface NearMiss {
  readonly prompt: string;
  readonly wording: string;
  readonly toolName: string;
}

/** Makes near misses of one tool: tasks that are not wanted, talk about them, other wishes for the same things. */
export class NearMisses {
  readonly #tool: ToolSchema;
  readonly #random: Random;
  readonly #arguments: ArgumentMaker;
  readonly #known: ReadonlySet<string>;
  readonly #kinds: Deck<(frame?: string) => NearMiss | undefined>;
  readonly #frames: {
    readonly tasks: Deck<string>;
    readonly kinds: Deck<string>;
    readonly nouns: Deck<string>;
  };

  constructor(tool: ToolSchema, contract: FrozenContract, random: Random) {
    this.#tool = tool;
    this.#random = random;
    this.#arguments = new ArgumentMaker(tool, random);
    this.#known = stemsOf(contract.tools.map(({ schema }) => textOf(schema)).join(" "));
    this.#frames = {
      tasks: new Deck(aboutTasks, random),
      kinds: new Deck(aboutKinds, random),
      nouns: new Deck(this.#foreign(aboutNouns), random),
    };
    this.#kinds = new Deck(
      [
        () => this.#task(),
        () => this.#task(),
        () => this.#kind(),
        () => this.#noun(),
        () => this.#value(),
        () => this.#value(),
      ],
      random,
    );
  }

  draw(): NearMiss | undefined {
    return this.#kinds.draw()();
  }

  /** "Please don't switch the kitchen light on." */
  #task(): NearMiss {
    const drawn = this.#arguments.draw();
    let worded = wordedTask(this.#described(), drawn, this.#random);
    while (worded.saysTwice) worded = wordedTask(this.#described(), drawn, this.#random);
    const { phrases, left } = worded;
    const frame = this.#frames.tasks.draw();
    const text = filledWith(frame, phrases, tailOf(left, this.#random));
    return this.#miss(frame, finished(typed(text, this.#random), drawn.args, this.#random));
  }

  /** "Could a child learn to switch the light of a room on or off?" */
  #kind(): NearMiss {
    const { phrases } = wordedTask(this.#described(), { args: [], absent: [] }, this.#random);
    const frame = this.#frames.kinds.draw();
    return this.#miss(frame, typed(filledWith(frame, phrases, ""), this.#random));
  }

  #noun(): NearMiss | undefined {
    const nouns = nounsIn(this.#tool);
    if (nouns.length === 0) return undefined;
    const noun = this.#random.pick(nouns);
    const frame = this.#frames.nouns.draw();
    const text = frame.replaceAll("{noun}", noun).replaceAll("{a}", /^[aeiou]/.test(noun) ? "an" : "a");
    return this.#miss(frame, capitalized(text));
  }

  /** "How many people live in Oslo?" where a tool takes a city. */
  #value(): NearMiss | undefined {
    const { args } = this.#arguments.draw();
    const wanted = args.flatMap((argument) => {
      const isText = typeof [argument.value].flat()[0] === "string";
      const found = valueWishes.find(
        ({ names }) => isText && argument.words.some((word) => names.test(word)),
      );
      const wishes = found === undefined ? [] : this.#foreign(found.wishes);
      return wishes.length === 0 ? [] : [{ argument, wishes }];
    });
    if (wanted.length === 0) return undefined;
    const { argument, wishes } = this.#random.pick(wanted);
    const wish = this.#random.pick(wishes);
    const one = Array.isArray(argument.value) ? { ...argument, said: String(argument.value[0]) } : argument;
    return this.#miss(
      wish,
      spoken(
        typed(wish.replaceAll("{it}", one.mark).replaceAll("{head}", headsOf(one)[0] ?? "one"), this.#random),
        [one],
      ),
    );
  }

  #miss(wording: string, prompt: string): NearMiss {
    return { prompt, wording, toolName: this.#tool.name };
  }

  #described() {
    return taskOf(this.#tool.description, this.#tool.name);
  }

  /** Texts that speak of nothing that the contract speaks of. */
  #foreign(texts: readonly string[]): readonly string[] {
    return texts.filter((text) =>
      [...stemsOf(text.replace(/\{\w+\}/g, " "))].every((stem) => !this.#known.has(stem)),
    );
  }
}

function filledWith(
  frame: string,
  phrases: { do: string; self: string; doing: string },
  tail: string,
): string {
  const parts: Readonly<Record<string, string>> = {
    do: phrases.do,
    self: phrases.self,
    doing: phrases.doing,
    done: done(phrases.self),
    with: tail,
  };
  return capitalized(frame.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? ""));
}

/** The things that a description names: "kitchen timer", "loan", "borrowed book". */
export function nounsIn({ description, name }: ToolSchema): string[] {
  const { object } = taskOf(description, name);
  const pattern =
    /\b(?:an?|the) ((?:\p{L}+ ){0,2}?\p{L}+)(?=(?: (?:of|for|to|in|on|at|from|between|by|with|that|is|are|after|and|or|into|when|without)\b|$|[,.]))/gu;
  const found = [...object.matchAll(pattern)].flatMap(([, noun]) => (noun === undefined ? [] : [noun]));
  return found.filter(
    (noun) => !/^(?:amount|number|day|time|name|value|list|id)$|(?:s| on| off)$/.test(noun),
  );
}

function textOf({ name, description, parameters }: ToolSchema): string {
  const properties = Object.entries((parameters.properties ?? {}) as Record<string, JsonObject>);
  const said = properties.flatMap(([parameter, node]) => [
    wordsOfName(parameter).join(" "),
    typeof node.description === "string" ? node.description : "",
  ]);
  return [wordsOfName(name).join(" "), description, ...said].join(" ");
}
