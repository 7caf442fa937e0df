import { labelOf, preposition } from "../mention.ts";
import type { Random } from "../random.ts";
import { switchPhrase } from "../switch-phrase.ts";
import { isPlural } from "../words.ts";
import { isNumber, type SpokenArgument } from "./spoken-argument.ts";

/** The ways to put a subject and its values in a row. `{key}` is the subject, `{values}` what is said of it. */
export const telegraphForms = [
  "{key} {values}",
  "{key}: {values}",
  "{key}, {values}",
  "{key} - {values}",
  "{key}? {values}",
  "{values}: {key}",
  "{values}, {key}",
  "{values} - {key}?",
  "{key} / {values}",
  "{key} ({values})",
] as const;

/** A request in a few words, as one types it into a search box: "order status A-1042". */
export function telegraphed(
  form: string,
  { key, args }: { readonly key: string; readonly args: readonly SpokenArgument[] },
  random: Random,
): string {
  const bare = args.filter((argument) => isBare(argument, args));
  const others = args.filter((argument) => !bare.includes(argument));
  const values = random.shuffled([
    ...bare.map(({ mark }) => mark),
    ...others.map((argument) => labelled(argument, random)),
  ]);
  const between = form === "{key} {values}" ? " " : random.pick([", ", " ", ", "]);
  if (values.length === 0) return key;
  return form.replace("{key}", key).replace("{values}", values.join(between));
}

/** What needs no label: the only text that is no number and stands behind no word of its own. */
function isBare(argument: SpokenArgument, args: readonly SpokenArgument[]): boolean {
  const isWord = (one: SpokenArgument) =>
    (one.type === "string" && one.style !== "quoted") || one.type === "array";
  return (
    isWord(argument) &&
    (argument.listed || args.filter((one) => isWord(one) && !one.listed).length === 1) &&
    !isFromOrTo(argument)
  );
}

function isFromOrTo(argument: SpokenArgument): boolean {
  return /^(from|to|after|before)$/.test(preposition(argument) ?? "");
}

function labelled(argument: SpokenArgument, random: Random): string {
  const { mark, unit, type } = argument;
  const label = labelOf(argument);
  const place = preposition(argument);
  if (type === "boolean") return switchPhrase(argument);
  if (place !== undefined && isFromOrTo(argument)) return `${place} ${mark}`;
  if (isNumber(argument)) {
    if (/^(celsius|fahrenheit) value$/.test(label)) return `${mark} degrees`;
    if (unit !== undefined) return `${mark} ${unit}`;
    if (isPlural(label) && !label.includes(" ")) return `${mark} ${label}`;
  }
  return random.pick([`${label} ${mark}`, `${label} ${mark}`, `${label}: ${mark}`, `${label} = ${mark}`]);
}
