import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import { anyNumber, wholeNumber } from "./number-values.ts";
import type { Random } from "./random.ts";
import { type TextStyle, textValue } from "./text-values.ts";
import { singularOf, wordsOfName } from "./words.ts";

export interface PracticeValue {
  readonly value: JsonValue;
  readonly style: TextStyle;
}

/**
 * A value for a parameter, by its type, its values when they are listed, the words of its name and description,
 * and for names that tell nothing, as `item`, by what the tool is `about`. Never null: who asks says that by
 * saying nothing.
 */
export function practiceValue(
  name: string,
  schema: JsonObject,
  { about, random }: { readonly about: string; readonly random: Random },
): PracticeValue {
  if (Array.isArray(schema.enum)) {
    const listed = schema.enum.filter((value: JsonValue) => value !== null);
    return { value: random.pick(listed), style: "name" };
  }
  const own = wordsOfName(name).reverse();
  const said = wordsOfName(typeof schema.description === "string" ? schema.description : "");
  const words = [...own, ...said].flatMap((word) => [word, singularOf(word)]);
  switch (typeOf(schema)) {
    case "integer":
      return { value: wholeNumber(words, random), style: "name" };
    case "number":
      return { value: anyNumber(words, random), style: "name" };
    case "boolean":
      return { value: random.chance(0.5), style: "name" };
    case "array":
      return listOf(name, schema, about, random);
    default:
      return textValue(
        { own: own.map(singularOf), said: said.map(singularOf), about: wordsOfName(about).map(singularOf) },
        random,
      );
  }
}

/** The one type of a node that is not null. */
export function typeOf(schema: JsonObject): string {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return String(types.find((type: JsonValue | undefined) => type !== "null"));
}

function listOf(name: string, schema: JsonObject, about: string, random: Random): PracticeValue {
  const item = schema.items as JsonObject;
  const wanted = random.between(2, 4);
  const values: JsonValue[] = [];
  let style: TextStyle = "name";
  // A short list of values has fewer than are wanted, so this gives up in time.
  for (let tries = 0; values.length < wanted && tries < 20; tries++) {
    const made = practiceValue(name, { description: schema.description ?? "", ...item }, { about, random });
    style = made.style;
    if (Array.isArray(made.value) || !values.includes(made.value)) values.push(made.value);
  }
  return { value: values, style };
}
