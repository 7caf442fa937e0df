import { headsOf } from "../argument.ts";
import { isNumber, type SpokenArgument } from "./spoken-argument.ts";

type Is = (argument: SpokenArgument) => boolean;

const named =
  (pattern: RegExp): Is =>
  ({ words }) =>
    words.some((word) => pattern.test(word));
const isText: Is = ({ type, style }) => type === "string" && style !== "quoted";
const isPlace = named(/^(room|city|location|town|country|place|area|zone|branch|store|shop|office|floor)$/);

/** What an argument may be in an idiom, by the name of its place. */
const roles: Readonly<Record<string, Is>> = {
  from: (argument) => isText(argument) && named(/^(from|origin|source|start|departure)$/)(argument),
  to: (argument) =>
    argument.type === "string" && named(/^(to|destination|target|end|arrival|recipient)$/)(argument),
  amount: (argument) =>
    isNumber(argument) && named(/^(amount|value|quantity|sum|number|temperature)$/)(argument),
  degrees: (argument) =>
    isNumber(argument) && named(/^(celsius|fahrenheit|temperature|degrees|temp)$/)(argument),
  day: (argument) => isText(argument) && named(/^(day|weekday|date)$/)(argument),
  minutes: (argument) => isNumber(argument) && named(/^(minutes|mins|minute)$/)(argument),
  place: (argument) => isText(argument) && isPlace(argument),
  placeThing: (argument) => isText(argument) && isPlace(argument),
  address: (argument) => isText(argument) && named(/^(address|street|destination)$/)(argument),
  id: ({ style, words }) => style === "id" && !words.includes("card"),
  thingId: (argument) =>
    argument.style === "id" && !argument.words.includes("card") && headsOf(argument)[0] !== undefined,
  query: (argument) =>
    isText(argument) && named(/^(query|keyword|keywords|topic|search|subject|term)$/)(argument),
  list: ({ type }) => type === "array",
  on: ({ type, words }) =>
    type === "boolean" && words.some((word) => /^(on|enabled|state|active)$/.test(word)),
  text: ({ type, style }) => type === "string" && style === "quoted",
  language: (argument) => isText(argument) && named(/^(language|lang)$/)(argument),
  name: (argument) =>
    isText(argument) &&
    argument.style === "name" &&
    !isPlace(argument) &&
    !named(/^(date|time|day|weekday|month|year|from|to|unit|currency|language|email)$/)(argument),
};

/** The arguments for the places of an idiom's frame; undefined when one has none. */
export function placed(
  frame: string,
  args: readonly SpokenArgument[],
): ReadonlyMap<string, SpokenArgument> | undefined {
  const places = [...frame.matchAll(/\{(\w+)\}/g)].flatMap(([, place]) =>
    place === undefined || place === "tail" || place === "with" ? [] : [place],
  );
  const found = new Map<string, SpokenArgument>();
  for (const place of new Set(places)) {
    const taken = [...found.values()];
    const argument = args.find((one) => !taken.includes(one) && roles[place]?.(one) === true);
    if (argument === undefined) return undefined;
    found.set(place, argument);
  }
  return found;
}

/** What is written at a place: "order ▮" for `thingId`, "the ▮ branch" for `placeThing`, else the value. */
export function writtenAt(place: string, argument: SpokenArgument): string {
  const { mark, value, listed } = argument;
  const [head = "one"] = headsOf(argument);
  if (place === "on") return value === true ? "on" : "off";
  if (place === "thingId") return `${head} ${mark}`;
  if (place === "placeThing" && listed) return `the ${mark} ${head}`;
  return mark;
}
