import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import type { ToolSchema } from "../../imprint/contract.ts";
import { type Argument, argumentOf, filled } from "./argument.ts";
import { type Task, taskOf } from "./description.ts";
import { frames } from "./frames.ts";
import { hasteShare, hasty } from "./haste.ts";
import { mentionsOf } from "./mention.ts";
import { phrasesOf } from "./phrases.ts";
import { Deck, type Random } from "./random.ts";
import { fits, type SentenceParts, sentenceOf } from "./sentence.ts";
import { toolWords } from "./tool-words.ts";
import { type PracticeValue, practiceValue } from "./values.ts";
import { weave, withoutAbsent } from "./weave.ts";
import { capitalized } from "./words.ts";

/** A request and the one call that answers it. */
export interface CallRequest {
  readonly kind: "call";
  readonly prompt: string;
  readonly toolName: string;
  readonly arguments: JsonObject;
}

/** Makes requests for one tool, as many as one draws. */
export class CallRequests {
  readonly #tool: ToolSchema;
  readonly #task: Task;
  readonly #random: Random;
  readonly #frames: Deck<string>;

  constructor(tool: ToolSchema, random: Random) {
    this.#tool = tool;
    this.#task = taskOf(tool.description, tool.name);
    this.#random = random;
    this.#frames = new Deck(frames, random);
  }

  draw(): CallRequest {
    const { values, args, absent } = this.#arguments();
    const parts = this.#parts(args, absent);
    let frame = this.#frames.draw();
    while (!fits(frame, parts)) frame = this.#frames.draw();
    const sentence = sentenceOf(frame, parts);
    const typed = this.#random.chance(hasteShare) ? hasty(sentence) : capitalized(sentence);

    return { kind: "call", prompt: filled(typed, args), toolName: this.#tool.name, arguments: values };
  }

  /** Required parameters always, the others in half the requests; what may be null is null when it is not said. */
  #arguments(): { values: JsonObject; args: Argument[]; absent: string[] } {
    const { properties, required } = this.#tool.parameters as {
      properties?: JsonObject;
      required?: JsonValue[];
    };
    const values: Record<string, JsonValue> = {};
    const args: Argument[] = [];
    const absent: string[] = [];
    for (const [name, node] of Object.entries(properties ?? {})) {
      const schema = node as JsonObject;
      const needed = required?.includes(name) === true;
      const nullable = Array.isArray(schema.type) && schema.type.includes("null");
      if ((!needed || nullable) && this.#random.chance(0.5)) {
        if (needed) values[name] = null;
        absent.push(name);
        continue;
      }
      const made = this.#value(name, schema, args);
      values[name] = made.value;
      args.push(argumentOf(name, schema, { ...made, index: args.length }));
    }
    return { values, args, absent };
  }

  /** Nobody asks for the way from Paris to Paris: another text than the others are, where there is one. */
  #value(name: string, schema: JsonObject, others: readonly Argument[]): PracticeValue {
    const { name: toolName, description } = this.#tool;
    const about = `${toolName} ${description}`;
    let made = practiceValue(name, schema, { about, random: this.#random });
    const isTaken = () => typeof made.value === "string" && others.some(({ value }) => value === made.value);
    for (let tries = 0; tries < 8 && isTaken(); tries++) {
      made = practiceValue(name, schema, { about, random: this.#random });
    }
    return made;
  }

  #parts(args: readonly Argument[], absent: readonly string[]): SentenceParts {
    const object = withoutAbsent(this.#task.object, absent);
    const woven = weave(object, args);
    const isPlain = this.#random.chance(plainShare);
    const { text, left } = isPlain ? weave(object, args, "switches") : woven;
    const style = {
      separator: this.#random.pick([": ", " = ", " "] as const),
      articles: this.#random.chance(0.5),
    };
    const name = toolWords(this.#tool.name);
    return {
      phrases: {
        ...phrasesOf({ ...this.#task, object: text }, (wordings) => this.#random.pick(wordings)),
        name: name.words,
        ...(name.isNoun ? { noun: name.words } : {}),
      },
      mentions: mentionsOf(this.#random.shuffled(left), { ...style, about: false }),
      nameMentions: mentionsOf(this.#random.shuffled(args), { ...style, about: name.isNoun }),
      saysTwice: left.length > woven.left.length,
    };
  }
}

/** How many requests leave the description's nouns as they are and say all values beside it. */
const plainShare = 0.3;
