import type { JsonObject, JsonValue } from "../../../imprint/canonical.ts";
import type { ToolSchema } from "../../../imprint/contract.ts";
import { argumentOf, headsOf } from "../argument.ts";
import type { Random } from "../random.ts";
import { type PracticeValue, practiceValue } from "../values.ts";
import { wordsOfName } from "../words.ts";
import { oneOfMany } from "./larger-banks.ts";
import { saidValue } from "./said-value.ts";
import type { SpokenArgument } from "./spoken-argument.ts";

/** The arguments of one call: what a request says, and what the call holds. */
export interface DrawnArguments {
  readonly values: JsonObject;
  readonly args: readonly SpokenArgument[];
  /** Names of parameters that the request leaves out. */
  readonly absent: readonly string[];
}

/** How many requests leave out what may be left out. */
const absentShare = 0.5;

/** Draws arguments for one tool. */
export class ArgumentMaker {
  readonly #tool: ToolSchema;
  readonly #random: Random;
  readonly #about: string;

  constructor(tool: ToolSchema, random: Random) {
    this.#tool = tool;
    this.#random = random;
    this.#about = `${tool.name} ${tool.description}`;
  }

  /** Names of the parameters that no call goes without. */
  get needed(): readonly string[] {
    return ((this.#tool.parameters.required ?? []) as string[]).filter((name) => !this.#mayBeNull(name));
  }

  draw(): DrawnArguments {
    const properties = (this.#tool.parameters.properties ?? {}) as Record<string, JsonObject>;
    const required = (this.#tool.parameters.required ?? []) as string[];
    const values: Record<string, JsonValue> = {};
    const args: SpokenArgument[] = [];
    const absent: string[] = [];
    for (const name of Object.keys(properties)) {
      const isNeeded = required.includes(name);
      if ((!isNeeded || this.#mayBeNull(name)) && this.#random.chance(absentShare)) {
        if (isNeeded) values[name] = null;
        absent.push(name);
        continue;
      }
      const argument = this.#argument(name, args);
      values[name] = argument.value;
      args.push(argument);
    }
    return withoutLevelOfOff({ values, args, absent }, required);
  }

  /** The same argument with another value; undefined where its list has no other. */
  another(argument: SpokenArgument): SpokenArgument | undefined {
    for (let tries = 0; tries < 8; tries++) {
      const other = this.#argument(argument.name, []);
      if (other.value !== argument.value) return { ...other, mark: argument.mark };
    }
    return undefined;
  }

  #argument(name: string, others: readonly SpokenArgument[]): SpokenArgument {
    const schema = this.#node(name);
    const made = this.#value(name, schema, others);
    const argument = argumentOf(name, schema, { ...made, index: others.length });
    const about = `${this.#tool.description} ${schema.description ?? ""}`;
    return {
      ...argument,
      name,
      unit: argument.unit ?? unitIn(this.#tool.description, argument.words),
      said: saidValue({ ...made, schema, about, words: argument.words }, this.#random),
    };
  }

  /** Nobody asks for the way from Paris to Paris: another value than others of its type have, where there is one. */
  #value(name: string, schema: JsonObject, others: readonly SpokenArgument[]): PracticeValue {
    const draw = () =>
      varied(practiceValue(name, schema, { about: this.#about, random: this.#random }), schema, this.#random);
    let made = draw();
    const isTaken = () => typeof made.value !== "boolean" && others.some(({ value }) => value === made.value);
    for (let tries = 0; tries < 8 && isTaken(); tries++) made = draw();
    return made;
  }

  #node(name: string): JsonObject {
    return ((this.#tool.parameters.properties ?? {}) as Record<string, JsonObject>)[name] ?? {};
  }

  #mayBeNull(name: string): boolean {
    const { type } = this.#node(name);
    return Array.isArray(type) && type.includes("null");
  }
}

/** Out of more texts than the small banks have; members of a list stay what they are. */
function varied(made: PracticeValue, schema: JsonObject, random: Random): PracticeValue {
  const { value } = made;
  if (typeof value === "string" && !Array.isArray(schema.enum))
    return { ...made, value: oneOfMany(value, random) };
  const items = schema.items as JsonObject | undefined;
  if (!Array.isArray(value) || items === undefined || Array.isArray(items.enum)) return made;
  const texts = value.map((item) => (typeof item === "string" ? oneOfMany(item, random) : item));
  return { ...made, value: texts.every((item) => typeof item === "string") ? [...new Set(texts)] : texts };
}

/** Who switches a thing off does not say how bright it should be. */
function withoutLevelOfOff(drawn: DrawnArguments, required: readonly string[]): DrawnArguments {
  const { values, args, absent } = drawn;
  const isOff = args.some(
    ({ words, value }) => value === false && words.some((word) => /^(on|enabled)$/.test(word)),
  );
  const levels = args.filter(
    ({ name, words }) =>
      isOff &&
      !required.includes(name) &&
      words.some((word) => /^(brightness|volume|level|speed|color)$/.test(word)),
  );
  const names = levels.map(({ name }) => name);
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))),
    args: args.filter((argument) => !levels.includes(argument)),
    absent: [...absent, ...names],
  };
}

/** "A brightness in percent": what the tool's description says of a number's unit. */
function unitIn(description: string, words: readonly string[]): string | undefined {
  const nouns = headsOf({ words })
    .map((head) => head.replace(/[^\p{L}]/gu, ""))
    .filter((head) => head !== "");
  if (nouns.length === 0) return undefined;
  const unit = new RegExp(
    `\\b(?:${nouns.join("|")})s? in (percent|degrees|minutes|meters|kilometers|grams|kilograms|euros|dollars)\\b`,
    "i",
  );
  return unit.exec(description)?.[1]?.toLowerCase();
}

/** Words of a parameter's name, for people: `card_number` is "card number". */
export function nameInWords(name: string): string {
  return wordsOfName(name).join(" ") || name;
}
