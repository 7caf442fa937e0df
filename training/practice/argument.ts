import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import type { TextStyle } from "./text-values.ts";
import { typeOf } from "./values.ts";
import { enumerated, singularOf, wordsOfName } from "./words.ts";

/** A value that a request must hold. Sentences are built around `mark`, one character, and filled at the end. */
export interface Argument {
  /** The parameter's name as words. */
  readonly words: readonly string[];
  readonly type: string;
  readonly listed: boolean;
  readonly style: TextStyle;
  readonly value: JsonValue;
  /** Unit that the parameter's description names, as "meters". */
  readonly unit: string | undefined;
  readonly mark: string;
}

/** Private-use characters: no description or bank holds them, and no change of case touches them. */
const firstMark = 0xe000;
const privateUse = /[\u{e000}-\u{f8ff}]/gu;

export function argumentOf(
  name: string,
  schema: JsonObject,
  { value, style, index }: { readonly value: JsonValue; readonly style: TextStyle; readonly index: number },
): Argument {
  const words = wordsOfName(name);
  return {
    words: words.length > 0 ? words : [name],
    type: typeOf(schema),
    listed: Array.isArray(schema.enum),
    style,
    value,
    unit: unitOf(schema),
    mark: String.fromCharCode(firstMark + index),
  };
}

const units =
  /\bin (meters|metres|kilometers|miles|feet|inches|centimeters|cm|km|kg|kilograms|pounds|grams|liters|seconds|minutes|hours|days|years|dollars|euros|percent|degrees celsius|degrees|watts|volts|joules|newtons|pascals)\b/i;

function unitOf({ type, description }: JsonObject): string | undefined {
  if (typeof description !== "string" || (type !== "number" && type !== "integer")) return undefined;
  return units.exec(description)?.[1]?.toLowerCase();
}

/** The text with every mark replaced by its value, as a person would write it. */
export function filled(text: string, args: readonly Argument[]): string {
  const byMark = new Map(args.map((argument) => [argument.mark, argument]));
  return text.replace(privateUse, (mark) => {
    const argument = byMark.get(mark);
    return argument === undefined ? "" : written(argument);
  });
}

function written({ value, style }: Argument): string {
  if (Array.isArray(value)) return enumerated(value.map((item) => writtenItem(item, style)));
  return writtenItem(value, style);
}

function writtenItem(value: JsonValue, style: TextStyle): string {
  if (typeof value !== "string")
    return typeof value === "boolean" ? (value ? "yes" : "no") : JSON.stringify(value);
  return style === "quoted" ? `"${value}"` : value;
}

/** Words of a name that tell which of several, or what form, but not what is meant. */
const aside = new Set(
  "from to of the a id identifier number name no code value type kind start end first second old new list max min target source origin destination in by is".split(
    " ",
  ),
);

/**
 * The words that a description may use for a parameter, the most telling first: `order_id` is "order". None when
 * the name tells nothing, as `x` and `to` do.
 */
export function headsOf({ words }: Pick<Argument, "words">): string[] {
  const telling = words.filter((word) => !aside.has(word));
  const heads = telling.length > 0 ? telling : words;
  return [...heads]
    .reverse()
    .filter((word) => word.length > 2 && word !== "from")
    .map(singularOf);
}
