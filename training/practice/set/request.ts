import type { ToolSchema } from "../../../imprint/contract.ts";
import { type Task, taskOf } from "../description.ts";
import { frames } from "../frames.ts";
import { mentionsOf } from "../mention.ts";
import { Deck, type Random } from "../random.ts";
import { fits, type SentenceParts, sentenceOf } from "../sentence.ts";
import { toolWords } from "../tool-words.ts";
import { capitalized } from "../words.ts";
import { ArgumentMaker, type DrawnArguments } from "./arguments.ts";
import { closings, leadIns, openings } from "./around.ts";
import { exampleFrames, filledExample, type OwnExample } from "./example-frames.ts";
import { finished } from "./finished.ts";
import { setFrames } from "./frames.ts";
import type { Idiom } from "./idiom.ts";
import { answerIdioms } from "./idioms-answers.ts";
import { deedIdioms } from "./idioms-deeds.ts";
import { typed } from "./noise.ts";
import { placed, writtenAt } from "./roles.ts";
import type { SpokenArgument } from "./spoken-argument.ts";
import { tailOf } from "./tail.ts";
import { restatedTask, type WordedTask, wordedTask } from "./task-words.ts";
import { telegraphed, telegraphForms } from "./telegraph.ts";

/** A request for one tool: what is said, and the arguments of the call that answers it. */
export interface MadeRequest extends DrawnArguments {
  readonly prompt: string;
  /** The frame it was made from. */
  readonly wording: string;
  /** The task in words, for what is said about it later. */
  readonly worded: WordedTask;
}

/** Which of the ways to word a request is taken, where the tool has it. */
const shares = {
  idiom: 0.38,
  telegraph: 0.13,
  example: 0.25,
  opening: 0.13,
  leadIn: 0.13,
  closing: 0.14,
} as const;

const genericFrames: readonly string[] = [...frames, ...setFrames];

/** Makes requests for one tool, as many as one draws. */
export class RequestMaker {
  readonly tool: ToolSchema;
  readonly arguments: ArgumentMaker;
  readonly task: Task;
  readonly #random: Random;
  readonly #frames: Deck<string>;
  readonly #idioms: Deck<string> | undefined;
  readonly #forms: Deck<string>;
  readonly #examples: Deck<OwnExample> | undefined;

  /** The task is the description's unless another wording of it is given. */
  constructor(tool: ToolSchema, random: Random, examples: readonly OwnExample[] = [], task?: Task) {
    this.tool = tool;
    this.arguments = new ArgumentMaker(tool, random);
    this.task = task ?? taskOf(tool.description, tool.name);
    this.#random = random;
    this.#frames = new Deck(genericFrames, random);
    this.#forms = new Deck(telegraphForms, random);
    this.#idioms = deckOf(idiomsFor(tool), random);
    this.#examples = deckOf(exampleFrames(tool, examples), random);
  }

  draw(): MadeRequest {
    const drawn = this.arguments.draw();
    const worded = wordedTask(this.task, drawn, this.#random);
    const own = this.#fromExample(drawn);
    if (own !== undefined) return { ...own, worded };
    const { text, wording } =
      this.#fromIdiom(drawn) ?? this.#telegraph(drawn) ?? this.#sentence(drawn, worded);
    const around = this.#random.chance(0.03) ? text : this.#around(text);
    return {
      ...drawn,
      worded,
      wording,
      prompt: finished(typed(around, this.#random), drawn.args, this.#random),
    };
  }

  /** What was asked for, in the description's own words. */
  restated(request: DrawnArguments): WordedTask {
    return restatedTask(this.task, request, this.#random);
  }

  /** The user's own wording with other values, as the example says them. */
  #fromExample(drawn: DrawnArguments): (DrawnArguments & { prompt: string; wording: string }) | undefined {
    if (this.#examples === undefined || !this.#random.chance(shares.example)) return undefined;
    return filledExample(this.#examples.draw(), drawn.args);
  }

  #fromIdiom({ args }: DrawnArguments): { text: string; wording: string } | undefined {
    if (this.#idioms === undefined || !this.#random.chance(shares.idiom)) return undefined;
    for (let tries = 0; tries < 12; tries++) {
      const frame = this.#idioms.draw();
      const places = placed(frame, args);
      if (places === undefined) continue;
      const left = args.filter((argument) => ![...places.values()].includes(argument));
      const text = frame.replace(/\{(\w+)\}/g, (_, place: string) => {
        const argument = places.get(place);
        return argument === undefined ? tailOf(left, this.#random) : writtenAt(place, argument);
      });
      const holdsAll = args.every(({ mark, type }) => type === "boolean" || text.includes(mark));
      if (holdsAll) return { text: capitalized(text), wording: frame };
    }
    return undefined;
  }

  #telegraph({ args }: DrawnArguments): { text: string; wording: string } | undefined {
    if (args.length === 0 || !this.#random.chance(shares.telegraph)) return undefined;
    const form = this.#forms.draw();
    const key = toolWords(this.tool.name).words;
    return { text: telegraphed(form, { key, args }, this.#random), wording: `telegraph ${form}` };
  }

  #sentence({ args }: DrawnArguments, worded: WordedTask): { text: string; wording: string } {
    const parts = this.#parts(args, worded);
    let frame = this.#frames.draw();
    while (!fits(frame, parts)) frame = this.#frames.draw();
    return { text: sentenceCase(sentenceOf(frame, parts)), wording: frame };
  }

  #parts(args: readonly SpokenArgument[], { phrases, left, saysTwice }: WordedTask): SentenceParts {
    const random = this.#random;
    const style = {
      separator: random.pick([": ", " = ", " "] as const),
      articles: random.chance(0.5),
    };
    const name = toolWords(this.tool.name);
    const shuffled = random.shuffled(left);
    return {
      phrases: { ...phrases, name: name.words, ...(name.isNoun ? { noun: name.words } : {}) },
      mentions: { ...mentionsOf(shuffled, { ...style, about: false }), with: tailOf(shuffled, random) },
      nameMentions: mentionsOf(random.shuffled(args), { ...style, about: name.isNoun }),
      saysTwice,
    };
  }

  #around(text: string): string {
    const random = this.#random;
    if (random.chance(shares.opening)) return `${random.pick(openings)} ${capitalized(text)}`;
    if (random.chance(shares.leadIn)) return `${random.pick(leadIns)} ${small(text)}`;
    if (!random.chance(shares.closing)) return text;
    return `${/[.!?]$/.test(text) ? text : `${text}.`} ${random.pick(closings)}`;
  }
}

function deckOf<T>(items: readonly T[], random: Random): Deck<T> | undefined {
  return items.length === 0 ? undefined : new Deck(items, random);
}

/** Frames of the kinds of task that the tool speaks of. */
function idiomsFor({ name, description }: ToolSchema): string[] {
  const about = `${name.replaceAll(/[_.-]/g, " ")} ${description}`.toLowerCase();
  const all: readonly Idiom[] = [...answerIdioms, ...deedIdioms];
  return all.filter((idiom) => idiom.about.test(about)).flatMap(({ frames: own }) => own);
}

/** Every sentence with its first letter large. */
function sentenceCase(text: string): string {
  return capitalized(text).replace(/(?<=[\p{L}\p{Co}"'][.!?] )\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** The first letter small, unless it is a word that is always large. */
function small(text: string): string {
  return /^(I\b|I'|[^\p{Lu}]|\p{Lu}\p{Lu})/u.test(text) ? text : `${text[0]?.toLowerCase()}${text.slice(1)}`;
}
