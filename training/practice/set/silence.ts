import type { FrozenContract } from "../../../imprint/contract.ts";
import type { TaskDomain } from "../other-tasks/task-domain.ts";
import { otherTasks } from "../other-tasks.ts";
import { questions } from "../questions.ts";
import { Deck, type Random } from "../random.ts";
import { isForeign, isUnspoken, type SilentReason, subjectOf, withValues } from "../silent-request.ts";
import { smallTalk } from "../small-talk.ts";
import { closings, openings } from "./around.ts";
import { oneOfMany } from "./larger-banks.ts";
import { typed } from "./noise.ts";
import { moreQuestions, moreTalk, topicQuestions } from "./silent-banks.ts";

export interface Silence {
  readonly prompt: string;
  readonly wording: string;
}

/** Requests that no tool of a contract is for, by their reason; a bank that is used up comes again in other company. */
export class Silences {
  readonly #random: Random;
  readonly #decks: Readonly<Record<SilentReason, Deck<string> | undefined>>;

  constructor(contract: FrozenContract, random: Random) {
    const tools = contract.tools.map(({ schema }) => subjectOf(schema));
    const foreign = (texts: readonly string[]) => texts.filter((text) => isForeign(text, tools));
    const domains: readonly TaskDomain[] = otherTasks.filter((domain) => isUnspoken(domain, tools));
    const known = foreign([...questions, ...moreQuestions]);
    const topics = foreign(topicQuestions);
    this.#random = random;
    this.#decks = {
      small_talk: deckOf(foreign([...smallTalk, ...moreTalk]), random),
      question: deckOf([...known, ...topics, ...topics], random),
      other_task: deckOf(
        domains.flatMap(({ tasks }) => foreign(tasks)),
        random,
      ),
    };
  }

  /** Undefined when nothing of the kind is foreign to the contract. */
  draw(reason: SilentReason): Silence | undefined {
    const wording = this.#decks[reason]?.draw();
    if (wording === undefined) return undefined;
    const filled = withValues(wording.replaceAll("{topic}", this.#topic()), this.#random);
    return { prompt: this.#around(typed(filled, this.#random), reason), wording };
  }

  #topic(): string {
    return oneOfMany("roman history", this.#random);
  }

  #around(text: string, reason: SilentReason): string {
    if (this.#random.chance(0.15)) return `${this.#random.pick(openings)} ${text}`;
    if (reason === "small_talk" || !this.#random.chance(0.08)) return text;
    return `${/[.!?]$/.test(text) ? text : `${text}.`} ${this.#random.pick(closings)}`;
  }
}

function deckOf(texts: readonly string[], random: Random): Deck<string> | undefined {
  return texts.length === 0 ? undefined : new Deck(texts, random);
}
